import * as v from 'valibot';
import { fail, ok, type LabError, type Result } from '../../records/index.ts';
import { wilsonInterval, type Interval } from '../../statistics/index.ts';
import type { WayName } from '../fitting/ways-shown.ts';
import { KIT_VERSION, type TestKit } from './test-kit.ts';
import { ALL_WAYS } from './way-names.ts';

export const KIT_RESULT_KIND = 'backfire-lab-test-kit-result';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000));
const Text = v.pipe(v.string(), v.maxLength(300));

const KitResultSchema = v.strictObject({
  kind: v.literal(KIT_RESULT_KIND),
  version: v.literal(KIT_VERSION),
  variantsSha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)),
  model: Text,
  host: Text,
  temperature: v.nullable(v.pipe(v.number(), v.finite())),
  samplesPerVariant: Count,
  startedAt: Text,
  finishedAt: Text,
  isComplete: v.boolean(),
  variants: v.pipe(
    v.array(
      v.strictObject({
        id: Text,
        way: v.picklist(ALL_WAYS),
        wording: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
        counts: v.strictObject({
          'same-call': Count,
          'right-call': Count,
          'other-call': Count,
          'unusable-call': Count,
          words: Count,
        }),
        /** Requests that were given up. */
        failed: Count,
      }),
    ),
    v.maxLength(1000),
  ),
});

/** What the test kit's script found. It holds counts, and nothing of the log. */
export type KitResult = v.InferOutput<typeof KitResultSchema>;
type KitCounts = KitResult['variants'][number]['counts'];

/** Reads a result file and holds it against the variants on the page. */
export function kitResultOfJson(text: string, kit: Pick<TestKit, 'sha256' | 'variants'>): Result<KitResult> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(notAResult('It is no JSON.', String(error)));
  }
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  if (kind !== KIT_RESULT_KIND)
    return fail(notAResult('It does not say that it is one.', `kind: ${said(kind)}`));
  const read = v.safeParse(KitResultSchema, value);
  if (!read.success) {
    const [issue] = read.issues;
    const path = v.getDotPath(issue) ?? 'the file';
    return fail(notAResult('A field of it cannot be used.', `${path}: ${issue.message}`.slice(0, 500)));
  }
  const result = read.output;
  if (result.variantsSha256 !== kit.sha256) {
    return fail({
      kind: 'kit-of-another-step',
      happened: 'This result was made with other variants than those on the page.',
      stillWorks: 'Nothing was replaced. The log and the figures stay as they are.',
      cure: 'Choose the log, the failed call, the right call and the style with which the variants were saved, then drop the file again. If a text was edited since, edit it back or run the script anew.',
      details: `sha256 of the variants: file ${result.variantsSha256}, page ${kit.sha256}`,
    });
  }
  const ids = result.variants.map(({ id, way, wording }) => `${id} ${way} ${wording}`);
  const known = new Set(kit.variants.map(({ id, way, wording }) => `${id} ${way} ${wording}`));
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id)))
    return fail(
      notAResult(
        'It names variants twice, or variants that were not in the kit.',
        ids.join('\n').slice(0, 500),
      ),
    );
  const overfull = result.variants.find(
    ({ counts, failed }) => countAll(counts) + failed > result.samplesPerVariant,
  );
  if (overfull !== undefined)
    return fail(
      notAResult(
        'It counts more answers of a variant than were asked for.',
        `${overfull.id}: ${countAll(overfull.counts) + overfull.failed} of ${result.samplesPerVariant}`,
      ),
    );
  if (result.variants.every(({ counts }) => countAll(counts) === 0))
    return fail(
      notAResult(
        'It holds no answer: every request failed.',
        JSON.stringify(result.variants.map(({ failed }) => failed)),
      ),
    );
  return ok(result);
}

const said = (kind: unknown): string => (typeof kind === 'string' ? kind.slice(0, 100) : typeof kind);

const notAResult = (happened: string, details: string): LabError => ({
  kind: 'not-a-kit-result',
  happened: `This file is not a result of the test kit. ${happened}`,
  stillWorks: 'Nothing was replaced. The log and the figures stay as they are.',
  cure: 'Drop the file that the script wrote (usually result.json), unchanged.',
  details,
});

const countAll = (counts: KitCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** One way over all its wordings. */
export interface KitWay {
  readonly way: WayName;
  readonly n: number;
  readonly failed: number;
  readonly same: KitShare;
  /** Right calls and other calls of known tools. */
  readonly usable: KitShare;
  readonly right: number;
  readonly unusable: number;
  readonly words: number;
  readonly wordings: number;
  /** Share of same calls of the wording with the fewest and of the one with the most. */
  readonly sameRange: readonly [number, number];
}

/** A part of all answers, with its 95 % interval (Wilson). */
export interface KitShare {
  readonly count: number;
  readonly share: number;
  readonly interval: Interval;
}

/** The result way by way, in the order of the page; a way without an answer is left out. */
export function kitWays({ variants }: KitResult): readonly KitWay[] {
  return ALL_WAYS.flatMap((way) => {
    const of = variants.filter((variant) => variant.way === way && countAll(variant.counts) > 0);
    const sum = (count: (counts: KitCounts) => number): number =>
      of.reduce((all, { counts }) => all + count(counts), 0);
    const n = sum(countAll);
    if (n === 0) return [];
    const shareOf = (count: number): KitShare => ({
      count,
      share: count / n,
      interval: wilsonInterval({ k: count, n }) ?? { low: 0, high: 1 },
    });
    const shares = of.map(({ counts }) => counts['same-call'] / countAll(counts));
    return [
      {
        ...{ way, n, wordings: of.length },
        failed: variants.filter((one) => one.way === way).reduce((all, { failed }) => all + failed, 0),
        same: shareOf(sum((counts) => counts['same-call'])),
        usable: shareOf(sum((counts) => counts['right-call'] + counts['other-call'])),
        right: sum((counts) => counts['right-call']),
        unusable: sum((counts) => counts['unusable-call']),
        words: sum(({ words }) => words),
        sameRange: [Math.min(...shares), Math.max(...shares)],
      },
    ];
  });
}
