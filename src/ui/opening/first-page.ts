import { render } from 'svelte/server';
import manifest from '../../../static-probes/manifest.json';
import publishedJson from '../../../static-probes/published/toolshed-1.json';
import { FIRST_CONDITIONS, parseItemSet } from '../../probe/index.ts';
import { duration } from '../parts/amounts.ts';
import { readPublishedValues } from '../probe/published-file.ts';
import { readRecordedRun } from '../probe/recorded-run.ts';
import { guessedLoadMs, guessedSpeed, guessedTokens } from '../probe/run-cost.ts';
import FirstPage from './FirstPage.svelte';
import { studiedCheckpoints } from './published-gains.ts';

const itemSets = import.meta.glob<string>('../../../static-probes/*.jsonl', {
  query: '?raw',
  import: 'default',
});
const recorded = import.meta.glob<unknown>('../../../static-probes/recorded/*.json', {
  import: 'default',
  eager: true,
});

/** The 135M checkpoint in bfloat16, on as many threads as an office machine has to spare. */
const PRICED = { bytes: 269e6, threads: 2, name: 'a model of 135 million parameters' };

/** What the first press will be asked to do, priced as the room prices it. */
async function firstRun(): Promise<{ items: number; cost: string }> {
  const set = manifest.sets[0];
  const jsonl = set && (await itemSets[`../../../static-probes/${set.file}`]?.());
  if (set === undefined || jsonl === undefined) throw new Error('there is no first item set');
  const parsed = parseItemSet(jsonl, set.name);
  if (!parsed.ok) throw new Error(parsed.error.happened);
  const tokens = guessedTokens(parsed.value, FIRST_CONDITIONS);
  const ms = (1000 * tokens) / guessedSpeed(PRICED.bytes, PRICED.threads) + guessedLoadMs(PRICED.bytes);
  return {
    items: parsed.value.length,
    cost: `About ${duration(ms)} on this computer with ${PRICED.name}. Nothing of it is loaded before you press, and nothing leaves this computer.`,
  };
}

const values = readPublishedValues(publishedJson);
const { items, cost } = await firstRun();
const { body } = render(FirstPage, {
  props: {
    checkpoints: studiedCheckpoints(values, Object.values(recorded).map(readRecordedRun)),
    author: `${values.source.author}, ${values.source.year}`,
    runLabel: `Run ${items} items`,
    cost,
  },
});

/** The HTML of the page before any script has run; asked for when the page is built (scripts/prerender.mjs). */
export const firstPageHtml = body.replaceAll(/<!--[^>]*-->/g, ''); // Nothing is hydrated: the marks for that are only bytes.
