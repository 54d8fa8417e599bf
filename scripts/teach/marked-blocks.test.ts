import { describe, expect, it } from 'vitest';
import { withBlocks } from './marked-blocks.ts';

const sheet = `# Sheet

<!-- figures:one -->
old
<!-- /figures:one -->
between
<!-- figures:two -->
<!-- /figures:two -->
end
`;

describe('withBlocks', () => {
  it('replaces what stands between the marks and nothing else', () => {
    expect(withBlocks(sheet, { one: 'A', two: '| B |' })).toBe(`# Sheet

<!-- figures:one -->

A

<!-- /figures:one -->
between
<!-- figures:two -->

| B |

<!-- /figures:two -->
end
`);
  });

  it('changes nothing the second time', () => {
    const once = withBlocks(sheet, { one: 'A\n\nA', two: 'B' });
    expect(withBlocks(once, { one: 'A\n\nA', two: 'B' })).toBe(once);
  });

  it.each([
    ['a block that nobody computes', sheet, { one: 'A' }, /line 7: nothing computes the block “two”/],
    ['a block without a place', sheet, { one: 'A', two: 'B', three: 'C' }, /no place is marked for: three/],
    [
      'a block that does not end',
      sheet.replace('<!-- /figures:two -->', ''),
      { one: 'A', two: 'B' },
      /does not end/,
    ],
    ['a block twice', `${sheet}${sheet}`, { one: 'A', two: 'B' }, /“one” stands there twice/],
    [
      'a mark that is misspelt',
      sheet.replace('figures:one -->', 'figures:one->'),
      { one: 'A', two: 'B' },
      /line 3: not the start/,
    ],
    [
      'a block within another',
      sheet.replace('old', '<!-- figures:two -->'),
      { one: 'A', two: 'B' },
      /another block begins within “one”/,
    ],
  ])('refuses %s', (_, text, blocks, message) => {
    expect(() => withBlocks(text, blocks)).toThrow(message);
  });
});
