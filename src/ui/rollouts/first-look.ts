import { BUILT_IN_BASE, EMPTY_ROLLOUT_LINK, fragmentOfRolloutLink } from '../../records/index.ts';
import type { HarnessName } from '../../rollout/index.ts';

/** Three ways to show a failed step that differ most: all of it, nothing of it, a note in its place. */
export const FIRST_HARNESSES: readonly HarnessName[] = ['verbatim', 'drop', 'abstract'];
export const FIRST_TASKS = 6;
export const FIRST_TASK_SET = 'toolshed-paper-2026-agent-24';

/** The built-in base on the first tasks of the paper’s composition. */
export const FIRST_LOOK = fragmentOfRolloutLink({
  ...EMPTY_ROLLOUT_LINK,
  checkpoint: BUILT_IN_BASE,
  taskSet: { name: FIRST_TASK_SET, sha256: null },
  harnesses: FIRST_HARNESSES,
  demonstration: false,
  firstTasks: FIRST_TASKS,
});
