import { describe, expect, it } from 'vitest';
import {
  EMPTY_ROLLOUT_LINK,
  fragmentOfRolloutLink,
  numberOfText,
  ROLLOUT_BOUNDS,
  rolloutLinkOfFragment,
  seedsOfText,
  type RolloutLink,
} from './rollout-link.ts';

const FULL: RolloutLink = {
  checkpoint: 'owner/model',
  taskSet: { name: 'toolshed-paper-2026-agent-24', sha256: 'a'.repeat(64) },
  harnesses: ['verbatim', 'verbatim+ban', 'instr-after-failure'],
  temperature: 0.8,
  topP: 0.95,
  seeds: [0, 1, 17],
  mostTokens: 32,
  mostSteps: 6,
  demonstration: false,
  firstTasks: 6,
};

describe('a link to rollouts', () => {
  it.each<[string, RolloutLink, string]>([
    ['nothing said', EMPTY_ROLLOUT_LINK, '#/rollouts'],
    [
      'everything said',
      FULL,
      `#/rollouts?v=1&checkpoint=owner/model&tasks=toolshed-paper-2026-agent-24@${'a'.repeat(64)}` +
        '&harnesses=verbatim,verbatim%2Bban,instr-after-failure&temperature=0.8&top-p=0.95&seeds=0,1,17' +
        '&tokens=32&steps=6&demonstration=no&first=6',
    ],
    [
      'names with every sign',
      { ...EMPTY_ROLLOUT_LINK, checkpoint: 'a&b=c#d?e', harnesses: ['x,y', 'z'] },
      '#/rollouts?v=1&checkpoint=a%26b%3Dc%23d%3Fe&harnesses=x%2Cy,z',
    ],
  ])('%s: is written and read again', (_, link, fragment) => {
    expect(fragmentOfRolloutLink(link)).toBe(fragment);
    expect(rolloutLinkOfFragment(fragment)).toEqual({ ...link, notes: [] });
  });

  it('reads a plus sign that a chat did not escape', () => {
    expect(rolloutLinkOfFragment('#/rollouts?harnesses=verbatim+ban').harnesses).toEqual(['verbatim+ban']);
  });

  it.each([
    ['temperature=3', /“temperature” is no number from 0 to 2/],
    ['temperature=-1', /“temperature”/],
    ['temperature=1e0', /“temperature”/],
    ['top-p=0', /“top-p”/],
    ['tokens=7', /“tokens” is no whole number from 8 to 512/],
    ['tokens=9.5', /“tokens”/],
    ['steps=0', /“steps”/],
    ['first=0', /“first”/],
    ['seeds=1,,x', /“seeds” are not up to 10/],
    ['seeds=', /“seeds”/],
    ['tokens=', /“tokens”/],
    ['tasks=x@12', /check value for the task set is damaged/],
    ['checkpoint=%E0%A4%A', /“checkpoint” cannot be read/],
    ['v=2', /newer version/],
    ['colour=red', /colour.*does not know/],
    ['steps=3&steps=4', /“steps” twice/],
  ])('%s: is named, and nothing else is changed', (pair, note) => {
    const { notes, ...link } = rolloutLinkOfFragment(`#/rollouts?demonstration=no&${pair}`);
    expect(notes).toEqual([expect.stringMatching(note)]);
    expect(link).toEqual({
      ...EMPTY_ROLLOUT_LINK,
      demonstration: false,
      mostSteps: pair.startsWith('steps=3') ? 3 : null,
      taskSet: pair.startsWith('tasks') ? { name: 'x', sha256: null } : null,
    });
  });

  it('says once what a damaged link says often: a room shows each sentence, and each name, by itself', () => {
    const read = rolloutLinkOfFragment('#/rollouts?steps=3&steps=3&steps=3&harnesses=shout,drop,shout');
    expect(read.notes).toEqual([expect.stringMatching(/“steps” twice/)]);
    expect(read.harnesses).toEqual(['shout', 'drop']);
    const long = 'x'.repeat(40);
    expect(rolloutLinkOfFragment(`#/rollouts?${long}1=0&${long}2=0`).notes).toHaveLength(1);
  });

  it('holds every number that a field takes, and a field takes no other', () => {
    const { temperature, mostSteps } = ROLLOUT_BOUNDS;
    expect(numberOfText('0.123456', temperature, false)).toBe(0.123456);
    for (const text of ['0.1234567', String(1e-7), '2.1', '', 'x']) {
      expect(numberOfText(text, temperature, false)).toBeNull();
      expect(rolloutLinkOfFragment(`#/rollouts?temperature=${text}`).notes).toHaveLength(1);
    }
    expect(numberOfText('6.5', mostSteps, true)).toBeNull();
  });

  it('says of the demonstration yes or no', () => {
    const read = rolloutLinkOfFragment('#/rollouts?demonstration=perhaps');
    expect(read).toEqual({ ...EMPTY_ROLLOUT_LINK, notes: [expect.stringMatching(/neither yes nor no/)] });
  });

  it('reads seeds as people write them', () => {
    expect(seedsOfText(' 3, 1 2 3 ')).toEqual([3, 1, 2]);
    expect(seedsOfText('')).toBeNull();
    expect(seedsOfText('1.5')).toBeNull();
    expect(seedsOfText(Array.from({ length: 11 }, (_, at) => at).join(','))).toBeNull();
  });
});
