import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runCall } from './run-call.ts';
import { deepFrozen, sampleWorld } from './sample-world.ts';
import { taskOf } from './task.ts';
import { TOOL_NAMES, TOOLS } from './tools.ts';
import type { World } from './world.ts';

/** The observations of calls that all succeed, and the world after them. */
function afterAll(...texts: readonly string[]): { world: World; observations: readonly string[] } {
  let world = sampleWorld;
  const observations = texts.map((text) => {
    const outcome = runCall(deepFrozen(world), text);
    if (!outcome.ok) throw new Error(`${text}: ${outcome.error.kind}`);
    world = outcome.world;
    return outcome.observation;
  });
  return { world, observations };
}

function errorOf(text: string, world: World = sampleWorld): unknown {
  const outcome = runCall(world, text);
  if (outcome.ok) throw new Error(`${text} succeeds: ${outcome.observation}`);
  expect(outcome.world).toBe(world);
  return outcome.error;
}

test.each([
  ["list_files(folder='notes')", "['notes/agenda.md', 'notes/todo.md']"],
  ["list_files(folder='//notes/')", "['notes/agenda.md', 'notes/todo.md']"],
  ["read_file(path='drafts/plan.md')", "Ada's plan"],
  [
    "find_contact(name='ada MOSS')",
    "{'name': 'Ada Moss', 'email': 'ada.moss@corp.example', 'team': 'design'}",
  ],
  [
    "list_contacts(team='DESIGN')",
    "[{'name': 'Ada Moss', 'email': 'ada.moss@corp.example', 'team': 'design'}, {'name': 'Cy Dahl', 'email': 'cy.dahl@corp.example', 'team': 'design'}]",
  ],
  [
    "list_events(date='2026-09-10')",
    "[{'id': 'evt-1', 'title': 'Tea', 'date': '2026-09-10', 'time': '10:00', 'attendees': ['bo.reed@corp.example']}]",
  ],
  ["list_events(date='2026-09-11')", '[]'],
  ["list_events(date='2026-13-99')", '[]'],
  ["list_events(date='2026-09-11\\n')", '[]'],
  ["convert_units(value=28, from_unit='KG', to_unit='lb')", '61.7294'],
  ["convert_units(28.0, 'kg', 'lb')", '61.7294'],
  ["convert_units(value=-40, from_unit='c', to_unit='f')", '-40.0'],
])('%s reads %s and changes no thing', (text, expected) => {
  const { world, observations } = afterAll(text);
  expect(observations).toEqual([expected]);
  expect({ ...world, resolvedNames: [] }).toEqual(sampleWorld);
});

test('each of the seven tools that change something', () => {
  const { world, observations } = afterAll(
    "write_file(path='notes/todo.md', content='é𝄞')",
    "write_file('new/x.md', content='')",
    "delete_file(path='notes/agenda.md')",
    "find_contact(name='cy dahl')",
    "create_event(title='1:1', date='2026-10-10', time='99:99', attendees=('cy.dahl@corp.example',))",
    "create_event(title='solo', date='2026-10-10', time='09:00', attendees=[])",
    "cancel_event(event_id='evt-3')",
    "send_message(to='bo.reed@corp.example', subject='s', body='b')",
    "set_reminder(text='t', date='2026-12-03')",
  );
  expect(observations).toEqual([
    'Saved 2 characters in notes/todo.md.',
    'Saved 0 characters in new/x.md.',
    'Removed notes/agenda.md.',
    "{'name': 'Cy Dahl', 'email': 'cy.dahl@corp.example', 'team': 'design'}",
    'Booked evt-3.',
    'Booked evt-4.',
    'Called off evt-3.',
    'Delivered to bo.reed@corp.example.',
    'Reminder left for 2026-12-03.',
  ]);
  const attendees = ['cy.dahl@corp.example'];
  expect(world).toEqual({
    contacts: sampleWorld.contacts,
    files: [
      { path: 'notes/todo.md', content: 'é𝄞', readOnly: false },
      sampleWorld.files[1],
      sampleWorld.files[3],
      { path: 'new/x.md', content: '', readOnly: false },
    ],
    events: [
      ...sampleWorld.events,
      { id: 'evt-3', title: '1:1', date: '2026-10-10', time: '99:99', attendees, cancelled: true },
      { id: 'evt-4', title: 'solo', date: '2026-10-10', time: '09:00', attendees: [], cancelled: false },
    ],
    reminders: [{ text: 't', date: '2026-12-03' }],
    sent: [{ to: 'bo.reed@corp.example', subject: 's', body: 'b' }],
    resolvedNames: ['Cy Dahl'],
  });
});

test('finish ends the session, whatever its arguments', () => {
  for (const text of ['finish()', "finish(1, reason='done')"]) {
    expect(runCall(sampleWorld, text)).toMatchObject({ ok: true, finished: true, world: sampleWorld });
  }
  expect(runCall(sampleWorld, "list_files('notes')")).toMatchObject({ finished: false });
});

