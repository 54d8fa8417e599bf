import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runRecordOfJson, type ScoreRow } from '../../../src/records/index.ts';
import { expect, test } from '../lab-test.ts';
import { copyOf } from './bad-checkpoints.ts';
import { GIVE_UP_MS } from './probe-room.ts';
import { study, type StudyEnded } from './run-study.ts';

const workplace = async (): Promise<string> => {
  const root = test.info().outputPath('study');
  await mkdir(root, { recursive: true });
  return root;
};

const rowsIn = (jsonl: string): ScoreRow[] =>
  jsonl
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ScoreRow);

test.describe.configure({ timeout: 3 * GIVE_UP_MS });

test('groups, same candidates everywhere, padded neutral, and a record that can be opened again', async () => {
  const root = await workplace();
  const out = join(root, 'rows.jsonl');
  const record = join(root, 'run.json');
  const { code, lines } = await study(
    ...['--checkpoint', copyOf(root, 'sound'), '--items', 'toolshed-paper-2026-class-6'],
    ...['--conditions', 'first,neut_pad', '--candidates', 'same-everywhere'],
    ...['--out', out, '--record', record],
  );
  expect(lines.at(-1)).toMatch(/^120 rows/);
  expect(code).toBe(0);
  // What was found stands over it; stdout and the file hold rows alone.
  for (const says of [
    /^Shown its mistake and the error, .* word for word in /,
    /^condition .*G, nats.* G of the right call .* cases .*tasks .*would repeat .*would be right$/,
    /^pre +\d of 6 +\d of 6$/,
    ...['fail', 'succ', 'neut', 'neut_pad'].map(
      (name) => new RegExp(`^${name}( +−?\\d+\\.\\d\\d( \\[.* to .*\\])?){2} +6 +\\d +\\d of 6 +\\d of 6$`),
    ),
    /Scripted mistakes, simulated office, one small model\.$/,
  ])
    expect(lines.filter((line) => says.test(line))).toHaveLength(1);
  const rows = rowsIn(readFileSync(out, 'utf8'));
  expect(rows).toHaveLength(6 * 5 * 4);
  const read = runRecordOfJson(readFileSync(record, 'utf8'));
  if (!read.ok) throw new Error(read.error.details);
  expect(read.value.outcome).toBe('finished');
  expect(read.value.recipe).toMatchObject({ candidates: 'same-everywhere', wording: null });
  expect(read.value.itemSet).toMatchObject({ name: 'toolshed-paper-2026-class-6', items: 6 });
  expect(read.value.rows).toEqual(rows);
  expect(Object.keys(read.value.padded).sort()).toEqual(
    [...new Set(rows.map(({ item_id }) => item_id))].sort(),
  );
  // The padded context is about as long as that of the error, and longer than the bare neutral one.
  for (const id of Object.keys(read.value.padded)) {
    const tokensUnder = (condition: string): number =>
      rows.find((row) => row.item_id === id && row.condition === condition)?.ctx_tokens ?? NaN;
    const missed = Math.abs(tokensUnder('neut_pad') - tokensUnder('fail'));
    expect(missed).toBeLessThan(Math.abs(tokensUnder('neut') - tokensUnder('fail')));
    // Half a segment, with room for what merges with the text around.
    expect(missed).toBeLessThanOrEqual(12);
  }
});

test('a mended set runs with the mended texts, and its rows say so; --wording decides otherwise', async () => {
  const root = await workplace();
  const conditionsFor = async (...options: string[]): Promise<Set<string>> => {
    const { code, out } = await study(
      ...['--checkpoint', copyOf(root, 'sound'), '--limit', '1', '--candidates', 'failed'],
      ...['--conditions', 'fail,abstract,fail_instr', ...options],
    );
    expect(code).toBe(0);
    return new Set(rowsIn(out).map(({ condition }) => condition));
  };
  const mended = await conditionsFor('--items', 'toolshed-clean-1-class-6');
  expect(mended.has('fail')).toBe(true);
  expect([...mended].filter((name) => /^(abstract|fail_instr)@[0-9a-f]{12}$/.test(name))).toHaveLength(2);
  expect(await conditionsFor('--items', 'toolshed-clean-1-class-6', '--wording', 'paper')).toEqual(
    new Set(['fail', 'abstract', 'fail_instr']),
  );
});

