import type { LanguageModel } from './port.ts';
import { TurnSession, type TurnOptions } from './turn-session.ts';

/** Of the fake model. */
export const ROW_BYTES = 32;
/** Room and patience for every small test. */
export const roomy: TurnOptions = {
  passTokens: 64,
  keyValueBytes: 2 ** 20,
  scoreTensorBytes: 2 ** 26,
  targetPassMs: 1000,
  sideBySide: 16,
  shelfBytes: 2 ** 20,
  bytesOf: () => new Uint8Array(0),
  clock: () => 0,
  gate: () => Promise.resolve('go'),
};

/** A session on a test's model; throws where it is refused. */
export function open(model: LanguageModel, options: Partial<TurnOptions> = {}): TurnSession {
  const session = TurnSession.open(model, { ...roomy, ...options });
  if (!session.ok) throw new Error(session.error.happened);
  return session.value;
}