// The order of the checks (toolshed §2.1): each call but the first of a pair has the fault before it as well.
test.each([
  ['', { kind: 'parse_error', fault: { reason: 'empty' } }],
  ["nothing(name='x'", { kind: 'parse_error' }],
  ['nothing(1, 2, 3, bad=1)', { kind: 'unknown_tool', tool: 'nothing' }],
  ["read_file('a', 'b', bad=1)", { kind: 'arity_error', tool: 'read_file', given: 2 }],
  ["write_file('a', path='b', bad=1)", { kind: 'arity_error', tool: 'write_file', twice: 'path' }],
  ['write_file(worse=1, path=2, bad=3)', { kind: 'unexpected_argument', argument: 'worse' }],
  ["send_message(recipient='x', subject=1)", { kind: 'unexpected_argument', argument: 'recipient' }],
  ["send_message(subject=1, body='b')", { kind: 'missing_argument', tool: 'send_message', parameter: 'to' }],
  ["send_message(to=1, body='b')", { kind: 'type_error', tool: 'send_message', parameter: 'to' }],
  ["write_file('system/config.ini', 1)", { kind: 'type_error', parameter: 'content' }],
  [
    "create_event('t', 'May 5', '9am', ['x'])",
    { kind: 'format_error', parameter: 'date', received: 'May 5' },
  ],
  ["create_event('t', '2026-05-05', '9am', ['x'])", { kind: 'format_error', parameter: 'time' }],
  [
    "create_event('t', '2026-05-05', '09:00', ['ada.moss@corp.example', 'y', 'x'])",
    { kind: 'attendee_not_found', key: 'y' },
  ],
])('%s fails with %o', (text, error) => {
  expect(errorOf(text)).toMatchObject(error);
});

test.each([
  ["convert_units(True, 'km', 'mi')", 'value', 'bool'],
  ["convert_units('5', 'km', 'mi')", 'value', 'str'],
  ["read_file(['a'])", 'path', 'list'],
  ['read_file(None)', 'path', 'NoneType'],
  ["create_event('t', '2026-05-05', '09:00', 'ada.moss@corp.example')", 'attendees', 'str'],
  ["create_event('t', '2026-05-05', '09:00', ['x', 1])", 'attendees', 'list'],
])('the type of %s', (text, parameter, kind) => {
  expect(errorOf(text)).toMatchObject({ kind: 'type_error', parameter, received: { kind } });
});

test.each([
  ["list_files('Notes/')", { kind: 'folder_not_found', key: 'Notes/', known: ['drafts', 'notes', 'system'] }],
  [
    "read_file('todo.md')",
    {
      kind: 'file_not_found',
      known: ['drafts/plan.md', 'notes/agenda.md', 'notes/todo.md', 'system/config.ini'],
    },
  ],
  ["delete_file('todo.md')", { kind: 'file_not_found', key: 'todo.md' }],
  ["write_file('system/config.ini', '')", { kind: 'permission_error', not: 'written' }],
  ["delete_file('system/config.ini')", { kind: 'permission_error', not: 'deleted' }],
  ["find_contact('Ada')", { kind: 'contact_not_found', known: ['Ada Moss', 'Bo Reed', 'Cy Dahl'] }],
  ["list_contacts('Sales')", { kind: 'team_not_found', key: 'Sales', known: ['design', 'support'] }],
  ["list_events('today')", { kind: 'format_error', tool: 'list_events', received: 'today' }],
  ["set_reminder('x', '2026-1-1')", { kind: 'format_error', tool: 'set_reminder' }],
  ["cancel_event('evt-9')", { kind: 'event_not_found', known: ['evt-1', 'evt-2'] }],
  ["cancel_event('evt-2')", { kind: 'state_error', eventId: 'evt-2' }],
  ["send_message('Bo Reed', 's', 'b')", { kind: 'format_error', parameter: 'to', received: 'Bo Reed' }],
  ["send_message('x@y', 's', 'b')", { kind: 'recipient_not_found', key: 'x@y' }],
  ["convert_units(1, 'F', 'C')", { kind: 'unsupported_conversion', fromUnit: 'f', toUnit: 'c' }],
])('%s fails with %o', (text, error) => {
  expect(errorOf(text)).toMatchObject(error);
});

/** Calls that are right, nearly right and quite wrong, as text. */
const someCall = fc
  .record({
    name: fc.constantFrom(...TOOL_NAMES, 'finish', 'save_file'),
    names: fc.subarray([...new Set(TOOLS.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]),
    values: fc.array(
      fc.constantFrom(
        "'notes/todo.md'",
        "'evt-1'",
        "'2026-09-14'",
        "'km'",
        "'design'",
        '[]',
        '5',
        "'a@b'",
        'x',
      ),
      { minLength: 21, maxLength: 21 },
    ),
    isExact: fc.boolean(),
  })
  .map(({ name, names, values, isExact }) => {
    const own = TOOLS.find((tool) => tool.name === name)?.parameters.map((parameter) => parameter.name);
    const used = isExact ? (own ?? []) : names.slice(0, 4);
    return `${name}(${used.map((parameter, at) => `${parameter}=${values[at] ?? ''}`).join(', ')})`;
  });

test('whatever is called, a failure leaves the world as it was, and nothing is changed in place (1,000 worlds)', () => {
  let failures = 0;
  let successes = 0;
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), fc.array(someCall, { minLength: 1, maxLength: 6 }), (index, texts) => {
      let { world } = taskOf(index, 'paper-2026');
      for (const text of texts) {
        const before = JSON.stringify(deepFrozen(world));
        const outcome = runCall(world, text);
        expect(JSON.stringify(world)).toBe(before);
        if (!outcome.ok) expect(outcome.world).toBe(world);
        failures += outcome.ok ? 0 : 1;
        successes += outcome.ok ? 1 : 0;
        world = outcome.world;
      }
    }),
    { numRuns: 1000 },
  );
  // Both branches were really taken.
  expect(Math.min(failures, successes)).toBeGreaterThan(100);
});
