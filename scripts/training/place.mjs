#!/usr/bin/env node
// @ts-check
// `npm run training:place`: trained stages become the built-in checkpoints of the page. One clear line where something is
// missing, and then nothing is written.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from '../options-of.mjs';
import { PROBES_FOLDER } from '../probes/item-set.mjs';
import { sourceModule } from '../source-module.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { SHIPPED, stagesOf } from './built-in-stages.mjs';
import { placeCheckpoints } from './place-checkpoints.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const USAGE = `usage: npm run training:place -- --from FOLDER [options]
  --from FOLDER        what the training wrote: hf/<stage>/, exams/<stage>.json, recipe.json
  --to FOLDER          default public/checkpoints
  --stages a=b,c=d     which stage becomes which checkpoint (default ${SHIPPED})
  --references FOLDER  what oracle/built_in_references.py wrote (default static-probes/reference-scores)
  --edition N          of those files (default 1)
  --verified FILE      what npm run verify:built-in -- --save wrote: its figures go into the model cards`;

async function main() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = optionsOf('training:place', {
    options: {
      from: text,
      to: text,
      stages: { type: 'string', default: SHIPPED },
      references: text,
      edition: { type: 'string', default: '1' },
      verified: text,
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (values.from === undefined) throw new Stop('training:place: --from is missing (see --help)');
  const edition = Number(values.edition);
  if (!Number.isInteger(edition) || edition < 1)
    throw new Stop(`--edition ${values.edition}: must be a whole number above 0`);
  const lines = await placeCheckpoints(
    {
      from: resolve(values.from),
      to: resolve(values.to ?? join(root, 'public', 'checkpoints')),
      references: resolve(values.references ?? join(PROBES_FOLDER, 'reference-scores')),
      edition,
      verified: values.verified ?? null,
      stages: stagesOf(values.stages),
    },
    await sourceModule('src/checkpoint/graph/index.ts'),
  );
  for (const line of lines) console.log(line);
}

await toExitCode(main);
