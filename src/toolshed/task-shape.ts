import { parseCall } from './action/index.ts';
import type { AgentTask } from './agent-task.ts';
import { repr, type Literal } from './python/index.ts';
import { runCall } from './run-call.ts';

/**
 * What has to be done, without what it is done to: the tools of the right calls in order, and for every argument where
 * its value is read — in the goal, or in the result of which call. Tasks of one shape are the same situation with other
 * names in it, so a model that can do one can do them all. Two tasks count as distinct when their shapes differ.
 *
 * `cancel_event` of the study: `list_events(date: goal), cancel_event(event_id: result 1)`.
 */
export function taskShape({
  goal,
  world,
  reference,
}: Pick<AgentTask, 'goal' | 'world' | 'reference'>): string {
  const read = [{ where: 'goal', text: goal }];
  let now = world;
  const calls = reference.map((text, at) => {
    const parsed = parseCall(text);
    const outcome = runCall(now, text);
    if (!parsed.ok || !outcome.ok) throw new Error(`The right call ${text} does not work`);
    now = outcome.world;
    const named = parsed.call.keywords.map(({ name, value }) => `${name}: ${sourcesOf(value, read)}`);
    read.push({ where: `result ${at + 1}`, text: outcome.observation });
    return `${parsed.call.name}(${named.join(', ')})`;
  });
  return calls.join(', ');
}

/** Of a list, and of a text that may be one (`a, b`), every entry is looked for by itself. */
function sourcesOf(
  value: Literal,
  read: readonly { readonly where: string; readonly text: string }[],
): string {
  const sources = textsOf(value)
    .flatMap((text) => text.split(', '))
    .map((entry) => read.find(({ text }) => text.includes(entry))?.where ?? 'nowhere');
  return [...new Set(sources)].join(' and ');
}

function textsOf(value: Literal): readonly string[] {
  if (value.kind === 'str') return [value.value];
  return value.kind === 'list' ? value.items.flatMap(textsOf) : [repr(value)];
}
