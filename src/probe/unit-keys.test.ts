import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256OfText, unitKeyMaker } from '../records/index.ts';
import { FIRST_CONDITIONS, knockoutUnits, parseItemSet, probeUnits, type ProbeItem } from './index.ts';
import { sampleItem } from './sample-item.ts';

const keyOf = unitKeyMaker({ checkpointSha256: 'c', tokenizerSha256: 't', engineVersion: '1' });
const keysOf = (items: readonly ProbeItem[]): string =>
  sha256OfText(
    [...probeUnits(items, FIRST_CONDITIONS), ...items.flatMap((item) => knockoutUnits(item))]
      .map(({ request }) => `${request.id} ${keyOf(request)}`)
      .join('\n'),
  );

test('rows stored by the first version of the probe are still found', () => {
  // Digests computed with that version; a change of one prompt, call or hidden part changes them.
  const set = parseItemSet(
    readFileSync(new URL('../../static-probes/first-eight-1.jsonl', import.meta.url), 'utf8'),
    'first-eight-1',
  );
  if (!set.ok) throw new Error(set.error.details);
  expect(keysOf([sampleItem])).toBe('7326ef6e7043437c174a26af862c25bd2eb7241195e2228316a561881030512a');
  expect(keysOf(set.value)).toBe('42226e6bb4a5567fef31615cff56dec603aeafcb16792d162f30eaee33c38145');
});
