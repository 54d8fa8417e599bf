import { DEFAULT_ROLLOUT_CHOICE, type RolloutChoice } from '../../lab/index.ts';
import { eachOnce, EMPTY_ROLLOUT_LINK, type LinkedSet, type RolloutLink } from '../../records/index.ts';
import { HARNESS_NAMES } from '../../rollout/index.ts';

/** Whether a link says anything beside checkpoint and tasks: then what it does not say is as usual. */
export const saysAChoice = (link: RolloutLink): boolean =>
  [
    link.harnesses,
    link.temperature,
    link.topP,
    link.seeds,
    link.mostTokens,
    link.mostSteps,
    link.demonstration,
    link.firstTasks,
  ].some((said) => said !== null);

/** The choice that a link asks for, and in sentences what of it is not known here. */
export function choiceOfLink(
  link: RolloutLink,
  usual: Pick<RolloutChoice, 'demonstration'>,
): { readonly choice: RolloutChoice; readonly notes: readonly string[] } {
  const asked = link.harnesses;
  const known = asked === null ? [] : HARNESS_NAMES.filter((name) => asked.includes(name));
  const strange = (asked ?? []).filter((name) => !HARNESS_NAMES.some((one) => one === name));
  const base = DEFAULT_ROLLOUT_CHOICE;
  return {
    choice: {
      harnesses: known.length > 0 ? known : base.harnesses,
      temperature: link.temperature ?? base.temperature,
      topP: link.topP ?? base.topP,
      seeds: link.seeds ?? base.seeds,
      mostTokens: link.mostTokens ?? base.mostTokens,
      mostSteps: link.mostSteps ?? base.mostSteps,
      demonstration: link.demonstration ?? usual.demonstration,
      firstTasks: link.firstTasks,
    },
    notes: eachOnce(
      strange.map(
        (name) => `The link asks for the harness “${name.slice(0, 30)}”, which this page does not know.`,
      ),
    ),
  };
}

/** The link of a choice: what is as usual is left out, but for what depends on the checkpoint. */
export function linkOfChoice(
  checkpoint: string | null,
  taskSet: LinkedSet | null,
  choice: RolloutChoice,
): RolloutLink {
  const base = DEFAULT_ROLLOUT_CHOICE;
  const isSampled = choice.temperature !== 0;
  const other = <T>(value: T, usual: T): T | null => (value === usual ? null : value);
  return {
    ...EMPTY_ROLLOUT_LINK,
    checkpoint,
    taskSet,
    harnesses: choice.harnesses,
    temperature: other(choice.temperature, base.temperature),
    topP: isSampled ? other(choice.topP, base.topP) : null,
    seeds: isSampled && choice.seeds.join() !== base.seeds.join() ? choice.seeds : null,
    mostTokens: other(choice.mostTokens, base.mostTokens),
    mostSteps: other(choice.mostSteps, base.mostSteps),
    demonstration: choice.demonstration,
    firstTasks: choice.firstTasks,
  };
}
