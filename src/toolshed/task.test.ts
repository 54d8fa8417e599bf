import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printCall } from './action/index.ts';
import { isReached } from './goal.ts';
import { repr, subSeed, type Literal } from './python/index.ts';
import { runCall } from './run-call.ts';
import { taskOf, type Task } from './task.ts';
import type { World } from './world.ts';

const goldTexts = (task: Task): readonly string[] => task.gold.map(printCall);

test('one task of each kind, as asked and as done', () => {
  expect(taskOf(0, 'paper-2026')).toMatchObject({ id: 'toolshed-0000', template: 'email_file' });
  const shown = [0, 1, 2, 3, 4, 59].map((index) => {
    const task = taskOf(index, 'paper-2026');
    return [task.template, task.goal, ...goldTexts(task)];
  });
  expect(shown).toMatchInlineSnapshot(`
    [
      [
        "email_file",
        "Send Amara Hollis the text of drafts/agenda.md, with 'agenda' as the subject.",
        "find_contact(name='Amara Hollis')",
        "read_file(path='drafts/agenda.md')",
        "send_message(to='amara.hollis@corp.example', subject='agenda', body='welcome, staffing, any questions')",
      ],
      [
        "cancel_event",
        "The meeting 'Printer rota' on 2026-09-19 will not take place. Please cancel it.",
        "list_events(date='2026-09-19')",
        "cancel_event(event_id='evt-1')",
      ],
      [
        "schedule",
        "Put a meeting with Kavya Lindgren into the calendar, on 2026-10-13 at 09:30, under the title '1:1'.",
        "find_contact(name='Kavya Lindgren')",
        "create_event(title='1:1', date='2026-10-13', time='09:30', attendees=['kavya.lindgren@corp.example'])",
      ],
      [
        "roster",
        "Who is in team research? Save their names, separated by commas, in reports/roster.md.",
        "list_contacts(team='research')",
        "write_file(path='reports/roster.md', content='Elodie Eriksen, Kavya Eriksen')",
      ],
      [
        "archive",
        "Delete notes/todo.md. Then leave a reminder for 2026-11-14 with the text 'notes/todo.md was deleted'.",
        "delete_file(path='notes/todo.md')",
        "set_reminder(text='notes/todo.md was deleted', date='2026-11-14')",
      ],
      [
        "convert",
        "Convert 28 kg to lb and save the number, nothing else, in reports/conversion.md.",
        "convert_units(value=28, from_unit='kg', to_unit='lb')",
        "write_file(path='reports/conversion.md', content='61.7294')",
      ],
    ]
  `);
});

test('the streams are the published ones: 28 kg, whose pounds the study prints', () => {
  expect(subSeed(20260808, 'toolshed-task-0')).toBe(22865634);
  expect(goldTexts(taskOf(59, 'paper-2026'))[0]).toBe(
    "convert_units(value=28, from_unit='kg', to_unit='lb')",
  );
});

test('ten tasks of each kind; 54 goals in the study’s edition, 60 in the mended one', () => {
  const of = (edition: 'paper-2026' | 'clean-1') => Array.from({ length: 60 }, (_, i) => taskOf(i, edition));
  const kinds = of('paper-2026').map(({ template }) => template);
  for (const kind of new Set(kinds)) expect(kinds.filter((other) => other === kind)).toHaveLength(10);
  expect(new Set(of('paper-2026').map(({ goal }) => goal)).size).toBe(54);
  expect(new Set(of('clean-1').map(({ goal }) => goal)).size).toBe(60);
});

/** The worlds along the right calls, the first included. */
function worldsAlong(task: Task): readonly World[] {
  const worlds = [task.world];
  for (const text of goldTexts(task)) {
    const outcome = runCall(worlds.at(-1) ?? task.world, text);
    if (!outcome.ok) throw new Error(`${task.id}: ${text} fails with ${outcome.error.kind}`);
    worlds.push(outcome.world);
  }
  return worlds;
}

