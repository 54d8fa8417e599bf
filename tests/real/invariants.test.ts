/**
 * Measurement §9.3, 1–7, in tokens of the mirrored checkpoint: which contexts and candidates are the same whatever the
 * wording. That equal ids score equally is measured in the browser (tests/e2e/real/invariants.spec.ts).
 */
import { expect, it } from 'vitest';
import {
  candidatesUnder,
  CONDITIONS,
  underCondition,
  type ConditionName,
  type ProbeItem,
} from '../../src/probe/index.ts';
import {
  contextIds,
  contextOf,
  crossed,
  idsOfText,
  showing,
  siblings,
  tokenizer,
  toolshedItems,
} from './toolshed-units.ts';

/** What ChatML writes around a content: two control tokens, the role, two line ends. `assistant` is two tokens. */
const AROUND_TOKENS = { system: 5, user: 5, assistant: 6 } as const;
/** The turn that is asked for is begun, not ended: no content's end, no line end after it. */
const TURN_BEGUN_TOKENS = AROUND_TOKENS.assistant - 2;

const tokensUnder = (item: ProbeItem, condition: ConditionName): number => contextIds(item, condition).length;

it('1: without an earlier step `fail_early` has the ids of `fail`, with one it has not', () => {
  const depths = new Set<boolean>();
  for (const item of toolshedItems) {
    const first = item.prefix_actions.length === 0;
    depths.add(first);
    const same = contextIds(item, 'fail_early').join() === contextIds(item, 'fail').join();
    expect([item.item_id, same]).toEqual([item.item_id, first]);
  }
  expect(depths.size).toBe(2);
});

it('2 and 6: siblings have the same ids under `pre` and under `abstract_min`, and the same right call', () => {
  for (const { one, other } of siblings) {
    expect(idsOfText(one.gold_action)).toEqual(idsOfText(other.gold_action));
    for (const condition of ['pre', 'abstract_min'] as const)
      expect(contextIds(one, condition)).toEqual(contextIds(other, condition));
  }
  expect(siblings.length).toBeGreaterThan(100);
});

it('3: `fail_other` has the ids of `fail` of the sibling whose call it shows', () => {
  for (const { one, other } of crossed)
    expect(contextIds(one, 'fail_other')).toEqual(contextIds(other, 'fail'));
  expect(crossed.length).toBeGreaterThan(100);
});

it('4: `fail`, `fail_k2` and `fail_k3` grow by the same tokens', () => {
  for (const item of toolshedItems) {
    const before = tokensUnder(item, 'pre');
    const grown = tokensUnder(item, 'fail') - before;
    expect(grown).toBeGreaterThan(AROUND_TOKENS.assistant + AROUND_TOKENS.user);
    expect(tokensUnder(item, 'fail_k2') - before).toBe(2 * grown);
    expect(tokensUnder(item, 'fail_k3') - before).toBe(3 * grown);
  }
});

it('5: a message costs its content and what stands around it', () => {
  for (const item of toolshedItems)
    for (const condition of CONDITIONS) {
      const messages = underCondition(item, condition, showing)?.messages ?? [];
      const tokens = messages.map(({ role, content }) => idsOfText(content).length + AROUND_TOKENS[role]);
      expect([item.item_id, condition, tokensUnder(item, condition)]).toEqual([
        item.item_id,
        condition,
        tokens.reduce((a, b) => a + b) + TURN_BEGUN_TOKENS,
      ]);
    }
});

it('7: a candidate has the same ids under every condition, also when it is encoded together with its context', () => {
  const seen = new Map<string, string>();
  for (const item of toolshedItems)
    for (const condition of CONDITIONS)
      for (const { name, call } of candidatesUnder(item, condition)) {
        const ids = idsOfText(call).join();
        const key = `${item.item_id} ${name}`;
        expect([key, seen.get(key) ?? ids]).toEqual([key, ids]);
        seen.set(key, ids);
        const differs = tokenizer.jointDiffers(contextOf(item, condition), call);
        expect([key, condition, differs]).toEqual([key, condition, false]);
      }
  // Four strings for each of the 275 items.
  expect(seen.size).toBe(4 * 275);
});
