import { expect, test } from 'vitest';
import {
  candidatesOf as candidatesOfItem,
  CONDITIONS as ALL,
  CORE_CONDITIONS,
  EXTENDED_CONDITIONS,
  FIRST_CONDITIONS,
} from '../src/probe/index.ts';
import { sampleItem } from '../src/probe/sample-item.ts';
import { HARNESS_NAMES, PUBLISHED_HARNESSES } from '../src/rollout/index.ts';
import {
  CANDIDATES,
  candidatesOf,
  CONDITIONS,
  conditionsOf,
  GROUPS,
  HARNESS_GROUPS,
  HARNESSES,
  harnessesOf,
} from './study-choices.mjs';

test('the names are those of the probe', () => {
  expect(CONDITIONS).toEqual(ALL);
  expect(GROUPS).toEqual({
    first: FIRST_CONDITIONS,
    core: CORE_CONDITIONS,
    extended: EXTENDED_CONDITIONS,
    all: ALL,
  });
  const distractors = ['one()', 'two()'];
  expect(candidatesOfItem({ ...sampleItem, distractors }).map(({ name }) => name)).toEqual(CANDIDATES);
});

test.each([
  ['pre, fail', ['pre', 'fail']],
  ['fail,pre', ['pre', 'fail']],
  ['core', CORE_CONDITIONS],
  ['core,extended', ALL],
  ['first,fail_k3,first', ['pre', 'fail', 'succ', 'neut', 'fail_k3']],
])('--conditions %s', (text, value) => {
  expect(conditionsOf(text)).toEqual({ ok: true, value });
});

test.each(['', 'fail,', 'core,telepathy', 'All', 'constructor'])('--conditions “%s” is refused', (text) => {
  expect(conditionsOf(text).ok).toBe(false);
});

test.each([
  ['failed,gold', { scope: 'published', names: ['failed', 'gold'] }],
  ['same-everywhere', { scope: 'same-everywhere', names: null }],
  ['published', { scope: 'published', names: null }],
  ['same-everywhere,failed', { scope: 'same-everywhere', names: ['failed'] }],
])('--candidates %s', (text, value) => {
  expect(candidatesOf(text)).toEqual({ ok: true, value });
});

test.each(['', 'gold,silver', 'published,same-everywhere'])('--candidates “%s” is refused', (text) => {
  expect(candidatesOf(text).ok).toBe(false);
});

test('the harnesses are those of src/rollout, by name or by group', () => {
  expect(HARNESSES).toEqual(HARNESS_NAMES);
  expect(HARNESS_GROUPS).toEqual({ published: PUBLISHED_HARNESSES, all: HARNESS_NAMES });
  expect(harnessesOf('drop, verbatim,drop')).toEqual({ ok: true, value: ['drop', 'verbatim'] });
  expect(harnessesOf('terse,published')).toEqual({ ok: true, value: ['terse', ...PUBLISHED_HARNESSES] });
  expect(harnessesOf('verbatim,hope')).toEqual({ ok: false, stranger: 'hope' });
});
