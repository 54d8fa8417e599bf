import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { checkItem } from '../probe/index.ts';
import { itemPool, type ToolshedItem } from './index.ts';
import { similarity } from './python/index.ts';
import { runCall } from './run-call.ts';
import { taskOf } from './task.ts';

const paper = itemPool('paper-2026');
const clean = itemPool('clean-1');
const both = [
  ['paper-2026', paper],
  ['clean-1', clean],
] as const;

const different = (values: readonly unknown[]): number => new Set(values).size;
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const tally = (items: readonly ToolshedItem[], key: (item: ToolshedItem) => string | number) => {
  const seen: Record<string, number> = {};
  for (const item of items) seen[key(item)] = (seen[key(item)] ?? 0) + 1;
  return seen;
};
const idsMd5 = (items: readonly ToolshedItem[]): string =>
  bytesToHex(md5(new TextEncoder().encode(items.map(({ item_id }) => item_id).join('\n'))));

test.each(both)('%s: 275 items, 58 tasks, 8 operators, 12 error kinds; the ids’ checksum', (_, pool) => {
  expect(pool).toHaveLength(275);
  expect(different(pool.map(({ task_id }) => task_id))).toBe(58);
  expect(different(pool.map(({ operator }) => operator))).toBe(8);
  expect(different(pool.map(({ error_type }) => error_type))).toBe(12);
  expect(idsMd5(pool)).toBe('ad57fad792ffd48ad61b75a92a77cda3');
});

test.each(both)('%s: the composition of the study’s pool (toolshed, appendix)', (_, pool) => {
  expect(tally(pool, ({ operator }) => operator)).toEqual({
    arg_typo: 45,
    date_format: 45,
    drop_arg: 45,
    hallucinated_entity: 45,
    tool_typo: 45,
    readonly_target: 20,
    type_swap: 20,
    name_for_email: 10,
  });
  expect(tally(pool, ({ error_type }) => error_type)).toEqual({
    format_error: 55,
    missing_argument: 45,
    unexpected_argument: 45,
    unknown_tool: 45,
    permission_error: 20,
    type_error: 20,
    contact_not_found: 12,
    file_not_found: 11,
    attendee_not_found: 6,
    event_not_found: 6,
    team_not_found: 5,
    unsupported_conversion: 5,
  });
  expect(tally(pool, ({ step_index }) => step_index)).toEqual({ 0: 104, 1: 145, 2: 26 });
  expect(tally(pool, ({ template }) => template)).toEqual({
    email_file: 54,
    schedule: 53,
    convert: 51,
    archive: 42,
    cancel_event: 40,
    roster: 35,
  });
  const goldTool = ({ gold_action, step_index }: ToolshedItem) =>
    `${gold_action.slice(0, gold_action.indexOf('('))} ${step_index}`;
  expect(tally(pool, goldTool)).toEqual({
    'find_contact 0': 28,
    'convert_units 0': 28,
    'list_events 0': 26,
    'list_contacts 0': 11,
    'delete_file 0': 11,
    'create_event 1': 39,
    'set_reminder 1': 31,
    'write_file 1': 47,
    'cancel_event 1': 14,
    'read_file 1': 14,
    'send_message 2': 26,
  });
  const perTask = Object.values(tally(pool, ({ task_id }) => task_id));
  expect(
    Object.fromEntries([...new Set(perTask)].map((n) => [n, perTask.filter((m) => m === n).length])),
  ).toEqual({ 1: 5, 2: 14, 3: 8, 4: 6, 5: 4, 7: 8, 8: 3, 9: 6, 10: 4 });
});

test('texts about as long as the study’s (toolshed, appendix)', () => {
  const length = (text: (item: ToolshedItem) => string) => mean(paper.map((item) => text(item).length));
  const lengths = paper.map(({ failed_action }) => failed_action.length);
  expect(length((item) => item.failed_action)).toBeCloseTo(56.8, 0);
  expect(Math.min(...lengths)).toBe(24);
  expect(length((item) => item.gold_action)).toBeCloseTo(60.9, 0);
  expect(Math.abs(length((item) => item.obs_fail) - 75.1)).toBeLessThan(5);
  expect(Math.abs(length((item) => item.obs_success) - 35.9)).toBeLessThan(5);
});

test('no de-duplication in the study’s edition; no item twice in the mended one', () => {
  expect(different(paper.map(({ failed_action }) => failed_action))).toBe(214);
  expect(different(paper.map((item) => `${item.template} ${item.gold_action} ${item.failed_action}`))).toBe(
    264,
  );
  expect(paper.filter((item) => item.failed_action === "find_contact(name='Alex Ramirez')")).toHaveLength(12);
  expect(different(clean.map((item) => `${item.goal} ${item.failed_action}`))).toBe(275);
});

