import { expect, test } from 'vitest';
import { logReading, chosenStep, type ChosenStep } from '../../../transcript/index.ts';
import { kitDesk, kitOf, type KitInput } from './kit-desk.svelte.ts';

/** A log in which one call failed. */
function inputOf(goal: string): KitInput {
  const pasted = JSON.stringify([
    { role: 'user', content: goal },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{"nom":"Ann"}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'Error: no argument nom' },
  ]);
  const { read, failed } = logReading(pasted, {});
  const [first] = failed;
  if (read.kind !== 'transcript' || first === undefined) throw new Error('the sample has a failed call');
  const place = { call: first.call, result: first.result, attempt: 1 };
  const step: ChosenStep | null = chosenStep(read.transcript, place, 'function');
  if (step === null) throw new Error('the sample has a step');
  return { transcript: read.transcript, pasted, failed: first, step, right: null };
}

test('a result belongs to the log of its variants, not to another of the same length', async () => {
  const input = inputOf('Find Ann.');
  const kit = kitOf(input);
  if (!kit.ok) throw new Error(kit.error.happened);
  const [variant] = kit.value.variants;
  const result = {
    ...{ kind: 'backfire-lab-test-kit-result', version: 1, variantsSha256: kit.value.sha256 },
    ...{ model: 'm', host: 'h', temperature: 1, samplesPerVariant: 1, startedAt: '', finishedAt: '' },
    isComplete: true,
    variants: [
      {
        ...{ id: variant?.id, way: variant?.way, wording: variant?.wording, failed: 0 },
        counts: { 'same-call': 1, 'right-call': 0, 'other-call': 0, 'unusable-call': 0, words: 0 },
      },
    ],
  };
  await kitDesk.take(new Blob([JSON.stringify(result)]), input);
  expect(kitDesk.error).toBeNull();
  expect(kitDesk.isOf(inputOf('Find Ann.'))).toBe(true);
  expect(kitDesk.isOf(inputOf('Find Bob.'))).toBe(false);

  const [one] = result.variants;
  const overfull = { ...result, variants: [{ ...one, failed: 1 }] };
  await kitDesk.take(new Blob([JSON.stringify(overfull)]), input);
  expect(kitDesk.error?.happened).toContain('more answers of a variant than were asked for');
  expect(kitDesk.isOf(input)).toBe(true);
});

test('a file that is too large or gone is said to be so', async () => {
  const input = inputOf('Find Ann.');
  await kitDesk.take(new Blob([' '.repeat(5_000_001)]), input);
  expect(kitDesk.error?.happened).toContain('too large');
  const gone = new Blob(['{}']);
  gone.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  await kitDesk.take(gone, input);
  expect(kitDesk.error?.kind).toBe('file-not-read');
  expect(kitDesk.error?.details).toContain('gone');
});
