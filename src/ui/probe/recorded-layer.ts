import type { Recorded, RecordedCondition } from '../../figures/index.ts';
import { CONDITIONS, PAPER_VIEW, type ConditionName } from '../../probe/index.ts';
import type { Estimate } from '../../statistics/index.ts';
import {
  recordedMeasure,
  recordedValues,
  recordedWords,
  type RecordedEstimate,
  type RecordedRun,
} from './recorded-run.ts';

/** A recorded run as the strip draws it: means of whole calls, and of the core conditions every case. */
export function recordedLayer(run: RecordedRun): Recorded {
  const conditions = CONDITIONS.filter((name) => name !== 'pre' && run.conditions.includes(name)).flatMap(
    (name) => conditionOf(run, name) ?? [],
  );
  const fail = conditions.find(({ condition }) => condition === 'fail');
  const moves = [...(fail?.gains.values() ?? [])];
  return {
    name: recordedWords(run),
    summary: {
      view: PAPER_VIEW,
      draws: run.interval.draws,
      subject: 'fail',
      cases: moves.length,
      casesLeftOut: 0,
      toward: moves.filter((gain) => gain < 0).length,
      away: moves.filter((gain) => gain > 0).length,
      repeatsAfter: fail?.repeats ?? { k: 0, n: 0 },
      gain: fail?.gain ?? null,
      rightGain: fail?.rightGain ?? null,
      conditions,
    },
  };
}

function conditionOf(run: RecordedRun, condition: ConditionName): RecordedCondition | null {
  const gain = recordedMeasure(run, `G of ${condition}`);
  if (gain === null) return null;
  const gains = new Map(
    recordedValues(run, `G of ${condition}`).flatMap(({ itemId, value }) =>
      value === null ? [] : [[itemId, value] as const],
    ),
  );
  const share = (measure: 'repeats' | 'right_call'): RecordedCondition['repeats'] => {
    const found = recordedMeasure(run, `${measure} of ${condition}`);
    return found === null ? { k: 0, n: 0 } : { k: Math.round(found.value * found.items), n: found.items };
  };
  return {
    condition,
    gain: estimateOf(gain),
    rightGain: rightGainOf(run, condition),
    gains,
    toward: [...gains.values()].filter((value) => value < 0).length,
    repeats: share('repeats'),
    rightCalls: share('right_call'),
  };
}

/** G of the right call. Older runs keep it of the error alone, as its rise. */
function rightGainOf(run: RecordedRun, condition: ConditionName): Estimate | null {
  const gain = recordedMeasure(run, `G_right of ${condition}`);
  if (gain !== null) return estimateOf(gain);
  const rise = condition === 'fail' ? recordedMeasure(run, 'repair') : null;
  if (rise === null) return null;
  const { value, interval, items } = rise;
  return {
    value: -value,
    interval: interval && { low: -interval.high, high: -interval.low },
    n: items,
  };
}

const estimateOf = ({ value, interval, items }: RecordedEstimate): Estimate => ({
  value,
  interval,
  n: items,
});
