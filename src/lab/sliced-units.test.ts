import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { CONDITIONS, parseItemSet, probeUnits, workOf, type Showing } from '../probe/index.ts';
import { MENDED_WORDING, PAPER_WORDING } from '../transcript/index.ts';
import { keysInSlices, UnitShelf, unitsAsked, unitsInSlices } from './sliced-units.ts';

const hashed = vi.hoisted(() => ({ texts: 0 }));
vi.mock('@noble/hashes/sha2.js', async (real) => {
  const sha2 = await real<typeof import('@noble/hashes/sha2.js')>();
  const counting = (bytes: Uint8Array): Uint8Array => {
    hashed.texts += 1;
    return sha2.sha256(bytes);
  };
  return { ...sha2, sha256: counting };
});

const set = parseItemSet(
  readFileSync(new URL('../../static-probes/toolshed-paper-2026-quick-12.jsonl', import.meta.url), 'utf8'),
  'quick',
);
if (!set.ok) throw new Error(set.error.details);
const items = set.value;
const showing: Showing = {
  wording: PAPER_WORDING,
  padded: new Map(items.map(({ item_id }) => [item_id, 'Noted. entry=1'])),
};
const identity = { checkpointSha256: 'c', tokenizerSha256: 't', engineVersion: '1' };
const contentsOf = (units: ReturnType<typeof probeUnits>) => units.map(({ request }) => request);

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(['published', 'same-everywhere'] as const)('slices change nothing: %s', async (scope) => {
  const whole = probeUnits(items, CONDITIONS, showing, scope);
  // Every look at the clock finds a slice used up.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  expect(await unitsInSlices(items, CONDITIONS, showing, scope)).toEqual(whole);
  expect(unitsAsked(items, CONDITIONS, scope)).toBe(whole.length);
  const keys = await keysInSlices(identity)(contentsOf(whole));
  expect(new Set(keys).size).toBeGreaterThan(0);
  expect(keys).toEqual(
    await keysInSlices(identity)(contentsOf(probeUnits(items, CONDITIONS, showing, scope))),
  );
});

test('no unit is hashed twice, by whomever its key is asked for', async () => {
  const units = probeUnits(items, CONDITIONS, showing);
  hashed.texts = 0;
  const keys = await keysInSlices(identity)(contentsOf(units));
  const once = hashed.texts;
  expect(once).toBeGreaterThanOrEqual(units.length);
  expect(await keysInSlices(identity)(contentsOf(units))).toEqual(keys);
  const work = workOf(units, { model: 'm', identity }, []);
  expect(work.requests).toHaveLength(units.length);
  expect(hashed.texts).toBe(once);
  // Another engine asks anew, and gets other keys.
  const others = await keysInSlices({ ...identity, engineVersion: '2' })(contentsOf(units));
  expect(others.filter((key) => keys.includes(key))).toEqual([]);
});

test('asked the same again, the very same units; asked otherwise, others', async () => {
  const shelf = new UnitShelf();
  const first = await shelf.unitsFor(items, CONDITIONS, showing, 'published');
  expect(await shelf.unitsFor(items, CONDITIONS, { ...showing }, 'published')).toBe(first);
  const mended = await shelf.unitsFor(
    items,
    CONDITIONS,
    { ...showing, wording: MENDED_WORDING },
    'published',
  );
  expect(mended).not.toBe(first);
  expect(mended.some(({ rowCondition }) => rowCondition.startsWith('abstract@'))).toBe(true);
});
