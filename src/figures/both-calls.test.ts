import { describe, expect, it } from 'vitest';
import { PAPER_VIEW, type View } from '../probe/index.ts';
import { findingOf, stripFigure, type FigureSpec } from './index.ts';
import { rightCallSentence } from './right-call-words.ts';
import { sampleRun, type SampleCase } from './sample-run.ts';

/** The failed call rises by 20 nats and more, the right one by `rise`. */
const cases = (rise: (index: number) => number): readonly SampleCase[] =>
  Array.from({ length: 12 }, (_, i) => ({
    pre: -25 - (i % 4),
    fail: -5,
    right: i < 2,
    gold: { pre: -9 - rise(i), abstract: -9 - rise(i) },
    others: { abstract: -25 },
  }));
const both = sampleRun(cases((i) => 6 + (i % 3)));
const strip = (width: number): FigureSpec => stripFigure({ ...both, width });
const textsOf = ({ marks }: FigureSpec): readonly string[] =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
const find = (cases: readonly SampleCase[], view: Partial<View> = {}) =>
  findingOf({
    checkpoint: 'Toy',
    summary: sampleRun(cases, { ...PAPER_VIEW, ...view }).summary,
    allCases: cases.length,
    refusedCases: 0,
    isRunning: false,
    scope: '',
  });

describe('the right call stands beside the failed one', () => {
  it('in the finding: its cases, its chances, its G', () => {
    const { headline, chances, gain, spoken } = find(cases((i) => 6 + (i % 3)));
    expect(headline).toMatch(
      /It gave the right call a higher chance too, in 12 of 12, and would write it in 2 of 12 \(before: 0\)\.$/,
    );
    expect(chances).toMatch(
      /; of the right call: 1 in \S+ million before, 1 in 8,100 after \(medians of 12 cases\)\.$/,
    );
    expect(gain).toMatch(
      /^Mean G: −21\.5 nats \[.*\]; of the right call: −7\.0 nats \[95 %: −\d\.\d to −\d\.\d\], n 12 \(1 nat/,
    );
    expect(spoken).toContain('of the right call: minus 7.0 nats');
  });

  it('in the heading of the strip, with interval and n', () => {
    expect(strip(760).heading).toMatch(
      /; mean G −21\.5 nats \[.*\]\. The right call became more likely too: mean G −7\.0 nats \[95 %: −\d\.\d to −\d\.\d\], n 12\.$/,
    );
  });

  it.each([
    [336, [/^failed: −21\.5 \[.*\], written 0 of 12$/, /^right: −7\.0 \[.*\], written 2 of 12$/]],
    [760, [/^right call$/, /^−21\.5$/, /^−7\.0$/, /^written 2 of 12$/]],
  ])('in its row at %i px', (width, patterns) => {
    const texts = textsOf(strip(width));
    for (const pattern of patterns)
      expect(
        texts.some((text) => pattern.test(text)),
        String(pattern),
      ).toBe(true);
  });

  it('in the table and in what is heard', () => {
    const { table, description } = strip(760);
    const at = table.columns.findIndex(({ name }) => name === 'G of the right call (nats)');
    const row = table.rows.find(([shown, of]) => shown === 'error' && of === 'mean of 12');
    expect(row?.slice(at, at + 3)).toEqual([
      both.summary.rightGain?.value,
      both.summary.rightGain?.interval?.low,
      both.summary.rightGain?.interval?.high,
    ]);
    expect(description).toMatch(/of the right call minus 7\.0 nats, 95 percent interval minus/);
  });

  it('says nothing of a right call that a recorded run does not keep', () => {
    const conditions = both.summary.conditions.map((one) => ({ ...one, rightGain: null }));
    const recorded = { name: 'Old', summary: { ...both.summary, rightGain: null, conditions } };
    const { heading, description } = stripFigure({ summary: null, items: [], width: 760, recorded });
    expect(heading).not.toContain('right call');
    expect(description).not.toContain('of the right call');
  });
});

describe('what is claimed of it follows its own interval', () => {
  const sentence = (rise: (index: number) => number): string =>
    rightCallSentence(sampleRun(cases(rise)).summary);
  it.each<[string, (index: number) => number, RegExp]>([
    ['rises', () => 4, /^ The right call became more likely too: mean G −4\.0 nats/],
    ['falls', () => -4, /^ The right call became less likely: mean G 4\.0 nats/],
    ['stays', () => 0, /^ The right call stayed as likely as before: mean G 0\.0 nats/],
    [
      'wavers',
      (i) => (i % 2 === 0 ? 3 : -2.6),
      /^ Whether the right call became more or less likely cannot be told: mean G −0\.2 nats \[95 %: −\S+ to \S+\], n 12\.$/,
    ],
  ])('%s', (_, rise, words) => {
    expect(sentence(rise)).toMatch(words);
  });

  it('names the token where the view is of tokens', () => {
    const { headline } = find(
      cases(() => 4),
      { scale: 'first-diverging-token' },
    );
    expect(headline).toMatch(/It gave the right call’s own token there a higher chance too, in 12 of 12/);
  });
});
