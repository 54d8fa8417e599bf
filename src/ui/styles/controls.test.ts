import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const UI = new URL('..', import.meta.url).pathname;

test('plates that are chosen from are styled in one place', () => {
  const components = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.svelte'),
  );
  expect(components.length).toBeGreaterThan(20);
  const styled = components.filter((name) =>
    readFileSync(join(UI, name), 'utf8').includes('label:has(:focus-visible)'),
  );
  // A switch whose plates are of one piece is another thing.
  expect(styled).toEqual(['shell/ThemeSwitch.svelte']);
});

test('a label of the ground’s colour keeps its filled plate where the system chooses the colours', () => {
  const css = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
  const filled = [...css.matchAll(/([^{}]+)\{[^{}]*color: var\(--on-accent\)/g)].map(([, by]) => by?.trim());
  expect(filled).toEqual(['.button.primary']);
  expect(css).toMatch(
    /@media \(forced-colors: active\) \{\s*\.button\.primary \{\s*forced-color-adjust: none;/,
  );
});
