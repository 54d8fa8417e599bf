import { expect, test } from 'vitest';
import { parseCall, printCall, type Call } from './action/index.ts';
import { inventedFor } from './invented.ts';
import { perturbationsOf } from './perturb.ts';
import { similarity } from './python/index.ts';
import { runCall } from './run-call.ts';
import { sampleWorld } from './sample-world.ts';
import { taskOf } from './task.ts';

const invented = inventedFor(0, 'paper-2026');

function wrongVersions(text: string): readonly string[] {
  const parsed = parseCall(text);
  if (!parsed.ok) throw new Error(text);
  return perturbationsOf(parsed.call, sampleWorld, invented).map(
    ({ operator, call, expects }) => `${operator} ${expects} ${printCall(call)}`,
  );
}

test('every wrong version of every tool’s call, in order (toolshed §7)', () => {
  expect(wrongVersions("find_contact(name='Ada Moss')")).toEqual([
    "tool_typo unknown_tool find_contacts(name='Ada Moss')",
    "arg_typo unexpected_argument find_contact(contact_name='Ada Moss')",
    "hallucinated_entity contact_not_found find_contact(name='Alex Ramirez')",
  ]);
  expect(wrongVersions("read_file(path='notes/todo.md')")).toEqual([
    "tool_typo unknown_tool read_files(path='notes/todo.md')",
    "arg_typo unexpected_argument read_file(file_path='notes/todo.md')",
    "hallucinated_entity file_not_found read_file(path='notes/meeting_notes.md')",
  ]);
  expect(wrongVersions("delete_file(path='notes/todo.md')")).toEqual([
    "tool_typo unknown_tool remove_file(path='notes/todo.md')",
    "arg_typo unexpected_argument delete_file(file_path='notes/todo.md')",
    "hallucinated_entity file_not_found delete_file(path='notes/meeting_notes.md')",
  ]);
  expect(wrongVersions("list_files(folder='notes')")).toEqual([
    "tool_typo unknown_tool list_file(folder='notes')",
    "arg_typo unexpected_argument list_files(directory='notes')",
    "hallucinated_entity folder_not_found list_files(folder='documents')",
  ]);
  expect(wrongVersions("list_contacts(team='design')")).toEqual([
    "tool_typo unknown_tool list_contact(team='design')",
    "arg_typo unexpected_argument list_contacts(team_name='design')",
    "hallucinated_entity team_not_found list_contacts(team='marketing')",
  ]);
  expect(wrongVersions("cancel_event(event_id='evt-1')")).toEqual([
    "tool_typo unknown_tool delete_event(event_id='evt-1')",
    "arg_typo unexpected_argument cancel_event(id='evt-1')",
    "hallucinated_entity event_not_found cancel_event(event_id='evt-9')",
  ]);
  expect(wrongVersions("list_events(date='2026-09-05')")).toEqual([
    "tool_typo unknown_tool list_event(date='2026-09-05')",
    "arg_typo unexpected_argument list_events(day='2026-09-05')",
    "date_format format_error list_events(date='September 5, 2026')",
    "date_format format_error list_events(date='tomorrow')",
  ]);
  expect(wrongVersions("write_file(path='a.md', content='b')")).toEqual([
    "drop_arg missing_argument write_file(path='a.md')",
    "tool_typo unknown_tool save_file(path='a.md', content='b')",
    "arg_typo unexpected_argument write_file(file_path='a.md', content='b')",
    "readonly_target permission_error write_file(path='system/config.ini', content='b')",
  ]);
  expect(wrongVersions("send_message(to='bo.reed@corp.example', subject='s', body='b')")).toEqual([
    "drop_arg missing_argument send_message(to='bo.reed@corp.example', subject='s')",
    "tool_typo unknown_tool send_email(to='bo.reed@corp.example', subject='s', body='b')",
    "arg_typo unexpected_argument send_message(recipient='bo.reed@corp.example', subject='s', body='b')",
    "name_for_email format_error send_message(to='Bo Reed', subject='s', body='b')",
  ]);
  expect(wrongVersions("set_reminder(text='t', date='2026-12-13')")).toEqual([
    "drop_arg missing_argument set_reminder(text='t')",
    "tool_typo unknown_tool create_reminder(text='t', date='2026-12-13')",
    "arg_typo unexpected_argument set_reminder(note='t', date='2026-12-13')",
    "date_format format_error set_reminder(text='t', date='December 13, 2026')",
    "date_format format_error set_reminder(text='t', date='next Tuesday')",
  ]);
  expect(wrongVersions("convert_units(value=5, from_unit='km', to_unit='mi')")).toEqual([
    "drop_arg missing_argument convert_units(value=5, from_unit='km')",
    "tool_typo unknown_tool convert_unit(value=5, from_unit='km', to_unit='mi')",
    "arg_typo unexpected_argument convert_units(amount=5, from_unit='km', to_unit='mi')",
    "type_swap type_error convert_units(value='5', from_unit='km', to_unit='mi')",
    "hallucinated_entity unsupported_conversion convert_units(value=5, from_unit='km', to_unit='m')",
  ]);
  expect(
    wrongVersions(
      "create_event(title='t', date='2026-10-05', time='09:30', attendees=['bo.reed@corp.example'])",
    ),
  ).toEqual([
    "drop_arg missing_argument create_event(title='t', date='2026-10-05', time='09:30')",
    "tool_typo unknown_tool add_event(title='t', date='2026-10-05', time='09:30', attendees=['bo.reed@corp.example'])",
    "arg_typo unexpected_argument create_event(title='t', day='2026-10-05', time='09:30', attendees=['bo.reed@corp.example'])",
    "type_swap type_error create_event(title='t', date='2026-10-05', time='09:30', attendees='bo.reed@corp.example')",
    "date_format format_error create_event(title='t', date='October 5, 2026', time='09:30', attendees=['bo.reed@corp.example'])",
    "hallucinated_entity attendee_not_found create_event(title='t', date='2026-10-05', time='09:30', attendees=['alex.ramirez@corp.example'])",
  ]);
});

