import * as v from 'valibot';
import {
  fail,
  linesNotText,
  NOT_TEXT,
  ok,
  readJsonLines,
  withoutMark,
  type LineFinding,
  type Result,
} from '../records/index.ts';
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

/** A file of something else altogether may have millions of bad lines: after so many it is read no further. */
const MOST_FINDINGS = 1_000;

/**
 * Reads a task set, as text or as the bytes of a file. It must be whole: one bad line refuses it, and every bad line is
 * named, up to the first thousand things that are wrong.
 */
export function parseTaskSet(file: string | Uint8Array, fileName: string): Result<readonly AgentTask[]> {
  const jsonl = typeof file === 'string' ? file : new TextDecoder().decode(file);
  const notText = new Set(typeof file === 'string' ? [] : linesNotText(file));
  const tasks: AgentTask[] = [];
  const findings: LineFinding[] = [];
  const ids = new Set<string>();
  for (const { line, parsed } of readJsonLines(withoutMark(jsonl))) {
    if (findings.length >= MOST_FINDINGS) break;
    if (notText.has(line)) findings.push({ line, field: null, what: NOT_TEXT });
    else if (!parsed.ok) findings.push({ line, field: null, what: parsed.what });
    else {
      const checked = v.safeParse(taskSchema, parsed.value);
      if (!checked.success) {
        for (const issue of checked.issues)
          findings.push({ line, field: v.getDotPath(issue), what: issue.message });
        continue;
      }
      const task: AgentTask = checked.output;
      const fault = faultOf(task, ids);
      ids.add(task.task_id);
      if (fault === null) tasks.push(task);
      else findings.push({ line, ...fault });
    }
  }
  if (findings.length === 0 && tasks.length > 0) return ok(tasks);
  const places = findings
    .slice(0, MOST_FINDINGS)
    .map(({ line, field, what }) => shortened(`line ${line}, ${field ?? 'as a whole'}: ${what}`));
  return fail({
    kind: 'tasks-invalid',
    happened: `${fileName} is no task set: ${places[0] ?? 'it holds no task'}.`,
    stillWorks: 'The built-in task sets. No line of this file was used.',
    cure: 'Correct the lines named in the details; static-probes/README.md says what a task is.',
    details: [
      ...places,
      ...(findings.length < MOST_FINDINGS ? [] : ['What follows was not looked at.']),
    ].join('\n'),
  });
}

/** A name out of a broken file may be as long as the file. */
const LONGEST_PLACE = 300;

const shortened = (text: string): string =>
  text.length <= LONGEST_PLACE ? text : `${text.slice(0, LONGEST_PLACE)}…`;

/** What no schema can say: every id once, and a reference path that solves its task with its last call. */
function faultOf(task: AgentTask, before: ReadonlySet<string>): Omit<LineFinding, 'line'> | null {
  if (before.has(task.task_id)) return { field: 'task_id', what: `${task.task_id} stands twice` };
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
