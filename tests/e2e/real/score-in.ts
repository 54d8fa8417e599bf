import type { Page } from '@playwright/test';
import type { ScoreRequest } from '../../../src/engine/index.ts';
import type { JobEvent } from '../../../src/lab/index.ts';
import { workOf, type ProbeUnit, type Scored } from '../../../src/probe/index.ts';
import type { LabError, Provenance, ScoreRow } from '../../../src/records/index.ts';

/** 256 MiB of keys and values: nothing is given up for want of room. */
const KEY_VALUE_BYTES = 256 * 2 ** 20;

export interface Answered {
  readonly rows: readonly ScoreRow[];
  readonly computedTokens: number;
  readonly plannedTokens: number;
  readonly evictedTokens: number;
  readonly passes: number;
}

/** Scores exactly these units, as one job of the loaded engine; throws where anything is refused. */
export async function scoreIn(
  page: Page,
  identity: Provenance,
  units: readonly ProbeUnit[],
  passTokens: number,
): Promise<Answered> {
  const work = workOf(units, { model: identity.checkpointName, identity }, []);
  const { done, scored, refused } = await page.evaluate(
    async (job: { requests: readonly ScoreRequest[]; passTokens: number; keyValueBytes: number }) => {
      const scored: Scored[] = [];
      const refused: { id: string; error: LabError }[] = [];
      const hear = (event: JobEvent): void => {
        if (event.kind === 'scores') scored.push(...event.scores);
        if (event.kind === 'refused') refused.push({ id: event.id, error: event.error });
      };
      return { done: await backfireStudy.score(job, hear), scored, refused };
    },
    { requests: work.requests, passTokens, keyValueBytes: KEY_VALUE_BYTES },
  );
  if (!done.ok || refused.length > 0) throw new Error(JSON.stringify({ done, refused }));
  const rows = scored.map((answer) => {
    const row = work.rowOf(answer);
    if (!row.ok) throw new Error(JSON.stringify(row.error));
    return row.value;
  });
  const { computedTokens, plannedTokens, evictedTokens, passes } = done.value.progress;
  return { rows, computedTokens, plannedTokens, evictedTokens, passes };
}
