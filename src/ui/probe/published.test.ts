import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedFor } from './published.ts';

const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
const number = (value: number): string => value.toFixed(2).replace('-', '\u2212');

describe('publishedFor', () => {
  it.each([
    ['smollm2-135m-instruct-q4_1', 'SmolLM2-135M'],
    ['SmolLM2-360M-Instruct', 'SmolLM2-360M'],
    ['smollm2-1.7b-instruct', 'SmolLM2-1.7B'],
    ['qwen2.5-0.5b-instruct', 'Qwen2.5-0.5B'],
    ['qwen3-0.6b', 'Qwen3-0.6B'],
    ['llama-3.2-1b-instruct', 'Llama-3.2-1B'],
  ])('marks %s with the value that the opening shows for %s', (id, name) => {
    const published = publishedFor(id);
    const row = page.slice(page.indexOf(`<th scope="row">${name}</th>`)).split('</tr>')[0];
    expect(row).toContain(number(published?.valueNats ?? NaN));
    expect(row).toContain(number(published?.interval.low ?? NaN));
    expect(row).toContain(number(published?.interval.high ?? NaN));
  });

  it('has no value for a checkpoint the paper did not measure', () => {
    expect(publishedFor('smollm3-3b')).toBeUndefined();
    expect(publishedFor('dropped')).toBeUndefined();
  });
});
