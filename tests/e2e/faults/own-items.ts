import type { ProbeItem } from '../../../src/probe/index.ts';
import type { NamedFile } from './probe-room.ts';

const TOOL = 'lend(title, reader)';
const RULES = `You run a library desk.
Answer with one call and nothing else.
${TOOL}
seek(title)
end()`;

/** An item of our own; everything that is not given is the same in all of them. */
export function ownItem(number: number, changes: Partial<ProbeItem> = {}): ProbeItem {
  const title = `Volume ${number} of the long garden diary`;
  const failed = `lend(titel='${title}', reader='Ada')`;
  return {
    item_id: `own-${String(number).padStart(3, '0')}`,
    env: 'desk',
    task_id: `desk-${String(number).padStart(3, '0')}`,
    template: 'lend',
    step_index: 1,
    operator: 'arg_typo',
    error_type: 'unexpected_argument',
    system_prompt: RULES,
    goal: `Please lend me number ${number}: ${title}, as soon as it is back on its shelf.`,
    prefix_actions: [`seek(title='${title}')`],
    prefix_observations: [`${title} is on shelf ${number % 9}, and nobody has asked for it this week.`],
    failed_action: failed,
    gold_action: `lend(title='${title}', reader='Ada')`,
    obs_fail: 'Error: lend() has no argument titel.',
    obs_fail_terse: 'Error: bad argument.',
    obs_fail_verbose: 'Error: lend() has no argument titel; its arguments are title and reader.',
    obs_fail_echo: `Error: no argument titel in ${failed}`,
    obs_success: `${title} is lent to Ada until Friday.`,
    obs_neutral: 'The desk has noted it.',
    obs_fail_other: 'Error: a reader is needed.',
    distractors: [`lend(title='${title}')`],
    tool: 'lend',
    meta: { documentation: [RULES.indexOf(TOOL), RULES.indexOf(TOOL) + TOOL.length] },
    ...changes,
  };
}

export const itemFile = (items: readonly unknown[], name = 'own-items.jsonl'): NamedFile => ({
  name,
  text: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
});

/** Items from `first` on, no two of which ask for the same. */
export const ownItems = (count: number, first = 1): ProbeItem[] =>
  Array.from({ length: count }, (_, index) => ownItem(first + index));

/** The same with so much to read before the call that a run of a few items takes several passes. */
export const longItems = (count: number, first = 1): ProbeItem[] =>
  ownItems(count, first).map((item) => {
    const shelves = Array.from(
      { length: 40 },
      (_, shelf) => `shelf ${shelf} of ${item.task_id} holds volume ${shelf * 7}`,
    );
    return { ...item, goal: `${item.goal} It was not here last time: ${shelves.join('; ')}.` };
  });
