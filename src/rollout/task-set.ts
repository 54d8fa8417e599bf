import * as v from 'valibot';
import { fail, ok, readJsonLines, withoutMark, type LineFinding, type Result } from '../records/index.ts';
import { isReached, runCall, type AgentTask } from '../toolshed/index.ts';

const text = v.string('must be a text');
const name = v.pipe(text, v.nonEmpty('must not be empty'));
const texts = v.array(text, 'must be a list');
const boolean = v.boolean('must be true or false');

const worldSchema = v.strictObject({
  contacts: v.array(v.strictObject({ name, email: name, team: name })),
  files: v.array(v.strictObject({ path: name, content: text, readOnly: boolean })),
  events: v.array(
    v.strictObject({ id: name, title: text, date: text, time: text, attendees: texts, cancelled: boolean }),
  ),
  reminders: v.array(v.strictObject({ text, date: text })),
  sent: v.array(v.strictObject({ to: text, subject: text, body: text })),
  resolvedNames: texts,
});

const requirementSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('contact-found'), name }),
  v.strictObject({ kind: v.literal('file-holds'), path: name, texts }),
  v.strictObject({ kind: v.literal('file-reads'), path: name, content: text }),
  v.strictObject({ kind: v.literal('file-gone'), path: name }),
  v.strictObject({ kind: v.literal('event-cancelled'), event_id: name }),
  v.strictObject({
    kind: v.literal('event-booked'),
    title: v.nullable(text),
    date: text,
    time: text,
    attendees: texts,
  }),
  v.strictObject({ kind: v.literal('reminder-left'), date: text, text: v.nullable(text) }),
  v.strictObject({ kind: v.literal('message-sent'), to: name, subject: v.nullable(text), body: text }),
]);

const taskSchema = v.strictObject({
  task_id: name,
  env: v.literal('toolshed', 'must be toolshed'),
  template: name,
  edition: v.picklist(['paper-2026', 'clean-1']),
  system_prompt: name,
  demonstration: text,
  goal: name,
  world: worldSchema,
  reference: v.pipe(v.array(name), v.nonEmpty('must not be empty')),
  requirements: v.pipe(v.array(requirementSchema), v.nonEmpty('must not be empty')),
});

/** Reads a task set, which must be whole: one bad line refuses it, and every bad line is named. */
export function parseTaskSet(jsonl: string, fileName: string): Result<readonly AgentTask[]> {
  const tasks: AgentTask[] = [];
  const findings: LineFinding[] = [];
  for (const { line, parsed } of readJsonLines(withoutMark(jsonl))) {
    if (!parsed.ok) {
      findings.push({ line, field: null, what: parsed.what });
      continue;
    }
    const checked = v.safeParse(taskSchema, parsed.value);
    if (!checked.success) {
      for (const issue of checked.issues)
        findings.push({ line, field: v.getDotPath(issue), what: issue.message });
      continue;
    }
    const task: AgentTask = checked.output;
    const fault = faultOf(task, tasks);
    if (fault === null) tasks.push(task);
    else findings.push({ line, ...fault });
  }
  if (findings.length === 0 && tasks.length > 0) return ok(tasks);
  const places = findings.map(({ line, field, what }) => `line ${line}, ${field ?? 'as a whole'}: ${what}`);
  return fail({
    kind: 'tasks-invalid',
    happened: `${fileName} is no task set: ${places[0] ?? 'it holds no task'}.`,
    stillWorks: 'The built-in task sets. No line of this file was used.',
    cure: 'Correct the lines named in the details; static-probes/README.md says what a task is.',
    details: places.join('\n'),
  });
}

/** What no schema can say: every id once, and a reference path that solves its task with its last call. */
function faultOf(task: AgentTask, before: readonly AgentTask[]): Omit<LineFinding, 'line'> | null {
  if (before.some(({ task_id: id }) => id === task.task_id))
    return { field: 'task_id', what: `${task.task_id} stands twice` };
  let { world } = task;
  for (const call of task.reference) {
    if (isReached(task.requirements, world))
      return { field: 'requirements', what: `are met before the call ${call}` };
    const outcome = runCall(world, call);
    if (!outcome.ok) return { field: 'reference', what: `the call ${call} fails with ${outcome.error.kind}` };
    world = outcome.world;
  }
  return isReached(task.requirements, world)
    ? null
    : { field: 'requirements', what: 'are not met after the reference calls' };
}
