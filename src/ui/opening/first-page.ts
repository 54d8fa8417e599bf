import { render } from 'svelte/server';
import { sets as frozenSets } from '../../../static-probes/manifest.json';
import publishedJson from '../../../static-probes/published/toolshed-1.json';
import { FIRST_CONDITIONS, parseItemSet } from '../../probe/index.ts';
import { duration } from '../parts/amounts.ts';
import { readPublishedValues } from '../probe/published-file.ts';
import { readRecordedRun } from '../probe/recorded-run.ts';
import { FIRST_LOOK_SET } from '../probe/first-look.ts';
import { builtInCost, guessedLoadMs, guessedSpeed, guessedTokens } from '../probe/run-cost.ts';
import FirstPage from './FirstPage.svelte';
import { studiedCheckpoints } from './published-gains.ts';

const itemSets = import.meta.glob<string>(
  '../../../static-probes/{first-eight-1,toolshed-paper-2026-quick-12}.jsonl',
  { query: '?raw', import: 'default', eager: true },
);
const recorded = import.meta.glob<unknown>('../../../static-probes/recorded/*.json', {
  import: 'default',
  eager: true,
});

/** The 135M checkpoint in bfloat16, on as many threads as an office machine has to spare. */
const PRICED = { bytes: 269e6, threads: 2, name: 'a model of 135 million parameters' };

/** What the page comes with: the built-in base checkpoint, if it does, and whether the others are there too. */
export interface BuiltIn {
  readonly baseBytes: number | null;
  readonly all: boolean;
}

/** What a press will be asked to do, priced as the room prices it. */
function priced(name: string | undefined, bytes: number): { items: number; time: string } {
  const set = frozenSets.find((one) => one.name === name);
  const jsonl = set && itemSets[`../../../static-probes/${set.file}`];
  if (set === undefined || jsonl === undefined) throw new Error(`there is no item set ${name ?? ''}`);
  const parsed = parseItemSet(jsonl, set.name);
  if (!parsed.ok) throw new Error(parsed.error.happened);
  const tokens = guessedTokens(parsed.value, FIRST_CONDITIONS);
  const ms = (1000 * tokens) / guessedSpeed(bytes, PRICED.threads) + guessedLoadMs(bytes);
  return { items: parsed.value.length, time: `About ${duration(ms)} on this computer` };
}

/** The HTML of the page before any script has run; asked for when the page is built (scripts/prerender.mjs). */
export function firstPageHtml({ baseBytes, all }: BuiltIn): string {
  const values = readPublishedValues(publishedJson);
  const look = priced(FIRST_LOOK_SET, baseBytes ?? PRICED.bytes);
  const run = baseBytes === null ? priced(frozenSets[0]?.name, PRICED.bytes) : look;
  const lookCost = baseBytes === null ? '' : builtInCost(baseBytes);
  const { body } = render(FirstPage, {
    props: {
      checkpoints: studiedCheckpoints(values, Object.values(recorded).map(readRecordedRun)),
      author: `${values.source.author}, ${values.source.year}`,
      runLabel: `Run ${run.items} items`,
      cost:
        baseBytes === null
          ? `${run.time} with ${PRICED.name}. Nothing of it is loaded before you press, and nothing leaves this computer.`
          : `${lookCost} ${run.time}, if it is not busy. Nothing leaves it.`,
      waysIn: { items: look.items, cost: lookCost, base: baseBytes !== null, all },
    },
  });
  // Nothing is hydrated: the marks for that are only bytes.
  return body.replaceAll(/<!--[^>]*-->/g, '');
}