test.each(both)('%s: every item is a sound probe item', (_, pool) => {
  for (const item of pool) expect([item.item_id, ...checkItem(item).faults]).toEqual([item.item_id]);
});

test.each(both)('%s: every item, carried out again', (edition, pool) => {
  for (const item of pool) {
    const task = taskOf(Number(item.task_id.slice(-4)), edition);
    expect(item.goal).toBe(task.goal);
    let { world } = task;
    item.prefix_actions.forEach((text, step) => {
      const outcome = runCall(world, text);
      expect(outcome).toMatchObject({ ok: true, observation: item.prefix_observations[step] });
      world = outcome.world;
    });
    const before = JSON.stringify(world);
    for (const text of [item.failed_action, ...item.distractors]) {
      const outcome = runCall(world, text);
      expect(outcome.ok).toBe(false);
      expect(outcome.world).toBe(world);
      expect(JSON.stringify(world)).toBe(before);
      if (text === item.failed_action) expect(outcome).toMatchObject({ error: { kind: item.error_type } });
    }
    expect(runCall(world, item.gold_action).ok).toBe(true);
  }
});

test.each(both)('%s: the failed call stands in no error text but the echo', (_, pool) => {
  for (const item of pool) {
    for (const text of [item.obs_fail, item.obs_fail_terse, item.obs_fail_verbose, item.obs_fail_other]) {
      expect(text).not.toContain(item.failed_action);
    }
    expect(item.obs_fail_echo).toBe(`${item.obs_fail}\n  in the call: ${item.failed_action}`);
  }
});

test.each(both)('%s: what stands beside an item', (_, pool) => {
  for (const item of pool) {
    expect(item.distractors).toHaveLength(2);
    expect(item.tool).toBe(item.failed_action.slice(0, item.failed_action.indexOf('(')));
    const documented = item.system_prompt.slice(...item.meta.documentation);
    expect(documented.startsWith(`- ${item.gold_action.slice(0, item.gold_action.indexOf('(') + 1)}`)).toBe(
      true,
    );
    expect(item.obs_neutral).toBe('Call logged.');
    const sibling = pool.find(
      (other) =>
        other.task_id === item.task_id &&
        other.step_index === item.step_index &&
        other.failed_action === item.distractors[0],
    );
    // The error of another item of the same decision point is that item's own.
    if (sibling !== undefined) expect(item.obs_fail_other).toBe(sibling.obs_fail);
  }
});

test('first distractors by operator (toolshed, appendix)', () => {
  const operatorOf = (failed: string, gold: string): string => {
    if (failed.split('(')[0] !== gold.split('(')[0]) return 'tool_typo';
    const names = (text: string) => [...text.matchAll(/([a-z_]+)=/g)].map(([, name]) => name);
    if (names(failed).length < names(gold).length) return 'drop_arg';
    return names(failed).join() === names(gold).join() ? 'other' : 'arg_typo';
  };
  expect(
    tally(paper, (item) => `${item.operator} ${operatorOf(item.distractors[0] ?? '', item.gold_action)}`),
  ).toEqual({
    'arg_typo tool_typo': 26,
    'arg_typo drop_arg': 19,
    'date_format drop_arg': 27,
    'date_format tool_typo': 18,
    'drop_arg tool_typo': 45,
    'hallucinated_entity tool_typo': 34,
    'hallucinated_entity drop_arg': 11,
    'name_for_email drop_arg': 10,
    'readonly_target drop_arg': 20,
    'type_swap drop_arg': 20,
    'tool_typo arg_typo': 26,
    'tool_typo drop_arg': 19,
  });
});

