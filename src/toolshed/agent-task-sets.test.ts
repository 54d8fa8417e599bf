import { expect, test } from 'vitest';
import { agentTaskSets, isReached, runCall, type AgentTask, type World } from './index.ts';
import { taskShape } from './task-shape.ts';

const [paper = [], distinct = []] = agentTaskSets().map(({ tasks }) => tasks);
const every = [...paper, ...distinct];
const counted = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));

/** The worlds along the right calls, the first included. */
const worldsAlong = (task: AgentTask): readonly World[] =>
  task.reference.reduce<readonly World[]>(
    (worlds, text) => {
      const outcome = runCall(worlds.at(-1) ?? task.world, text);
      if (!outcome.ok) throw new Error(`${task.task_id}: ${text} fails with ${outcome.error.kind}`);
      return [...worlds, outcome.world];
    },
    [task.world],
  );

test('every reference path solves its task, with its last call and not before, within six steps', () => {
  for (const task of every) {
    const solved = worldsAlong(task).map((world) => isReached(task.requirements, world));
    expect([task.task_id, ...solved]).toEqual([task.task_id, ...task.reference.map(() => false), true]);
    expect(task.reference.length).toBeLessThanOrEqual(5);
  }
});

test('the study’s composition: the published cycle of twelve, twice', () => {
  expect(paper.map(({ template }) => template)).toEqual(
    [0, 1].flatMap(() =>
      (
        'lookup cancel_event simple_write archive simple_reminder schedule ' +
        'lookup roster simple_write email_file simple_reminder convert'
      ).split(' '),
    ),
  );
  expect(paper.map(({ task_id: id }) => id).at(-1)).toBe('agent-0023');
  expect(counted(paper.map(({ template }) => template))).toEqual({
    lookup: 4,
    cancel_event: 2,
    simple_write: 4,
    archive: 2,
    simple_reminder: 4,
    schedule: 2,
    roster: 2,
    email_file: 2,
    convert: 2,
  });
});

test('the study’s 24 tasks are nine situations; ours are sixty', () => {
  expect(new Set(paper.map(taskShape)).size).toBe(9);
  expect(new Set(distinct.map(taskShape)).size).toBe(60);
  const [, cancel, , , , , , roster] = paper.map(taskShape);
  expect(cancel).toBe('list_events(date: goal), cancel_event(event_id: result 1)');
  expect(roster).toBe('list_contacts(team: goal), write_file(path: goal, content: result 1)');
});

test('nothing has to be guessed: every value of a right call has been read before', () => {
  expect(every.map(taskShape).filter((shape) => shape.includes('nowhere'))).toEqual([]);
});

test('twenty kinds, three of each, one of each among the first twenty', () => {
  const kinds = distinct.map(({ template }) => template);
  expect(Object.values(counted(kinds))).toEqual(Array.from({ length: 20 }, () => 3));
  expect(new Set(kinds.slice(0, 20)).size).toBe(20);
  expect(new Set(distinct.map(({ goal }) => goal)).size).toBe(60);
  expect(new Set(every.map(({ task_id: id }) => id)).size).toBe(84);
});

test('three of ours, as asked and as done', () => {
  expect(
    [0, 32, 58].map((at) => [distinct[at]?.template, distinct[at]?.goal, ...(distinct[at]?.reference ?? [])]),
  ).toMatchInlineSnapshot(`
    [
      [
        "look_up",
        "Look up Farid Blom.",
        "find_contact(name='Farid Blom')",
      ],
      [
        "convert_and_mail",
        "Convert 6 l to gal and send the number to jonas.castell@corp.example, with 'as promised' as the subject. Then: Look up Hiroshi Fontaine.",
        "convert_units(value=6, from_unit='l', to_unit='gal')",
        "send_message(to='jonas.castell@corp.example', subject='as promised', body='1.585')",
        "find_contact(name='Hiroshi Fontaine')",
      ],
      [
        "rebook",
        "Leave a reminder for 2026-10-08 with the text 'parking moves to the north side'. Then: The meeting 'Weekly catch-up' on 2026-09-16 moves to 2026-10-24, same time, same guests. Cancel it and book it anew.",
        "set_reminder(text='parking moves to the north side', date='2026-10-08')",
        "list_events(date='2026-09-16')",
        "cancel_event(event_id='evt-3')",
        "create_event(title='Weekly catch-up', date='2026-10-24', time='09:00', attendees=['celia.kimura@corp.example'])",
      ],
    ]
  `);
});

test('a world that lacks one thing that was asked for is no solution', () => {
  for (const task of distinct) {
    const end = worldsAlong(task).at(-1) ?? task.world;
    const without: World[] = [
      { ...end, reminders: [] },
      { ...end, sent: end.sent.map((message) => ({ ...message, subject: 'other' })) },
      { ...end, events: end.events.map((event) => ({ ...event, title: 'other' })) },
      { ...end, events: end.events.map((event) => ({ ...event, cancelled: !event.cancelled })) },
      { ...end, files: end.files.map((file) => ({ ...file, content: 'other' })) },
      { ...end, files: [...end.files, ...task.world.files] },
      { ...end, resolvedNames: [] },
    ];
    // Each chore of the task is caught by one of these.
    const caught = without.filter((world) => !isReached(task.requirements, world));
    expect([task.task_id, caught.length > 0]).toEqual([task.task_id, true]);
  }
});
