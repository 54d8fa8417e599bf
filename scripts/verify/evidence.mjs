// @ts-check
// How every `npm run verify:<name>` ends: its result as JSON on stdout and, if asked, as evidence; what was expected in
// lines on stderr; exit code 1 where something does not hold.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shortened } from '../bench/numbers.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One thing that a check expects; `what` in words. @typedef {{ what: string, holds: boolean }} Expected */

/** @param {unknown} tree */
const indented = (tree) => JSON.stringify(tree, null, 2);

/**
 * @param {unknown} result
 * @param {{ name: string, save: boolean, layout?: (tree: unknown) => string }} how `name`: of the evidence file, without ending
 */
export function tellResult(result, { name, save, layout = indented }) {
  const json = `${layout(shortened(result))}\n`;
  process.stdout.write(json);
  if (!save) return;
  const file = join(root, 'docs', 'evidence', `${name}.json`);
  writeFileSync(file, json);
  console.error(`written: ${relative(root, file)}`);
}

/** @param {readonly Expected[]} expected */
export function tellExpected(expected) {
  for (const { what, holds } of expected) console.error(`${holds ? 'holds ' : 'FAILED'} ${what}`);
  if (expected.some(({ holds }) => !holds)) process.exitCode = 1;
}
