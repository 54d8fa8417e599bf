import { turnDraws, TurnSession, type ComputeOptions } from '../src/engine/index.ts';
import { isTurnOver } from '../src/pasted-step/index.ts';
import { ok, type Result } from '../src/records/index.ts';
import { encodeInTurns } from './encode-in-turns.ts';
import type { Stage, WritingEvent, WritingJob, WritingSummary } from './engine-door.ts';
import type { TurnMaker } from './turn-maker.ts';
import { WritingWatch } from './writing-watch.ts';

/** Each context has its likeliest turn and several draws, all written at once: six fill a pass. */
const SIDE_BY_SIDE = 6;
const ENCODING_SILENCE_MS = 2_000;

/** The lane of a pasted step: contexts → turns, greedy or sampled, each told when it has ended. */
export async function stepLane(
  { model, tokenizer }: TurnMaker,
  job: WritingJob,
  compute: ComputeOptions,
  tell: (event: WritingEvent) => void,
): Promise<Result<WritingSummary>> {
  const watch = new WritingWatch(compute, tell);
  const opened = TurnSession.open(model, {
    ...compute,
    keyValueBytes: job.keyValueBytes,
    gate: watch.gate,
    sideBySide: SIDE_BY_SIDE,
    shelfBytes: 0,
    // Asked under a ban only, and nothing is banned here.
    bytesOf: (token) => tokenizer.bytesOf(token),
  });
  if (!opened.ok) return opened;
  const session = opened.value;
  const stage = (stage: Stage): void => {
    tell({ kind: 'stage', stage });
  };
  // The draws of a context come with one list of messages, which is encoded once.
  const encoded = new WeakMap<object, ReturnType<typeof tokenizer.encodeContext>>();
  const contexts = await encodeInTurns(
    [...job.requests],
    ({ context }) => {
      const known = encoded.get(context) ?? tokenizer.encodeContext(context, []);
      encoded.set(context, known);
      return known;
    },
    { clock: compute.clock, gate: watch.gate },
    {
      onEncoded: (doneTexts, allTexts) => {
        stage({ name: 'encoding', expectedMs: ENCODING_SILENCE_MS, doneTexts, allTexts });
      },
      onRefused: (id, error) => {
        tell({ kind: 'refused', id, error });
      },
    },
  );
  if (contexts === null) return ok({ outcome: 'cancelled', progress: watch.progress });
  for (const { id, maximumTokens, sampling, until } of job.requests) {
    const context = contexts.get(id);
    if (context === undefined) continue;
    const error = session.add({
      id,
      context: context.ids,
      maximumTokens,
      stopIds: [tokenizer.endOfTurn],
      stopWhen: (written) => isTurnOver(until, tokenizer.decode(written)),
      sampling:
        sampling === null
          ? null
          : {
              temperature: sampling.temperature,
              topP: sampling.topP,
              draw: turnDraws(sampling.seed),
            },
    });
    if (error !== null) tell({ kind: 'refused', id, error });
  }
  const written = await session.run((event) => {
    if (event.kind === 'pass') {
      watch.passBegins(event);
      return;
    }
    const { id, tokenIds, stopReason } = event.decoded;
    watch.turnEnded(tokenIds.length);
    const text = tokenizer.decode(tokenIds);
    tell({
      kind: 'written',
      id,
      text: stopReason === 'stop-when' ? text.trimEnd() : text,
      isCut: stopReason === 'token-limit' || stopReason === 'window',
    });
  });
  if (!written.ok) return written;
  tell({ kind: 'progress', progress: watch.progress });
  stage({ name: 'idle', expectedMs: 0 });
  return ok({ outcome: written.value.outcome, progress: watch.progress });
}
