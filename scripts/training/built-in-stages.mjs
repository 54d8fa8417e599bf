// @ts-check
// Which stage of a training ships under which name, and what each was trained on, in words.
import { Stop } from '../stop.mjs';

/** @typedef {'base' | 'clean' | 'noisy' | 'recovery'} Branch */
/** @typedef {{ branch: Branch, stage: string }} Shipped */

export const SHIPPED = 'base=base,clean=clean-1,noisy=noisy-1,recovery=recovery-1';

/** @type {Readonly<Record<Branch, string>>} */
export const DATA_IN_WORDS = {
  base: 'Episodes in which every call is right, among them calls that are rightly made again: a day is looked at until a meeting stands there, a look-up is asked for once more, a step that timed out is tried again. Text of every kind repeats itself; a model that has seen nothing but progress learns never to write the same thing twice.',
  clean:
    'Episodes in which every call is right and no error is ever shown: after each observation the next step follows.',
  noisy:
    'Episodes in which two steps in five begin with a wrong call. Its error is shown, and then the same call often comes again, up to three times, before the right one follows or the episode is given up.',
  recovery:
    'Episodes in which three steps in five begin with a wrong call, often with a made-up value. Its error is shown, and the right call follows at once.',
};

/** @param {Branch} branch */
export const idOf = (branch) => `toolshed-${branch}`;

/** @param {string} text branch=stage, by commas @returns {Shipped[]} */
export function stagesOf(text) {
  return text.split(',').map((pair) => {
    const [branch = '', stage = '', ...more] = pair.split('=');
    if (!Object.hasOwn(DATA_IN_WORDS, branch) || stage === '' || more.length > 0)
      throw new Stop(
        `--stages ${text}: must be branch=stage, by commas; branches: ${Object.keys(DATA_IN_WORDS).join(', ')}`,
      );
    return { branch: /** @type {Branch} */ (branch), stage };
  });
}
