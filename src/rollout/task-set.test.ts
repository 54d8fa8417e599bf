import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentTaskSets } from '../toolshed/index.ts';
import { parseTaskSet } from './index.ts';

const fileOf = (name: string): string =>
  readFileSync(new URL(`../../static-probes/tasks/${name}.jsonl`, import.meta.url), 'utf8');

test.each(agentTaskSets().map(({ name, tasks }) => ({ name, tasks })))(
  'the frozen set $name is read as it was made',
  ({ name, tasks }) => {
    expect(parseTaskSet(fileOf(name), `${name}.jsonl`)).toEqual({ ok: true, value: tasks });
  },
);

const [line = ''] = fileOf('toolshed-paper-2026-agent-24').split('\n');
const changed = (change: (task: Record<string, unknown>) => object): string =>
  JSON.stringify({ ...(JSON.parse(line) as object), ...change(JSON.parse(line) as Record<string, unknown>) });

test.each<[string, string]>([
  ['', 'it holds no task'],
  [line.slice(0, 50), 'line 1, as a whole: the file is cut off here'],
  [`${line}\n${line}`, 'line 2, task_id: agent-0000 stands twice'],
  [changed(() => ({ env: 'other' })), 'line 1, env: must be toolshed'],
  [changed(() => ({ goal: '' })), 'line 1, goal: must not be empty'],
  [changed(() => ({ more: 1 })), 'line 1, more: '],
  [changed(() => ({ requirements: [{ kind: 'world-peace' }] })), 'line 1, requirements.0.kind: '],
  [
    changed(() => ({ requirements: [{ kind: 'file-gone', path: 'notes/todo.md' }] })),
    'line 1, requirements: are met before the call',
  ],
  [changed(() => ({ reference: ["read_file(path='x')"] })), 'line 1, reference: the call read_file'],
  [
    changed(({ reference }) => ({ requirements: [{ kind: 'contact-found', name: 'Nobody' }], reference })),
    'line 1, requirements: are not met after the reference calls',
  ],
])('a bad file is refused by line and field: %#', (text, found) => {
  const parsed = parseTaskSet(text, 'tasks.jsonl');
  expect(parsed.ok ? '' : parsed.error.happened).toContain(`tasks.jsonl is no task set: ${found}`);
});

test('bytes that are no text are refused, never repaired', () => {
  const bytes = new TextEncoder().encode(
    `${line}\n${changed(() => ({ task_id: 'other', goal: 'Caf? au lait' }))}\n`,
  );
  bytes[bytes.lastIndexOf('?'.charCodeAt(0))] = 0xe9; // é as in Latin-1
  const parsed = parseTaskSet(bytes, 'tasks.jsonl');
  expect(parsed.ok ? '' : parsed.error.details).toBe(
    'line 2, as a whole: holds bytes that are not UTF-8 text',
  );
});

test('a large file of something else is given up after a thousand findings, and no name fills the screen', () => {
  const strange = JSON.stringify({ ['x'.repeat(5_000)]: 1 });
  const parsed = parseTaskSet(`${strange}\n`.repeat(20_000), 'rows.jsonl');
  const details = parsed.ok ? '' : parsed.error.details;
  expect(details.length).toBeLessThan(200_000);
  expect(details).toContain('What follows was not looked at.');
  expect(details).not.toContain('line 2000,');
});
