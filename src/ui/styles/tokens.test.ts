import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { THEMES, type ThemeName } from '../../figures/index.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const blocks: readonly { readonly from: string; readonly theme: ThemeName }[] = [
  { from: ':root {', theme: 'light' },
  { from: ":root:not([data-theme='light']) {", theme: 'dark' },
  { from: ":root[data-theme='dark'] {", theme: 'dark' },
];

describe('tokens.css', () => {
  it.each(blocks)('gives the roles of figures their $theme colours in $from', ({ from, theme }) => {
    const start = css.indexOf(from);
    expect(start).toBeGreaterThanOrEqual(0);
    const block = css.slice(start, css.indexOf('}', start));
    for (const [role, colour] of Object.entries(THEMES[theme]))
      expect(block, role).toContain(`--${role}: ${colour};`);
  });
});
