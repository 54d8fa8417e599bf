import type { FailedPlace } from '../failures/failed-call.ts';
import type { ChosenStep } from '../fitting/chosen-step.ts';
import { failedStepOf, OWN_TEXTS } from '../fitting/failed-texts.ts';
import type { WayName } from '../fitting/ways-shown.ts';
import type { PastedTranscript } from '../formats/normal-form.ts';
import { PRESENTATIONS, type PresentationName } from '../presentations.ts';
import { userTurn, writtenTurns, type WrittenCall, type WrittenTurn } from './written-turn.ts';

/** The failed step of a log: where its call and its result stand. */
export interface FailedAt {
  readonly call: FailedPlace;
  readonly result: number;
}

/** A log up to its failed step, with that step shown in one way. */
export interface ShownTurns {
  readonly turns: readonly WrittenTurn[];
  /** Calls without a result and results without a call: no program accepts them, so they are not written. */
  readonly unpaired: number;
  /** Results that came late and now stand behind their reply, as services want it. */
  readonly moved: number;
  /** What stands in the place of the failed step. */
  readonly changed: { readonly what: string; readonly text: string };
}

/**
 * The turns up to and including a failed step, with that step shown in one way. Whatever keeps the call keeps its reply
 * as it was and changes the text of the result alone. Whatever replaces or drops the step takes the call out of its reply
 * with its result; a reply that held no other call goes with what it said, as in the contexts that are measured. Other
 * calls of the same reply stay with theirs. Null: no such step, or a text that the way needs is missing.
 */
export function shownTurns(
  transcript: PastedTranscript,
  { call: place, result }: FailedAt,
  step: ChosenStep,
  way: WayName,
  wording: number,
): ShownTurns | null {
  const own = OWN_TEXTS[wording];
  const read = writtenTurns(transcript);
  const reply = read[place.turn];
  if (own === undefined || reply === undefined || result <= place.turn) return null;
  const failed = place.ordinal === null ? null : (reply.calls[place.ordinal] ?? null);
  if (failed === null && place.ordinal !== null) return null;
  const all = read.map((turn, index) => answering(turn, index === result, failed));
  const answer = all[result];
  if (answer === undefined) return null;
  const shown = shownStep(step, way, wording);
  if (shown === null) return null;

  const { turns: inPairs, unpaired } = paired(all.slice(0, endOfStep(all, place.turn, result)), reply);
  const { turns, moved } = behindTheirReplies(inPairs);
  const others = without(turns, reply, failed, answer);
  const changed = { what: wordsFor(way, shown), text: textOf(way, shown, own.wording.instruction) };
  const taken = (all: readonly WrittenTurn[]): ShownTurns => ({ turns: all, unpaired, moved, changed });
  switch (shown.kind) {
    case 'nothing':
      return taken(others);
    case 'note':
      return taken([...others, userTurn(shown.text)]);
    case 'result': {
      const changedAnswer: WrittenTurn = {
        ...answer,
        text: shown.text,
        isError: way === 'neutral' ? null : answer.isError,
      };
      if (way === 'early') {
        const alone = { ...reply, text: failed === null ? reply.text : '', reasoning: null };
        const first = others.findIndex(({ role }) => role === 'assistant');
        const at = first === -1 ? others.length : first;
        const calls = failed === null ? reply.calls : [failed];
        return taken([...others.slice(0, at), { ...alone, calls }, changedAnswer, ...others.slice(at)]);
      }
      const kept = turns.map((turn) => (turn === answer ? changedAnswer : turn));
      return taken(way === 'instructed-before' ? instructed(kept, own.wording.instruction) : kept);
    }
  }
}

/** The reader of the page may say that another turn is the result of a call; of a whole reply it is what the user said. */
function answering(turn: WrittenTurn, isResult: boolean, failed: WrittenCall | null): WrittenTurn {
  if (failed === null) return isResult ? { ...turn, role: 'user', answers: null } : turn;
  if (isResult) return { ...turn, role: 'tool', answers: failed.mark };
  return turn.answers === failed.mark ? { ...turn, answers: null } : turn;
}

function wordsFor(way: WayName, { kind }: ShownStep): string {
  if (kind === 'nothing') return 'Call and result are left out.';
  if (kind === 'note') return 'In place of call and result, a message of the user:';
  if (way === 'instructed-before') return 'Call and result stay; at the end of the system prompt:';
  return way === 'early'
    ? 'Call and result stand before the first reply; the result reads:'
    : 'The call stays; its result reads:';
}

