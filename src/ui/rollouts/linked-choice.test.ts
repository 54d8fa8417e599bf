import { describe, expect, it } from 'vitest';
import { DEFAULT_ROLLOUT_CHOICE, type RolloutChoice } from '../../lab/index.ts';
import { EMPTY_ROLLOUT_LINK, fragmentOfRolloutLink, rolloutLinkOfFragment } from '../../records/index.ts';
import { HARNESS_NAMES, PUBLISHED_HARNESSES } from '../../rollout/index.ts';
import { FIRST_LOOK } from './first-look.ts';
import { HARNESS_WORDS, harnessLine, harnessPresetOf } from './harness-words.ts';
import { choiceOfLink, linkOfChoice, saysAChoice } from './linked-choice.ts';

const USUAL = { demonstration: true };

describe('a choice and its link', () => {
  it.each<[string, Partial<RolloutChoice>]>([
    ['as usual', {}],
    ['sampled', { temperature: 0.8, topP: 0.9, seeds: [1, 2, 3] }],
    [
      'everything otherwise',
      { harnesses: ['drop', 'terse'], mostTokens: 32, mostSteps: 3, demonstration: false, firstTasks: 6 },
    ],
  ])('%s: comes back by its link', (_, change) => {
    const choice = { ...DEFAULT_ROLLOUT_CHOICE, ...change };
    const { notes, ...link } = rolloutLinkOfFragment(fragmentOfRolloutLink(linkOfChoice('x', null, choice)));
    expect(notes).toEqual([]);
    // Whatever the checkpoint's usual is, the link says what was chosen.
    expect(choiceOfLink(link, { demonstration: !choice.demonstration })).toEqual({ choice, notes: [] });
  });

  it('says nothing of seeds and top-p where chance has no part', () => {
    const link = linkOfChoice(null, null, { ...DEFAULT_ROLLOUT_CHOICE, seeds: [4, 5], topP: 0.5 });
    expect([link.seeds, link.topP, link.temperature]).toEqual([null, null, null]);
  });

  it('names harnesses that are not known, keeps the order of columns, and runs the published six where none is left', () => {
    const link = { ...EMPTY_ROLLOUT_LINK, harnesses: ['drop', 'shout', 'verbatim'] };
    expect(choiceOfLink(link, USUAL).choice.harnesses).toEqual(['verbatim', 'drop']);
    expect(choiceOfLink(link, USUAL).notes).toEqual([expect.stringContaining('“shout”')]);
    // Two names that look the same once they are shortened are named once.
    const alike = ['1', '2'].map((end) => 'x'.repeat(30) + end);
    expect(choiceOfLink({ ...link, harnesses: alike }, USUAL).notes).toHaveLength(1);
    expect(choiceOfLink({ ...link, harnesses: ['shout'] }, USUAL).choice.harnesses).toEqual(
      PUBLISHED_HARNESSES,
    );
  });

  it('knows a link that only leads to a checkpoint and tasks', () => {
    expect(
      saysAChoice({ ...EMPTY_ROLLOUT_LINK, checkpoint: 'x', taskSet: { name: 'y', sha256: null } }),
    ).toBe(false);
    expect(saysAChoice({ ...EMPTY_ROLLOUT_LINK, demonstration: false })).toBe(true);
    expect(saysAChoice(rolloutLinkOfFragment(FIRST_LOOK))).toBe(true);
    expect(rolloutLinkOfFragment(FIRST_LOOK).notes).toEqual([]);
  });
});

describe('words of harnesses', () => {
  it('say of each what it shows, bans and instructs, no two alike', () => {
    expect(HARNESS_WORDS.map(({ name }) => name)).toEqual(HARNESS_NAMES);
    const lines = HARNESS_WORDS.map(harnessLine);
    expect(new Set(lines).size).toBe(lines.length);
    expect(HARNESS_WORDS.filter(({ isPublished }) => isPublished)).toHaveLength(6);
    for (const { name, shown, rules } of HARNESS_WORDS) {
      expect(rules.some((rule) => rule.startsWith('ban'))).toBe(name.includes('ban'));
      expect(rules.some((rule) => rule.startsWith('instruction'))).toBe(name.includes('instr'));
      // A presentation without words of its own would show its bare name.
      expect(shown).toContain(' ');
    }
  });

  it('know a preset by what is chosen, in whatever order', () => {
    expect(harnessPresetOf([...PUBLISHED_HARNESSES].reverse())).toBe('published');
    expect(harnessPresetOf(HARNESS_NAMES)).toBe('all');
    expect(harnessPresetOf(['verbatim'])).toBeNull();
  });
});
