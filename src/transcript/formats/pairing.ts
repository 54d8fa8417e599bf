import type { DraftTurn } from './draft.ts';
import type { Answer, CallPlace, PasteWarning } from './normal-form.ts';

/** The calls of one assistant turn that share an id or a name, in order. */
interface Group {
  readonly turn: number;
  readonly ordinals: number[];
}

/** For each turn the call it answers (null for turns that are no results or whose call is not in the log). */
export interface Pairing {
  readonly answers: readonly (Answer | null)[];
  readonly warnings: readonly PasteWarning[];
}

/**
 * Brings results and calls together: first all that share an id; then by name; then by order inside the nearest
 * earlier turn with calls. Ids and names are used again in many logs, so the nearest earlier call without a result
 * is meant, and of calls of one turn the first.
 */
export function pairResults(turns: readonly DraftTurn[]): Pairing {
  const answers: (Answer | null)[] = turns.map(() => null);
  const answered = new Set<string>();
  const isOpen = ({ turn, ordinal }: CallPlace): boolean => !answered.has(`${turn}.${ordinal}`);
  const ids = new Set(turns.flatMap(({ calls }) => (calls ?? []).map(({ id }) => id)));

  const pairBy = (how: 'id' | 'name'): void => {
    const groups = new Map<string, Group[]>();
    for (const [index, turn] of turns.entries()) {
      for (const [ordinal, call] of (turn.calls ?? []).entries()) {
        const key = call[how];
        if (key !== null && isOpen({ turn: index, ordinal })) note(groups, key, index, ordinal);
      }
      const key = turn.hint?.[how] ?? null;
      // A second result for a call that has one means no other call.
      const isSpent = how === 'name' && ids.has(turn.hint?.id ?? null) && turn.hint?.id !== null;
      if (turn.role !== 'tool' || answers[index] !== null || key === null || isSpent) continue;
      settle(index, take(groups.get(key)), how);
    }
  };
  const pairByOrder = (): void => {
    let latest = -1;
    for (const [index, turn] of turns.entries()) {
      if ((turn.calls ?? []).length > 0) latest = index;
      if (turn.role !== 'tool' || answers[index] !== null) continue;
      const ordinal = (turns[latest]?.calls ?? []).findIndex(
        (call, at) =>
          isOpen({ turn: latest, ordinal: at }) &&
          (call.name === null || (turn.hint?.name ?? null) === null) &&
          (call.id === null || (turn.hint?.id ?? null) === null),
      );
      settle(index, ordinal < 0 ? null : { turn: latest, ordinal }, 'order');
    }
  };
  const settle = (index: number, place: CallPlace | null, how: Answer['how']): void => {
    if (place === null) return;
    answers[index] = { ...place, how };
    answered.add(`${place.turn}.${place.ordinal}`);
  };

  pairBy('id');
  pairBy('name');
  pairByOrder();
  return { answers, warnings: warningsOf(turns, answers, isOpen) };
}

function note(groups: Map<string, Group[]>, key: string, turn: number, ordinal: number): void {
  const known = groups.get(key) ?? [];
  groups.set(key, known);
  const last = known.at(-1);
  if (last?.turn === turn) last.ordinals.push(ordinal);
  else known.push({ turn, ordinals: [ordinal] });
}

function take(groups: Group[] | undefined): CallPlace | null {
  for (let group = groups?.at(-1); groups !== undefined && group !== undefined; group = groups.at(-1)) {
    const ordinal = group.ordinals.shift();
    if (ordinal !== undefined) return { turn: group.turn, ordinal };
    groups.pop();
  }
  return null;
}

function warningsOf(
  turns: readonly DraftTurn[],
  answers: readonly (Answer | null)[],
  isOpen: (place: CallPlace) => boolean,
): PasteWarning[] {
  const warnings: PasteWarning[] = [];
  const strays = turns.filter(({ role }, index) => role === 'tool' && answers[index] === null);
  if (strays.length > 0) {
    warnings.push({
      code: 'result-without-call',
      text: `${strays.length === 1 ? 'One result answers' : `${strays.length} results answer`} no call of this log.`,
      span: strays[0]?.spans[0] ?? null,
    });
  }
  const open = turns.flatMap(({ calls }, turn) =>
    (calls ?? []).filter((_, ordinal) => isOpen({ turn, ordinal })),
  );
  if (open.length > 0) {
    warnings.push({
      code: 'call-without-result',
      text: `${open.length === 1 ? 'One call has' : `${open.length} calls have`} no result in this log.`,
      span: open[0]?.span ?? null,
    });
  }
  return warnings;
}
