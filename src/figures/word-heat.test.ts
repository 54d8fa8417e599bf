import { expect, test } from 'vitest';
import type { WordEffect } from '../probe/index.ts';
import { figureToCsv, figureToSvg, THEMES, wordCells, wordHeatFigure } from './index.ts';

const effect = (text: string, effectNats: number | null, controlNats: number | null = null): WordEffect => ({
  word: { text, start: 0, end: 1, gap: 'blank', name: `error:${text.length}-99`, controlName: null },
  seen: effectNats === null ? null : { hiddenTokens: 2, hiddenNats: -8 - effectNats, effectNats },
  controlNats,
});
const input = {
  condition: 'fail',
  part: 'error',
  effects: [
    effect('NameError:', 2.5, 0.25),
    effect('<b>no', -0.8),
    effect('tool', 0.02, 0),
    effect('xxxx', null),
    effect('never', null),
  ],
  refused: new Set(['error:5-99']),
} as const;

test('toward is orange and underlined, away blue and overlined, the unknown is pale and said', () => {
  expect(wordCells(input).map(({ text, fill, line, ink }) => [text, fill, line, ink])).toEqual([
    ['NameError:', 'toward-3', 'under', 'on-strong'],
    ['<b>no', 'away-2', 'over', 'on-heat'],
    ['tool', null, null, 'ink'],
    ['xxxx', null, null, 'soft'],
    ['never', null, null, 'soft'],
  ]);
  expect(wordCells(input).map(({ label }) => label)).toEqual([
    'NameError:: −2.50 nats of G; a control as long −0.25, difference −2.25 (2 tokens hidden, log p of the call then −10.50)',
    '<b>no: +0.80 nats of G (2 tokens hidden, log p of the call then −7.20)',
    'tool: −0.02 nats of G; a control as long 0.00, difference −0.02 (2 tokens hidden, log p of the call then −8.02)',
    'xxxx: not hidden yet',
    'never: cannot be hidden',
  ]);
});

test('the finding names how many words pull, and the strongest beside its control', () => {
  expect(wordHeatFigure(input, 700).heading).toBe(
    'Of 3 words of the error text hidden so far, 1 pulls toward the same call, 1 away from it, 1 neither way (no more than a control as long); most of all toward it “NameError:” (−2.5 nats of G; a control as long −0.3).',
  );
  const all = { ...input, effects: input.effects.slice(1, 2) };
  expect(wordHeatFigure(all, 700).heading).toBe(
    'The one word of the error text hidden: none pulls toward the same call, 1 away from it, 0 neither way (under 0.1 nats); most of all away from it “<b>no” (+0.8 nats of G).',
  );
});

test('when all are done, those that cannot be hidden are named apart', () => {
  const effects = input.effects.filter(({ word }) => word.text !== 'xxxx');
  expect(wordHeatFigure({ ...input, effects }, 700).heading).toBe(
    'All 3 words of the error text hidden (1 more cannot be): 1 pulls toward the same call, 1 away from it, 1 neither way (no more than a control as long); most of all toward it “NameError:” (−2.5 nats of G; a control as long −0.3).',
  );
});

test('table and file hold the words that were hidden, with control and difference', () => {
  const figure = wordHeatFigure(input, 700);
  expect(figureToCsv(figure).trimEnd().split(/\r?\n/).slice(1)).toEqual([
    'NameError:,2,-10.5,-2.5,-0.25,-2.25',
    '<b>no,2,-7.2,0.8,,',
    'tool,2,-8.02,-0.02,0,-0.02',
  ]);
  expect(figureToSvg(figure, THEMES.light, 'a source')).not.toContain('<b>');
});

test.each([200, 336, 760])('every mark lies inside its figure at %d px, however long a word', (width) => {
  const long = effect('x'.repeat(400), 1);
  const figure = wordHeatFigure({ ...input, effects: [...input.effects, long, effect('after', -1)] }, width);
  for (const mark of figure.marks) {
    if (mark.kind !== 'rect') continue;
    expect(mark.x + mark.width).toBeLessThanOrEqual(width);
    expect(mark.y + mark.height).toBeLessThanOrEqual(figure.height);
  }
});

test('toward, away and neither way add up, and a word that its control outdoes pulls in no direction', () => {
  const effects = [
    effect('pulls', 0.5, 0.1),
    effect('outdone', 0.5, 0.9),
    effect('alike', 0.5, 0.45),
    effect('against', -0.5, 0.4),
    effect('back', -0.5, -0.9),
    effect('still', 0, 0),
    effect('alone', 0.1),
  ];
  expect(wordHeatFigure({ ...input, effects }, 700).heading).toBe(
    'All 7 words of the error text hidden: 2 pull toward the same call, 1 away from it, 4 neither way (no more than a control as long); most of all toward it “pulls” (−0.5 nats of G; a control as long −0.1).',
  );
});
