import type { ImportReport } from '../../lab/index.ts';
import type { LabError, Result } from '../../records/index.ts';

/** What became of files of rows that were given together. */
export interface TakenFiles {
  /** One of each file of which something was taken in. */
  readonly reports: readonly ImportReport[];
  /** Why others were not, by name; null: none was refused. */
  readonly refused: LabError | null;
}

/** What became of each file, in order, as one answer: every refused file is named with its reason and cure. */
export function takenFiles(
  files: readonly { readonly name: string; readonly read: Result<ImportReport> }[],
): TakenFiles {
  const reports = files.flatMap(({ read }) => (read.ok ? [read.value] : []));
  const refused = files.flatMap(({ name, read }) => (read.ok ? [] : [{ name, error: read.error }]));
  const [first] = refused;
  if (first === undefined) return { reports, refused: null };
  if (files.length === 1) return { reports, refused: first.error };
  return {
    reports,
    refused: {
      kind: first.error.kind,
      happened:
        refused.length === 1
          ? named(first)
          : `${refused.length} of ${files.length} files were not taken in: ${refused.map(({ name }) => name).join(', ')}.`,
      stillWorks:
        reports.length === 0 ? first.error.stillWorks : 'What was taken in from the other files is listed.',
      cure: [...new Set(refused.map(({ error }) => error.cure))].join(' '),
      details: refused.map((one) => `${named(one)}\n${one.error.details}`).join('\n\n'),
    },
  };
}

/** Not every reason tells of which file it is. */
const named = ({ name, error: { happened } }: { readonly name: string; readonly error: LabError }): string =>
  happened.includes(name) ? happened : `${name}: ${happened}`;

/** The other files that were dropped with the one that was opened, in a sentence; none where there were none. */
export function notOpened(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return [`One item file at a time. Not opened: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`];
}

const MOST_NAMED = 5;

/** What came while a run was on and was not taken. Once the run is over, it is said what to do now. */
export function turnedAwayWords(what: 'files' | 'link' | null, isBusy: boolean): readonly string[] {
  if (what === null) return [];
  const [not, again] =
    what === 'files'
      ? ['The files were not opened', 'drop them again']
      : ['The link was not followed', 'open it again'];
  return [
    isBusy ? `${not}, as a run is on: ${again} after the run.` : `${not}, as a run was on: ${again} now.`,
  ];
}
