import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN_FOLDER, builtInIndex, writeBuiltInIndex } from './built-in-index.mjs';

it('the committed index tells what lies in public/checkpoints', async () => {
  const { checkpoints } = JSON.parse(await builtInIndex(BUILT_IN_FOLDER)) as { checkpoints: unknown[] };
  const file = join(BUILT_IN_FOLDER, 'index.json');
  if (existsSync(file)) expect(readFileSync(file, 'utf8')).toBe(await builtInIndex(BUILT_IN_FOLDER));
  else expect(checkpoints, 'checkpoints without an index: node scripts/built-in-index.mjs').toEqual([]);
});

it('writes what it reads, does not list itself or compressed copies, and leaves an absent folder absent', async () => {
  const home = mkdtempSync(join(tmpdir(), 'lab-built-in-'));
  try {
    expect(await writeBuiltInIndex(join(home, 'nothing'))).toBeNull();
    expect(existsSync(join(home, 'nothing'))).toBe(false);
    mkdirSync(join(home, 'one'));
    writeFileSync(join(home, 'one', 'config.json'), '{}');
    for (const coding of ['br', 'gz']) writeFileSync(join(home, 'one', `config.json.${coding}`), '');
    const file = await writeBuiltInIndex(home);
    const written: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'));
    expect(written).toEqual({
      checkpoints: [{ id: 'one', name: 'one', scope: 'general', files: [{ path: 'config.json', bytes: 2 }] }],
    });
    expect(await builtInIndex(home)).toBe(readFileSync(file ?? '', 'utf8'));
  } finally {
    rmSync(home, { recursive: true });
  }
});
