import type { ProbeItem } from './item.ts';

/**
 * What is new about a failed call, word by word against the right call:
 *
 * - 'new-word': it has a word that the right call lacks and that stands nowhere in the context before. Such a word is
 *   improbable at first and can be copied once the call is in view.
 * - 'known-words': it has words that the right call lacks, and all of them stand in the context before.
 * - 'no-other-word': all its words are the right call's; something was left out, or only signs differ.
 *
 * A word is a run of letters, digits and underscores, joined over single . - @ / : (`evt-9`, `notes/todo.md`). The
 * context before is the system prompt, the goal, and the earlier calls and their observations.
 */
export type Novelty = 'new-word' | 'known-words' | 'no-other-word';

const WORD = /[\p{L}\p{N}_]+(?:[-.@/:][\p{L}\p{N}_]+)*/gu;

/** Novelty of items, one after the other; system prompts that many items share are cut into words once. */
export function noveltyReader(): (item: ProbeItem) => Novelty {
  const ofPrompt = new Map<string, ReadonlySet<string>>();
  return (item) => {
    const prompt = ofPrompt.get(item.system_prompt) ?? wordsOf(item.system_prompt);
    ofPrompt.set(item.system_prompt, prompt);
    const right = wordsOf(item.gold_action);
    const other = [...wordsOf(item.failed_action)].filter((word) => !right.has(word));
    if (other.length === 0) return 'no-other-word';
    const earlier = wordsOf([item.goal, ...item.prefix_actions, ...item.prefix_observations].join('\n'));
    return other.every((word) => prompt.has(word) || earlier.has(word)) ? 'known-words' : 'new-word';
  };
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(WORD));
