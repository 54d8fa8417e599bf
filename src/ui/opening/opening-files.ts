import publishedJson from '../../../static-probes/published/toolshed-1.json';
import { publishedGainsFigure } from '../../figures/index.ts';
import { FILE_WIDTH_PX, saveFigure } from '../parts/figure-files.ts';
import type { FigureFileKind } from '../parts/file-kinds.ts';
import { readPublishedValues } from '../probe/published-file.ts';
import { readRecordedRun } from '../probe/recorded-run.ts';
import { studiedCheckpoints } from './published-gains.ts';

const recorded = import.meta.glob<unknown>('../../../static-probes/recorded/*.json', { import: 'default' });

/** Makes the opening's figure anew, from the same numbers, and hands it to the reader; as saveFigure. */
export async function saveOpening(kind: FigureFileKind): Promise<string | null> {
  const values = readPublishedValues(publishedJson);
  const runs = await Promise.all(Object.values(recorded).map((load) => load()));
  const author = `${values.source.author}, ${values.source.year}`;
  const spec = publishedGainsFigure({
    checkpoints: studiedCheckpoints(values, runs.map(readRecordedRun)),
    author,
    width: FILE_WIDTH_PX,
  });
  const source = `Values of the paper: ${author}, ${values.source.repository}. Drawn by Backfire Lab`;
  return saveFigure(spec, kind, source, { source });
}
