import type { RolloutChoice } from '../../lab/index.ts';
import { harnessNamed, turnRequest } from '../../rollout/index.ts';
import type { AgentTask } from '../../toolshed/index.ts';
import { PAPER_WORDING } from '../../transcript/index.ts';

/** English and code in the tokenizers of the small models. */
const CHARACTERS_PER_TOKEN = 3.4;
/** A call as it is usually written. */
const WRITTEN_PER_STEP = 17;
/** What a step adds to read: the call once more, the observation, the frame of both messages. */
const READ_PER_STEP = 60;
/** Rollouts end before the limit as often as this. */
const SHARE_OF_STEPS = 0.8;
/** A token that is written costs as much as so many that are read: few are written side by side. */
const WRITING_WEIGHT = 3.5;

export interface GuessedWork {
  readonly rollouts: number;
  /** Turns asked of the model, at most. */
  readonly steps: number;
  /** Tokens read, with those written counted as what they cost. */
  readonly tokens: number;
}

/** What a run comes to, reckoned from characters: what rollouts of one task begin with is computed once. */
export function guessedWork(tasks: readonly AgentTask[], choice: RolloutChoice): GuessedWork {
  const { harnesses, temperature, seeds, mostSteps, demonstration, firstTasks } = choice;
  const asked = firstTasks === null ? tasks : tasks.slice(0, firstTasks);
  const perTask = harnesses.length * (temperature === 0 ? 1 : seeds.length);
  const rollouts = asked.length * perTask;
  const [first] = asked;
  const openings = new Set(harnesses.map((name) => (name === 'verbatim+instr' ? 'instructed' : 'plain')))
    .size;
  const setting = {
    harness: harnessNamed('verbatim', PAPER_WORDING),
    mostSteps,
    mostTokens: choice.mostTokens,
    temperature: 0,
    topP: 1,
    seed: 0,
    demonstration,
  };
  const systemTokens =
    first === undefined
      ? 0
      : (turnRequest(first, setting, [])
          .messages.filter(({ role }) => role === 'system')
          .reduce((sum, { content }) => sum + content.length, 0) /
          CHARACTERS_PER_TOKEN) *
        openings;
  const goalTokens =
    asked.reduce((sum, { goal }) => sum + goal.length, 0) / CHARACTERS_PER_TOKEN + 20 * asked.length;
  const steps = rollouts * mostSteps;
  const tokens =
    systemTokens +
    goalTokens * openings +
    steps * SHARE_OF_STEPS * (READ_PER_STEP + WRITING_WEIGHT * WRITTEN_PER_STEP);
  return { rollouts, steps, tokens };
}