test('finish() is never made wrong', () => {
  expect(wrongVersions('finish()')).toEqual([]);
});

/** Every right call of the 60 tasks with its wrong versions and the world it meets. */
function* decisionPoints(edition: 'paper-2026' | 'clean-1') {
  for (let index = 0; index < 60; index += 1) {
    const task = taskOf(index, edition);
    let { world } = task;
    for (const gold of task.gold) {
      yield { gold, world, wrong: perturbationsOf(gold, world, inventedFor(index, edition)) };
      world = runCall(world, printCall(gold)).world;
    }
  }
}

test.each(['paper-2026', 'clean-1'] as const)(
  'all 500 wrong versions of the 130 right calls fail, with the kind they are made for, and change nothing: %s',
  (edition) => {
    const points = [...decisionPoints(edition)];
    expect(points).toHaveLength(130);
    expect(points.flatMap(({ wrong }) => wrong)).toHaveLength(500);
    for (const { gold, world, wrong } of points) {
      const before = JSON.stringify(world);
      for (const { call, expects } of wrong) {
        const outcome = runCall(world, printCall(call));
        expect(outcome).toMatchObject({ ok: false, error: { kind: expects } });
        expect(outcome.world).toBe(world);
      }
      expect(JSON.stringify(world)).toBe(before);
      expect(runCall(world, printCall(gold)).ok).toBe(true);
    }
  },
);

test('a wrong version differs from the right call in one point', () => {
  for (const { gold, wrong } of decisionPoints('clean-1')) {
    for (const { call } of wrong) expect(deviations(gold, call)).toBe(1);
  }
});

function deviations(gold: Call, call: Call): number {
  const written = (argument: Call['keywords'][number]) =>
    printCall({ name: '', positional: [], keywords: [argument] });
  const changed = gold.keywords.filter((argument, at) => {
    const other = call.keywords[at];
    return other === undefined || written(other) !== written(argument);
  });
  return (gold.name === call.name ? 0 : 1) + changed.length;
}

test('wrong and right are about as alike as in the study (mean ratio 0.86)', () => {
  const ratios = [...decisionPoints('paper-2026')].flatMap(({ gold, wrong }) =>
    wrong.map(({ call }) => similarity(printCall(call), printCall(gold))),
  );
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  expect(mean).toBeCloseTo(0.86, 1);
});
