import { fixed } from '../../src/figures/index.ts';
import { outcomeOfClass, type Measured } from './measured.ts';

/** What two computers may differ by in a G, nats: four scores with 2·10⁻⁴ each, and the record's own rounding. */
const APART_NATS = 1e-3;

/** Which records the numbers are of, and which of them a laptop may round the other way. */
export function recordsBlock(all: readonly Measured[]): Record<string, string> {
  const runs = [...new Set(all.map(({ run }) => run))];
  const weights = runs.map(
    ({ provenance }) => `\`${provenance.checkpointId}\` ${provenance.checkpointSha256.slice(0, 12)}`,
  );
  const engines = runs.map(
    ({ provenance }) => `engine ${provenance.engineVersion} on onnxruntime-web ${provenance.ortVersion}`,
  );
  const sets = runs.map(({ itemSet }) => `\`${itemSet.name}\``);
  const list = (words: readonly string[]): string => [...new Set(words)].join(', ');
  return {
    records: `Items: ${list(sets)}. Weights (first digits of their SHA-256): ${list(weights)}. Computed by ${list(engines)}. ${edgeWords(all)}`,
  };
}

/** Of every G that a laptop shows: item by item, and the means with their intervals, all items and the two kinds apart. */
function edgeWords(all: readonly Measured[]): string {
  const near = all.flatMap((measured) => {
    const { subject, run, cases, outcome } = measured;
    const outcomes = [outcome, outcomeOfClass(measured, 'form'), outcomeOfClass(measured, 'value')];
    const shown = [
      ...cases.map(({ gainNats }) => gainNats),
      ...outcomes.flatMap(({ gain }) =>
        gain === null
          ? []
          : [gain.value, ...(gain.interval === null ? [] : [gain.interval.low, gain.interval.high])],
      ),
    ];
    const where = `${subject.name}, ${run.itemSet.items} items`;
    return [...new Set(shown.filter(isOnEdge).map((value) => `${fixed(value, 3)} (${where})`))];
  });
  return near.length === 0
    ? 'No G of these lies so near to the edge of rounding that a laptop would show another tenth.'
    : `So near to the edge of rounding that a laptop may show the neighbouring tenth: ${near.join('; ')}.`;
}

/** Whether a difference too small to be seen could change the tenth that is shown. */
const isOnEdge = (nats: number): boolean => {
  const tenths = Math.abs(nats) * 10;
  return Math.abs(tenths - Math.floor(tenths) - 0.5) <= 10 * APART_NATS;
};