test('the right calls reach the goal, with the last of them and not before (1,000 tasks)', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat({ max: 9999 }),
      fc.constantFrom('paper-2026' as const, 'clean-1' as const),
      (baseSeed, index, edition) => {
        const task = taskOf(index, edition, baseSeed);
        const solved = worldsAlong(task).map((world) => isReached(task.requirements, world));
        expect(solved).toEqual([...task.gold.map(() => false), true]);
        checkNothingIsGuessed(task);
      },
    ),
    { numRuns: 1000 },
  );
});

/** Every value of a right call stands in the goal or in an earlier result. */
function checkNothingIsGuessed(task: Task): void {
  let { world } = task;
  let read = task.goal;
  for (const call of task.gold) {
    for (const { name, value } of call.keywords) {
      // A list of names is put together from the result.
      const words = name === 'content' ? textsOf(value).flatMap((text) => text.split(', ')) : textsOf(value);
      for (const word of words) expect(read).toContain(word);
    }
    const outcome = runCall(world, printCall(call));
    world = outcome.world;
    read += outcome.ok ? `\n${outcome.observation}` : '';
  }
}

function textsOf(value: Literal): readonly string[] {
  if (value.kind === 'str') return [value.value];
  return value.kind === 'list' ? value.items.flatMap(textsOf) : [repr(value)];
}

test('the 60 tasks of the probe: right calls reach the goal', () => {
  for (const edition of ['paper-2026', 'clean-1'] as const) {
    for (let index = 0; index < 60; index += 1) {
      const task = taskOf(index, edition);
      expect(isReached(task.requirements, worldsAlong(task).at(-1) ?? task.world)).toBe(true);
      expect(task.gold).toHaveLength(task.template === 'email_file' ? 3 : 2);
    }
  }
});

test('what is drawn for a task lies in the study’s ranges and reaches both ends (toolshed §6)', () => {
  const goals = Array.from({ length: 3000 }, (_, index) => taskOf(index, 'paper-2026'));
  const found = (template: string, pattern: RegExp) => [
    ...new Set(
      goals.filter((task) => task.template === template).map(({ goal }) => pattern.exec(goal)?.[1] ?? goal),
    ),
  ];
  const days = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(2, '0'));
  expect(found('schedule', /2026-10-(\d\d)/).sort()).toEqual(days(10, 26));
  expect(found('schedule', / at (\d\d:\d\d),/).sort()).toEqual(['09:30', '11:30', '13:30', '16:30']);
  expect(found('archive', /2026-11-(\d\d)/).sort()).toEqual(days(3, 27));
  const values = found('convert', /^Convert (\d+) /).map(Number);
  expect([Math.min(...values), Math.max(...values)]).toEqual([5, 90]);
  expect(found('convert', /^Convert \d+ (\w+ to \w+)/).sort()).toEqual(['kg to lb', 'km to mi', 'l to gal']);
  expect(found('roster', /in team (\w+)\?/).sort()).toEqual(['design', 'platform', 'research', 'support']);
});

test('goal tests are lenient where the study’s are', () => {
  const lenient: readonly (readonly [
    index: number,
    calls: (texts: readonly string[]) => readonly string[],
  ])[] = [
    [
      0,
      ([find = '', read = '', send = '']) => [find, read, send.replace(/subject='[^']*'/, "subject='other'")],
    ],
    [2, ([find = '', create = '']) => [find, create.replace("'1:1'", "'other'")]],
    [4, ([remove = '', remind = '']) => [remind.replace(/text='[^']*'/, "text='other'"), remove]],
  ];
  for (const [index, change] of lenient) {
    const task = taskOf(index, 'paper-2026');
    const texts = change(goldTexts(task));
    expect(texts).not.toEqual(goldTexts(task));
    const world = texts.reduce((before, text) => runCall(before, text).world, task.world);
    expect(isReached(task.requirements, world)).toBe(true);
  }
});

test('tasks are counted from 0', () => {
  expect(() => taskOf(-1, 'paper-2026')).toThrow(RangeError);
});