const textOf = (way: WayName, shown: ShownStep, instruction: string): string =>
  way === 'instructed-before' ? instruction : shown.kind === 'nothing' ? '' : shown.text;

type ShownStep = { readonly kind: 'nothing' } | { readonly kind: 'note' | 'result'; readonly text: string };

/** What is read in the place of the result, or of the whole step. */
function shownStep(step: ChosenStep, way: WayName, wording: number): ShownStep | null {
  const own = OWN_TEXTS[wording];
  if (own === undefined) return null;
  const { show } = PRESENTATIONS[way === 'instructed-before' ? 'error' : (way satisfies PresentationName)];
  const said = show(failedStepOf(step, own), own.wording, (result, _, after = '') => ({
    ...{ role: 'user', content: result + after, parts: [] },
  }));
  if (said === null) return null;
  const last = said.at(-1);
  if (last === undefined) return { kind: 'nothing' };
  return { kind: said.length === 1 ? 'note' : 'result', text: last.content };
}

/** Behind the failed result and what else answers the same reply. */
function endOfStep(all: readonly WrittenTurn[], turn: number, result: number): number {
  const marks = new Set(all[turn]?.calls.map(({ mark }) => mark));
  let end = result + 1;
  while (marks.has(all[end]?.answers ?? '')) end += 1;
  return end;
}

/**
 * Without calls that have no result, and without results that have no call. The reply in question stays the same object
 * where it loses nothing.
 */
function paired(
  turns: readonly WrittenTurn[],
  reply: WrittenTurn,
): { readonly turns: readonly WrittenTurn[]; readonly unpaired: number } {
  const answered = new Set(turns.map(({ answers }) => answers));
  const called = new Set(turns.flatMap(({ calls }) => calls.map(({ mark }) => mark)));
  let unpaired = 0;
  const kept = turns.flatMap((turn): readonly WrittenTurn[] => {
    if (turn.role === 'tool' && (turn.answers === null || !called.has(turn.answers))) {
      unpaired += 1;
      return [];
    }
    const open = turn.calls.filter(({ mark }) => !answered.has(mark));
    if (open.length === 0) return [turn];
    unpaired += open.length;
    const calls = turn.calls.filter(({ mark }) => answered.has(mark));
    const isEmpty = calls.length === 0 && turn.text.trim() === '' && turn !== reply;
    return isEmpty ? [] : [{ ...turn, calls }];
  });
  return { turns: kept, unpaired };
}

/** Every reply is followed by its results, in the order in which they came. */
function behindTheirReplies(turns: readonly WrittenTurn[]): {
  readonly turns: readonly WrittenTurn[];
  readonly moved: number;
} {
  const results = new Map(
    turns.flatMap((turn, index) => (turn.role === 'tool' ? [[turn.answers, { turn, index }] as const] : [])),
  );
  const ordered = turns.flatMap((turn): readonly WrittenTurn[] => {
    if (turn.role === 'tool') return [];
    const own = turn.calls.flatMap(({ mark }) => results.get(mark) ?? []);
    return [turn, ...own.sort((a, b) => a.index - b.index).map((one) => one.turn)];
  });
  const moved = ordered.filter((turn, index) => turn.role === 'tool' && turn !== turns[index]).length;
  return { turns: ordered, moved };
}

/** The turns without a call and its result; the reply goes too if no other call is in it. */
function without(
  turns: readonly WrittenTurn[],
  reply: WrittenTurn,
  failed: WrittenCall | null,
  answer: WrittenTurn,
): readonly WrittenTurn[] {
  return turns.flatMap((turn): readonly WrittenTurn[] => {
    if (turn === answer) return [];
    const isReply = turn === reply || turn.calls.some((call) => call === failed);
    if (!isReply) return [turn];
    const calls = turn.calls.filter((call) => call !== failed);
    return failed === null || calls.length === 0 ? [] : [{ ...turn, calls }];
  });
}

/** At the end of the system prompt, or as the first message where there is none. */
function instructed(turns: readonly WrittenTurn[], instruction: string): readonly WrittenTurn[] {
  const [first, ...rest] = turns;
  return first?.role === 'system'
    ? [{ ...first, text: `${first.text}\n${instruction}` }, ...rest]
    : [{ ...userTurn(instruction), role: 'system' }, ...turns];
}