test('a checkpoint of ToolShed alone is not asked about other text', async () => {
  const file = join(await workplace(), 'elsewhere.jsonl');
  const [line = ''] = readFileSync('static-probes/toolshed-paper-2026-class-6.jsonl', 'utf8').split('\n');
  const ask = (env: string): Promise<StudyEnded> => {
    writeFileSync(file, `${JSON.stringify({ ...(JSON.parse(line) as object), env })}\n`);
    return study(
      ...['--checkpoint', 'toolshed-base', '--items', file],
      ...['--candidates', 'failed', '--conditions', 'pre'],
    );
  };
  const own = await ask('toolshed');
  expect(own.code).toBe(0);
  expect(rowsIn(own.out)).toHaveLength(1);
  const other = await ask('elsewhere');
  expect(other.code).toBe(1);
  expect(other.out).toBe('');
  expect(other.lines.at(-1)).toMatch(/^This text is not of ToolShed.*was trained on nothing else/);
});

test('a file in the published form, with broken lines: every one is named, nothing is scored', async () => {
  const root = await workplace();
  const items = readFileSync('static-probes/toolshed-paper-2026-class-6.jsonl', 'utf8')
    .trimEnd()
    .split('\n')
    // The published record has no documentation range, and no other field than ours.
    .map((line) => ({ ...(JSON.parse(line) as Record<string, unknown>), meta: {} }));
  const whole = items.map((item) => JSON.stringify(item));
  const file = join(root, 'published.jsonl');
  writeFileSync(file, `${whole.join('\n')}\n`);
  const checkpoint = copyOf(root, 'sound');
  const sound = await study(
    ...['--checkpoint', checkpoint, '--items', file, '--candidates', 'failed', '--conditions', 'pre'],
  );
  expect(sound.code).toBe(0);
  expect(rowsIn(sound.out)).toHaveLength(6);

  const [first = '', second = '', third = '', ...rest] = whole;
  const broken = [
    first,
    second.slice(0, 40),
    third.replace('"step_index":', '"step_index":NaN,"x":'),
    JSON.stringify({ ...items[3], gold_action: 7 }),
    first,
    '',
    ...rest.slice(1),
  ];
  writeFileSync(file, `${broken.join('\n')}\n`);
  const { code, out, lines } = await study('--checkpoint', checkpoint, '--items', file);
  expect(code).toBe(1);
  expect(out).toBe('');
  for (const says of [
    /^published\.jsonl, line 2: the line is cut off$/,
    /^published\.jsonl, line 3: it holds NaN/,
    /^published\.jsonl, line 4, field gold_action: must be a text$/,
    /^published\.jsonl, line 5, field item_id: is .* which line 1 has already$/,
    /^published\.jsonl, line 6: the line is empty$/,
  ])
    expect(lines.filter((line) => says.test(line))).toHaveLength(1);
  expect(lines.at(-1)).toMatch(/^study: 5 bad lines in published\.jsonl; nothing was scored/);
});

for (const [options, says] of [
  [['--conditions', 'core,telepathy'], /there is no "telepathy"; groups: first, core, extended, all/],
  [['--candidates', 'gold,silver'], /there is no "silver"/],
  [['--candidates', 'published,same-everywhere'], /only one of published, same-everywhere/],
  [['--wording', 'nicer'], /neither paper nor mended nor a file/],
  [['--record', 'no/such/folder/run.json'], /its folder does not exist/],
] as const) {
  test(`${options.join(' ')}: one line and exit code 1`, async () => {
    const root = await workplace();
    const { code, out, lines } = await study(
      ...['--checkpoint', copyOf(root, 'sound'), '--items', 'first-eight-1', ...options],
    );
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(says);
  });
}