const byId = new Map(clean.map((item) => [item.item_id, item]));
const item = (pool: readonly ToolshedItem[], id: string): ToolshedItem => {
  const found = pool.find(({ item_id }) => item_id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

test('what the editions share: ids, kinds, depths and the system prompt', () => {
  for (const old of paper) {
    const mended = byId.get(old.item_id);
    expect(mended).toMatchObject({
      task_id: old.task_id,
      template: old.template,
      step_index: old.step_index,
      operator: old.operator,
      error_type: old.error_type,
      system_prompt: old.system_prompt,
      obs_neutral: old.obs_neutral,
      tool: old.tool,
      meta: old.meta,
    });
  }
});

test('success as in the study: blind to the world', () => {
  expect(paper.filter(({ obs_success }) => obs_success === 'OK')).toHaveLength(45);
  const success = (id: string) => item(paper, id).obs_success;
  expect(success('toolshed-0000-s1-arg_typo-1')).toBe('water the ferns, call Ines, return badges');
  expect(success('toolshed-0005-s0-arg_typo-2')).toBe('12.4274');
  expect(success('toolshed-0002-s0-hallucinated_entity-2')).toBe(
    "{'name': 'Alex Ramirez', 'email': 'alex.ramirez@corp.example', 'team': 'design'}",
  );
  expect(success('toolshed-0004-s1-drop_arg-0')).toBe('Reminder left for notes/todo.md was deleted.');
  expect(success('toolshed-0005-s1-drop_arg-0')).toBe('Saved 0 characters in reports/conversion.md.');
  expect(success('toolshed-0003-s0-arg_typo-1')).toBe(
    "[{'name': 'Vera Quist', 'email': 'vera.quist@corp.example', 'team': 'research'}]",
  );
});

test('success, mended: what the right call gives, or the failed one where its thing exists', () => {
  for (const mended of clean) {
    const task = taskOf(Number(mended.task_id.slice(-4)), 'clean-1');
    const world = mended.prefix_actions.reduce((before, text) => runCall(before, text).world, task.world);
    const gold = runCall(world, mended.gold_action);
    const result = gold.ok ? gold.observation : '';
    const namesOtherThing = ['hallucinated_entity', 'readonly_target'].includes(mended.operator);
    if (!namesOtherThing || mended.error_type === 'unsupported_conversion') {
      expect(mended.obs_success).toBe(result);
      continue;
    }
    // What is named instead is what is spoken of; the rest of the sentence is the right call's.
    expect(similarity(mended.obs_success, result)).toBeGreaterThan(0.5);
    if (mended.error_type === 'event_not_found') {
      expect(`cancel_event(event_id='${mended.obs_success.slice('Called off '.length, -1)}')`).toBe(
        mended.failed_action,
      );
    }
  }
  const ofKind = (kind: string) => clean.find(({ error_type }) => error_type === kind);
  expect(ofKind('contact_not_found')?.obs_success).toMatchInlineSnapshot(
    `"{'name': 'Boris Dvorak', 'email': 'boris.dvorak@corp.example', 'team': 'research'}"`,
  );
  expect(ofKind('team_not_found')?.obs_success).toMatchInlineSnapshot(
    `"[{'name': 'Elodie Eriksen', 'email': 'elodie.eriksen@corp.example', 'team': 'finance'}, {'name': 'Kavya Eriksen', 'email': 'kavya.eriksen@corp.example', 'team': 'finance'}]"`,
  );
  expect(ofKind('permission_error')?.obs_success).toMatchInlineSnapshot(
    `"Saved 29 characters in system/config.ini."`,
  );
});

test('hints by spelling stand in the study’s errors only', () => {
  const hint = /Did you mean|closest match/;
  expect(paper.filter(({ obs_fail }) => hint.test(obs_fail))).toHaveLength(130);
  expect(clean.filter((mended) => hint.test(mended.obs_fail + mended.obs_fail_verbose))).toHaveLength(0);
});

test('guesses at a tool or a parameter are wrong as often as in the study (toolshed §9.12)', () => {
  const guessed = /Did you mean '(\w+)'\?$/;
  const wrong = paper.filter(({ obs_fail, failed_action, gold_action, operator }) => {
    const guess = guessed.exec(obs_fail)?.[1];
    if (guess === undefined) return false;
    if (operator === 'tool_typo') return !gold_action.startsWith(`${guess}(`);
    const names = (call: string) => [...call.matchAll(/(\w+)=/g)].map(([, name]) => name);
    const renamed = names(failed_action).findIndex((name) => !names(gold_action).includes(name));
    return names(gold_action)[renamed] !== guess;
  });
  expect(tally(wrong, ({ error_type }) => error_type)).toEqual({ unknown_tool: 13, unexpected_argument: 7 });
});

/** What stands in the failed call and not in the right one. */
function deviatingBits(item: ToolshedItem): readonly string[] {
  const bits = (call: string): readonly string[] => call.match(/'[^']*'|\w+/g) ?? [];
  const right = new Set(bits(item.gold_action));
  return bits(item.failed_action).filter((bit) => !right.has(bit));
}

test('the deviating bit is quoted by 210 errors, and by no mended short one (toolshed §3.3)', () => {
  const quoting = (pool: readonly ToolshedItem[], text: (item: ToolshedItem) => string) =>
    pool.filter((item) => deviatingBits(item).some((bit) => text(item).includes(bit)));
  expect(quoting(paper, ({ obs_fail }) => obs_fail)).toHaveLength(210);
  expect(quoting(clean, ({ obs_fail }) => obs_fail)).toHaveLength(210);
  expect(quoting(clean, ({ obs_fail_terse }) => `'${obs_fail_terse}'`)).toHaveLength(0);
  // Short errors drop the quotes.
  const bare = paper.filter((item) =>
    deviatingBits(item).some((bit) => item.obs_fail_terse.includes(bit.replaceAll("'", ''))),
  );
  expect(bare).toHaveLength(210);
});
