import { canonicalForm } from '../toolshed/index.ts';
import { actionOfTurn } from './action-of-turn.ts';

/**
 * Calls that may not be made at a turn. `text`: an action of exactly this text; `canonical`: an action that makes the same
 * call, however it is spelt (`canonicalForm`). Without calls nothing is banned.
 */
export interface Ban {
  readonly form: 'text' | 'canonical';
  readonly calls: readonly string[];
}

export const NO_BAN: Ban = { form: 'text', calls: [] };

/**
 * Whether a turn that ended here would make a banned call. Asked of the decoded text at every place where the turn could
 * end, so that no spelling in tokens passes, and a longer call that only begins like a banned one is not stopped.
 */
export function isBannedTurn({ form, calls }: Ban, text: string): boolean {
  if (calls.length === 0) return false;
  const action = actionOfTurn(text);
  return calls.includes(form === 'canonical' ? canonicalForm(action) : action);
}

/** The ban on actions; an empty one is never banned, as it is no call. */
export function banOn(actions: readonly string[], form: Ban['form']): Ban {
  const written = actions.filter((action) => action !== '');
  const calls = form === 'canonical' ? written.map(canonicalForm) : written;
  return { form, calls: [...new Set(calls)] };
}
