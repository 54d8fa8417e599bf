import type { Stage } from '../../lab/index.ts';
import { bytes } from '../parts/amounts.ts';

const WORDS: Readonly<Record<Stage['name'], string>> = {
  'reading-config': 'reading the configuration',
  'reading-tokenizer': 'reading the tokenizer',
  'reading-weights': 'reading the weights',
  'reading-runtime': 'fetching the runtime',
  'building-graph': 'building the graph',
  'creating-session': 'starting the engine',
  'self-check': 'checking the arithmetic',
  padding: 'fitting the neutral texts',
  encoding: 'reading the texts',
  planning: 'planning the passes',
  pass: 'computing',
  idle: 'ready',
};

/** What the engine is doing, for the progress bar. */
export function stageProgress(stage: Stage): {
  label: string;
  fraction: number | null;
  left: string;
  right: string;
} {
  const label = WORDS[stage.name];
  const { doneBytes, totalBytes, doneTexts, allTexts } = stage;
  if (doneTexts !== undefined && allTexts !== undefined && allTexts > 0)
    return { label, fraction: doneTexts / allTexts, left: label, right: `${doneTexts} of ${allTexts}` };
  if (doneBytes === undefined || totalBytes === undefined || totalBytes === 0)
    return { label, fraction: null, left: label, right: '' };
  return {
    label,
    fraction: doneBytes / totalBytes,
    left: label,
    right: `${bytes(doneBytes)} of ${bytes(totalBytes)}`,
  };
}
