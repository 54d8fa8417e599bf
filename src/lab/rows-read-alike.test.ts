import { expect, test } from 'vitest';
import { rowConditionOf } from '../probe/index.ts';
import { aRow } from '../records/sample-row.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import { rowsReadAlike } from './rows-read-alike.ts';

test('rows stay where other texts do not change what their condition shows', () => {
  const wording = { ...PAPER_WORDING, error: '{error} (noted)' };
  const own = rowConditionOf('fail', wording);
  const rows = ['pre', 'fail', own, 'neut', 'abstract'].map((condition) => ({ ...aRow, condition }));
  const kept = (texts: typeof wording): readonly string[] =>
    rowsReadAlike(rows, texts).map(({ condition }) => condition);
  expect(kept(wording)).toEqual(['pre', own, 'neut', 'abstract']);
  expect(kept(PAPER_WORDING)).toEqual(['pre', 'fail', 'neut', 'abstract']);
});
