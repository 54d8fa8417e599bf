import { expect, test } from 'vitest';
import json from '../../../static-probes/recorded/smollm2-135m-instruct-q4_1.toolshed-paper-2026-core-100.json';
import { stripFigure } from '../../figures/index.ts';
import { recordedLayer } from './recorded-layer.ts';
import { readRecordedRun } from './recorded-run.ts';

const run = readRecordedRun(json);

test('every case and mean of the recorded run is in its layer, under its own name', () => {
  const { name, summary } = recordedLayer(run);
  expect(name).toBe('SmolLM2-135M-Instruct, Q4_1 weights; item wording rebuilt');
  expect(summary.conditions.map(({ condition }) => condition)).toEqual(['fail', 'succ', 'neut', 'abstract']);
  expect(summary.gain?.value).toBe(run.wholeCall['G of fail']?.[0]);
  const moves = run.items.values['G of fail']?.filter((value) => value !== null) ?? [];
  // The rise of the right call is kept of the error alone.
  expect(summary.rightGain?.value).toBe(-(run.wholeCall['repair']?.[0] ?? NaN));
  expect(summary.rightGain?.interval?.low).toBe(-(run.wholeCall['repair']?.[2] ?? NaN));
  expect(summary.conditions.map(({ rightGain }) => rightGain === null)).toEqual([false, true, true, true]);
  expect(summary.subject).toBe('fail');
  expect(summary.cases).toBe(moves.length);
  expect(summary.toward).toBe(moves.filter((value) => value < 0).length);
  expect(summary.away).toBe(moves.filter((value) => value > 0).length);
  for (const { condition, gains, gain, repeats } of summary.conditions) {
    expect(gains.size).toBe(100);
    const mean = [...gains.values()].reduce((sum, value) => sum + value, 0) / gains.size;
    expect(mean).toBeCloseTo(gain.value, 3);
    const repeated = run.items.values[`repeats of ${condition}`] ?? [];
    expect(repeats).toEqual({ k: repeated.filter((value) => value === 1).length, n: 100 });
  }
});

test('where no case is kept by itself, the mean is drawn alone and no case is told of', () => {
  const layer = recordedLayer({ ...run, items: { ids: run.items.ids, values: {} } });
  expect(layer.summary.conditions.every(({ gains }) => gains.size === 0)).toBe(true);
  const figure = stripFigure({ summary: null, items: [], width: 760, recorded: layer });
  expect(figure.marks.filter(({ label }) => label?.startsWith('recorded run'))).toHaveLength(4);
  expect(figure.description).not.toContain('of 0 cases');
});
