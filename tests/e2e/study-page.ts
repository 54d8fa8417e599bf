import type { Page } from '@playwright/test';
import type { Holding } from '../../src/lab/index.ts';
import type { LabError, Provenance, ScoreRow } from '../../src/records/index.ts';
import type { ProbeAsked } from '../../src/study.ts';

export type Asked = Partial<ProbeAsked> & Pick<ProbeAsked, 'itemsJsonl'>;

export interface Told {
  readonly rows: readonly ScoreRow[];
  readonly refused: readonly { readonly id: string; readonly error: LabError }[];
  readonly error: LabError | null;
  readonly computedTokens: number;
  readonly plannedTokens: number;
  readonly evictedTokens: number;
}

/** Opens the engine without a page and loads a served checkpoint; an error comes back as its four parts. */
export async function loadStudy(
  page: Page,
  checkpoint: string,
  options: { readonly holding: Holding; readonly threads: number },
): Promise<{ ok: true; value: Provenance } | { ok: false; error: LabError }> {
  if (!page.url().endsWith('study.html')) {
    await page.goto('./study.html');
    await page.waitForFunction(() => 'backfireStudy' in globalThis);
  }
  return page.evaluate(
    ({ id, load }) =>
      backfireStudy.load(
        { kind: 'served', baseUrl: new URL(`checkpoints/${id}/`, document.baseURI).href },
        { ...load, windowTokens: null },
      ),
    { id: checkpoint, load: options },
  );
}

/** Runs a probe in the loaded engine. */
export function probeIn(page: Page, asked: Asked): Promise<Told> {
  return page.evaluate(
    async (whole) => {
      const rows: ScoreRow[] = [];
      const refused: { id: string; error: LabError }[] = [];
      const done = await backfireStudy.probe(whole, {
        onRow: (row) => {
          rows.push(row);
        },
        onRefused: (id, error) => {
          refused.push({ id, error });
        },
        onEvent: () => undefined,
      });
      const progress = done.ok ? done.value.progress : null;
      return {
        rows,
        refused,
        error: done.ok ? null : done.error,
        computedTokens: progress?.computedTokens ?? 0,
        plannedTokens: progress?.plannedTokens ?? 0,
        evictedTokens: progress?.evictedTokens ?? 0,
      };
    },
    {
      itemsName: 'items.jsonl',
      conditions: null,
      candidates: null,
      limit: null,
      knockouts: false,
      passTokens: null,
      ...asked,
    },
  );
}
