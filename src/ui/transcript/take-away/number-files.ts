import { toCsv, type CsvCell, type Json } from '../../../records/index.ts';
import type { FailureGroup, LogStatistics, NextCall, WayName } from '../../../transcript/index.ts';

/** What a checkpoint made of one way in one wording, as the room holds it. */
export interface WayOutcome {
  readonly way: WayName;
  readonly wording: number;
  readonly sameNats: number;
  readonly rightNats: number | null;
  readonly contextTokens: number;
  readonly written: readonly { readonly text: string; readonly next: NextCall; readonly greedy: boolean }[];
}

/** Names of tools and texts of errors are the log's: without them groups are numbered. */
function named(groups: readonly FailureGroup[], kind: string, withText: boolean): readonly NamedGroup[] {
  return groups.map((group, index) => ({
    name: withText ? (group.label ?? `${kind} without a name`) : `${kind} ${index + 1}`,
    group,
  }));
}

interface NamedGroup {
  readonly name: string;
  readonly group: Omit<FailureGroup, 'label' | 'example'>;
}

const countsOf = ({ group }: NamedGroup): { readonly [key: string]: number } => ({
  failures: group.failures,
  chances: group.chances,
  same_call: group.next['same-call'],
  same_text: group.sameText,
  failed_again: group.failedAgain,
  same_tool: group.next['same-tool'],
  other_tool: group.next['other-tool'],
  no_call: group.next['no-call'],
  came_back: group.cameBack,
  after_user: group.afterUser,
});

/** The counts of a log. Of the log's own words it holds the names of tools and the texts of errors, if that is asked for. */
export function statisticsJson(statistics: LogStatistics, format: string, withText: boolean): string {
  const { all, byTool, byErrorText, byAttempt, streaks, escapes, leftOut } = statistics;
  const groups = (of: readonly FailureGroup[], kind: string): Json =>
    named(of, kind, withText).map((one) => ({ name: one.name, ...countsOf(one) }));
  return jsonFile({
    ...{ kind: 'backfire-lab-log-statistics', version: 1, format },
    all: countsOf({ name: 'all', group: all }),
    by_tool: groups(byTool, 'tool'),
    by_error: groups(byErrorText, 'error'),
    by_failures_in_a_row: byAttempt.map(({ failuresInARow, repeated, chances }) => ({
      ...{ failures_in_a_row: failuresInARow, repeated, chances },
    })),
    streaks: streaks.map(({ chances, end, cameBack }) => ({
      ...{ failures: chances.length, end, came_back: cameBack },
    })),
    ...{ escapes, left_out: leftOut },
  });
}

/** The same counts as one table. */
export function statisticsCsv({ all, byTool, byErrorText }: LogStatistics, withText: boolean): string {
  const rows: readonly (readonly [string, NamedGroup])[] = [
    ['all', { name: '', group: all }],
    ...named(byTool, 'tool', withText).map((one) => ['tool', one] as const),
    ...named(byErrorText, 'error', withText).map((one) => ['error', one] as const),
  ];
  const columns = Object.keys(countsOf({ name: '', group: all }));
  return toCsv(
    ['by', 'name', ...columns],
    rows.map(([by, one]) => [by, one.name, ...Object.values(countsOf(one))]),
  );
}

const NEXT: readonly NextCall[] = ['same-call', 'right-call', 'other-call', 'unusable-call', 'words'];

/** A checkpoint's view of every way. What it wrote is made of the log's words and is left out unless asked for. */
export function waysJson(ways: readonly WayOutcome[], checkpoint: string | null, withText: boolean): string {
  return jsonFile({
    ...{ kind: 'backfire-lab-ways', version: 1, checkpoint },
    ways: ways.map(({ way, wording, sameNats, rightNats, contextTokens, written }) => ({
      ...{ way, wording: wording + 1, context_tokens: contextTokens },
      ...{ logprob_same_nats: sameNats, logprob_right_nats: rightNats },
      written: written.map(({ text, next, greedy }) => ({ next, greedy, ...(withText ? { text } : {}) })),
    })),
  });
}

/** One row for each way and wording. */
export function waysCsv(ways: readonly WayOutcome[], checkpoint: string | null): string {
  const drawn = NEXT.map((next) => `sampled_${next.replace('-', '_')}`);
  return toCsv(
    [
      'checkpoint',
      'way',
      'wording',
      'context_tokens',
      'logprob_same_nats',
      'logprob_right_nats',
      'greedy',
      ...drawn,
    ],
    ways.map(({ way, wording, contextTokens, sameNats, rightNats, written }): readonly CsvCell[] => [
      ...[checkpoint, way, wording + 1, contextTokens, sameNats, rightNats],
      written.find(({ greedy }) => greedy)?.next ?? null,
      ...NEXT.map((next) => written.filter((one) => !one.greedy && one.next === next).length),
    ]),
  );
}

const jsonFile = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;
