import { sha256OfText } from '../../records/index.ts';
import type { ChosenStep } from '../fitting/chosen-step.ts';
import { shownWays, type ShownWay, type WayName } from '../fitting/ways-shown.ts';
import { readWrittenCall } from '../fitting/written-call.ts';
import type { JsonValue, PastedTranscript } from '../formats/normal-form.ts';
import { jsonText, RawJson, type JsonOut } from './json-out.ts';
import { knownTools } from './known-tools.ts';
import { shownTurns, type FailedAt } from './shown-turns.ts';
import { chatMessages } from './writers/openai-chat.ts';

export const KIT_KIND = 'backfire-lab-test-kit';
export const KIT_VERSION = 1;

/** One way in one wording. */
export interface KitVariant {
  readonly id: string;
  readonly way: WayName;
  readonly wording: number;
}

/** All variants of a failed step as the test kit's script reads them. */
export interface TestKit {
  readonly jsonl: string;
  /** Of the file: binds a result to the variants it was made with. */
  readonly sha256: string;
  readonly variants: readonly KitVariant[];
  /** `native`: calls stand in `tool_calls`; `text`: in the words of the assistant, as the log or the chosen style has them. */
  readonly form: 'native' | 'text';
}

export interface TestKitInput {
  readonly transcript: PastedTranscript;
  readonly pasted: string;
  readonly failed: FailedAt;
  readonly step: ChosenStep;
  /** The right call in the step's style; null: not given. */
  readonly right: string | null;
}

/** Their calls are words that the model wrote; told as `tool_calls` they would be another prompt. */
const WRITES_TEXT = new Set(['react-text', 'role-text']);

/** One line for each way and wording, with all that is needed to sort the answers. */
export function testKit(input: TestKitInput): TestKit {
  const { transcript, pasted, failed, step, right } = input;
  const ways = shownWays(step);
  const native = nativeMessages(input, ways);
  const known = knownTools(pasted);
  const call = transcript.turns[failed.call.turn]?.calls[failed.call.ordinal ?? -1];
  const seen = transcript.turns.flatMap(({ calls }) => calls.flatMap(({ name }) => name ?? []));
  const names = [...new Set([...(known?.names ?? []), ...seen])];
  const form = native === null ? 'text' : 'native';
  const variants = ways.map(({ way, wording }) => ({ id: `${way}-${wording + 1}`, way, wording }));
  const lines = ways.map(({ way, wording, transcript: shown }, index) =>
    jsonText(
      {
        ...{ kit: KIT_KIND, version: KIT_VERSION, id: variants[index]?.id ?? '', way, wording },
        ...{ form, style: step.style },
        messages: native?.[index] ?? shown.messages.map(({ role, content }): JsonOut => ({ role, content })),
        tools: known === null ? null : new RawJson(JSON.stringify(known.functions)),
        tool_names: names,
        failed: callOut(step.call, step, call === undefined ? null : call),
        right: right === null ? null : callOut(right, step, null),
      },
      true,
    ),
  );
  const jsonl = `${lines.join('\n')}\n`;
  return { jsonl, sha256: sha256OfText(jsonl), variants, form };
}

/** A call as text, and as a name with arguments where it can be read as one. */
function callOut(
  text: string,
  { style }: ChosenStep,
  native: { readonly name: string | null; readonly args: JsonValue | null; readonly rawArgs: string } | null,
): JsonOut {
  const read = native ?? readWrittenCall(text, style);
  return {
    text,
    name: read?.name ?? null,
    arguments: read?.args == null ? null : new RawJson(JSON.stringify(read.args)),
    raw_arguments: read?.rawArgs ?? null,
  };
}

/** The messages of every way with native calls; null: this log has calls that are words. */
function nativeMessages(
  { transcript, failed, step }: TestKitInput,
  ways: readonly ShownWay[],
): readonly (readonly JsonOut[])[] | null {
  if (WRITES_TEXT.has(transcript.format) || failed.call.ordinal === null) return null;
  const calls = transcript.turns.slice(0, failed.result + 1).flatMap((turn) => turn.calls);
  if (calls.some(({ name, text }) => name === null || text !== null)) return null;
  const all = ways.map(({ way, wording }) => {
    const shown = shownTurns(transcript, failed, step, way, wording);
    return shown === null ? null : chatMessages(shown.turns, { withReasoning: false });
  });
  return all.every((messages) => messages !== null) ? all : null;
}
