import { describe, expect, it } from 'vitest';
import { fragmentOfTrainingLink, trainingLinkOfFragment, type TrainingLink } from './training-link.ts';

const itemSet = { name: 'toolshed-paper-2026-class-6', sha256: 'a'.repeat(64) };

describe('a link to the room', () => {
  it.each<[TrainingLink, string]>([
    [{ preset: 'twins', itemSet: null }, '#/training-data?preset=twins'],
    [{ preset: 'class', itemSet: null }, '#/training-data?preset=class'],
    [
      { preset: 'twins', itemSet },
      `#/training-data?v=1&items=${itemSet.name}@${itemSet.sha256}&preset=twins`,
    ],
    [
      { preset: 'class', itemSet },
      `#/training-data?v=1&items=${itemSet.name}@${itemSet.sha256}&preset=class`,
    ],
  ])('is written and read again: %j', (link, fragment) => {
    expect(fragmentOfTrainingLink(link)).toBe(fragment);
    expect(trainingLinkOfFragment(fragment)).toEqual({ ...link, notes: [] });
  });

  it('bare, leads to the four checkpoints', () => {
    expect(trainingLinkOfFragment('#/training-data')).toEqual({ preset: 'twins', itemSet: null, notes: [] });
  });

  it('names what it cannot follow, and is shown as usual', () => {
    const read = trainingLinkOfFragment(
      '#/training-data?preset=party&preset=class&conditions=neut&colour=red',
    );
    expect(read.preset).toBe('twins');
    expect(read.itemSet).toBeNull();
    expect(read.notes.join(' ')).toMatch(/colour.*party.*twice.*conditions/s);
    // A room shows each sentence by itself.
    expect(trainingLinkOfFragment(`#/training-data?${'a=b&'.repeat(3)}`).notes).toHaveLength(2);
  });
});
