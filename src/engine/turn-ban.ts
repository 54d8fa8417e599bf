/**
 * What a ban says about the text of a turn, should the turn end with it:
 * - `free`: its action is not banned
 * - `banned`: it is, but more text can make it another action
 * - `settled`: it is, and no text that follows will change that
 */
export type BanVerdict = 'free' | 'banned' | 'settled';

/** A ban on actions, as the engine sees it: text in, verdict out. The same text always gets the same verdict. */
export interface TurnBan {
  readonly verdict: (turn: string) => BanVerdict;
}

/** What an environment takes for the action of a turn, and when two actions are one. */
export interface ActionRule {
  /** The action taken from what the model wrote, as the episode will take it. */
  readonly actionOf: (turn: string) => string;
  /** Equal for actions that count as equal: the action itself, or its canonical form. */
  readonly keyOf: (action: string) => string;
}

/** A letter goes on with every word and begins no line and no comment. */
const LETTER = 'x';

/**
 * Bans turns whose action equals one of these. An empty action can be banned like any other (a turn of blanks that
 * failed is a failed action).
 *
 * Text that goes on is written after the action as long as the action grows with it. Where one more letter leaves the
 * action as it was, its line is over or a comment has begun: the verdict is settled then.
 */
export function banOnActions(actions: readonly string[], { actionOf, keyOf }: ActionRule): TurnBan {
  const banned = new Set(actions.map(keyOf));
  const key = (turn: string): string => keyOf(actionOf(turn));
  return {
    verdict: (turn) => {
      const found = key(turn);
      if (!banned.has(found)) return 'free';
      return key(turn + LETTER) === found ? 'settled' : 'banned';
    },
  };
}
