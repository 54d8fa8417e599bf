import { fail, ok, type LabError, type Result } from '../records/index.ts';
import { nextUsed } from './eviction.ts';
import { KeyValueSlabs } from './key-value-slabs.ts';
import { schedule, taskRanks, type Schedule } from './order.ts';
import { Pace } from './pace.ts';
import { PassAssembler } from './pass-assembly.ts';
import { resultFault } from './pass-result.ts';
import { PassPlanner, type PassBounds, type PassPlan } from './passes.ts';
import type { LanguageModel, ModelShape, Pass, PassResult } from './port.ts';
import { Reckoning, type Progress } from './progress.ts';
import { repeatedIdFault, requestFault } from './request-faults.ts';
import type { EncodedRequest, TokenScores } from './request.ts';
import { computeOptionsFault, type ComputeOptions } from './compute-options.ts';
import { attempt } from './session-faults.ts';
import { plant, type Planting, type Unit } from './units.ts';

export interface ScoreOptions extends ComputeOptions {
  /** Seed of the order in which tasks are visited. */
  readonly seed: number;
}

export type ScoreEvent =
  /** This request cannot be scored; the others go on. */
  | { readonly kind: 'refused'; readonly id: string; readonly error: LabError }
  /** A pass begins: so long may the caller hear nothing. */
  | {
      readonly kind: 'pass';
      readonly expectedMs: number;
      readonly newTokens: number;
      readonly pastTokens: number;
    }
  /** Units finished by the last pass, in the order of their last tokens. No unit comes twice. */
  | { readonly kind: 'scores'; readonly scores: readonly TokenScores[] }
  | { readonly kind: 'progress'; readonly progress: Progress };

export interface ScoreSummary {
  readonly outcome: 'finished' | 'cancelled';
  readonly counters: Progress;
}

/**
 * Scores all requests with one token trie: every distinct prefix is computed once (again only if it was evicted), in
 * passes of the model, and each answer is handed out as soon as its last token has been computed.
 *
 * Fails only when the session did (a rejected run, numbers that are not finite, an answer of the wrong size) or an
 * option is out of range; bad requests are refused one by one by events.
 */
export async function scoreRequests(
  model: LanguageModel,
  requests: readonly EncodedRequest[],
  options: ScoreOptions,
  onEvent: (event: ScoreEvent) => void,
): Promise<Result<ScoreSummary>> {
  const optionFault = computeOptionsFault(options);
  if (optionFault !== null) return fail(optionFault);
  const startedMs = options.clock();

  const planting = plant(accept(requests, model.shape, onEvent));
  const ranks = taskRanks(
    planting.units.map(({ request }) => request),
    options.seed,
  );
  const job = new ScoringJob(model.shape, planting, schedule(planting, ranks), options);

  let waitedMs = 0;
  const progress = (): Progress => job.progress(options.clock() - startedMs - waitedMs);
  onEvent({ kind: 'progress', progress: progress() });
  while (!job.finished) {
    const arrivedMs = options.clock();
    const signal = await options.gate();
    waitedMs += options.clock() - arrivedMs;
    if (signal === 'cancel') return ok({ outcome: 'cancelled', counters: progress() });
    const beganMs = options.clock();
    const planned = await attempt(() => job.nextPass());
    if (!planned.ok) return planned;
    const { plan, pass } = planned.value;
    onEvent({
      kind: 'pass',
      expectedMs: job.pace.expectedMs(pass.tokens.length),
      newTokens: pass.tokens.length,
      pastTokens: pass.pastTokens,
    });
    const answered = await attempt(async () => {
      const result = await model.run(pass);
      const fault = resultFault(pass, result, model.shape);
      return fault ?? job.take(plan, result);
    });
    if (!answered.ok) return answered;
    if (!Array.isArray(answered.value)) return fail(answered.value);
    job.pace.observe(pass.tokens.length, options.clock() - beganMs);
    if (answered.value.length > 0) onEvent({ kind: 'scores', scores: answered.value });
    onEvent({ kind: 'progress', progress: progress() });
  }
  return ok({ outcome: 'finished', counters: progress() });
}

function accept(
  requests: readonly EncodedRequest[],
  shape: ModelShape,
  onEvent: (event: ScoreEvent) => void,
): EncodedRequest[] {
  const ids = new Set<string>();
  return requests.filter((request) => {
    const error = ids.has(request.id) ? repeatedIdFault(request.id) : requestFault(request, shape);
    ids.add(request.id);
    if (error !== null) onEvent({ kind: 'refused', id: request.id, error });
    return error === null;
  });
}

/** One job between its passes: what is computed, what is kept, what has been answered. */
class ScoringJob {
  readonly pace = new Pace();
  readonly #shape: ModelShape;
  readonly #planting: Planting;
  readonly #schedule: Schedule;
  readonly #options: ScoreOptions;
  readonly #planner: PassPlanner;
  readonly #assembler: PassAssembler;
  readonly #slabs: KeyValueSlabs;
  readonly #reckoning: Reckoning;
  /** Units whose last target is asked after a node. */
  readonly #unitsAt = new Map<number, Unit[]>();
  /** [nodes] 1 once a node has been computed: recomputing it asks nothing. */
  readonly #computed: Uint8Array;
  readonly #logprobsNats: Float64Array;
  readonly #gapsNats: Float64Array;
  #next = 0;
  #computedTokens = 0;
  #evictedTokens = 0;
  #passes = 0;
  #unitsDone = 0;

  constructor(shape: ModelShape, planting: Planting, order: Schedule, options: ScoreOptions) {
    this.#shape = shape;
    this.#planting = planting;
    this.#schedule = order;
    this.#options = options;
    this.#planner = new PassPlanner(planting.trie, order);
    this.#assembler = new PassAssembler(planting.trie, shape.keyValueFloats);
    this.#slabs = new KeyValueSlabs(options.keyValueBytes, shape.keyValueFloats);
    this.#reckoning = new Reckoning(planting.trie);
    this.#computed = new Uint8Array(planting.trie.nodeCount);
    this.#logprobsNats = new Float64Array(planting.targetCount);
    this.#gapsNats = new Float64Array(planting.targetCount);
    for (const unit of planting.units) {
      const units = this.#unitsAt.get(unit.lastNode);
      if (units === undefined) this.#unitsAt.set(unit.lastNode, [unit]);
      else units.push(unit);
    }
  }

  get finished(): boolean {
    return this.#next === this.#schedule.order.length;
  }

  progress(elapsedMs: number): Progress {
    return {
      computedTokens: this.#computedTokens,
      plannedTokens: this.#planting.trie.nodeCount,
      perCandidateTokens: this.#reckoning.perCandidateTokens,
      perContextTokens: this.#reckoning.perContextTokens,
      evictedTokens: this.#evictedTokens,
      passes: this.#passes,
      unitsDone: this.#unitsDone,
      unitsAll: this.#planting.units.length,
      elapsedMs,
    };
  }

  nextPass(): { plan: PassPlan; pass: Pass } {
    const plan = this.#planner.plan(this.#next, this.#bounds(), (node) => this.#slabs.has(node));
    const pass = this.#assembler.assemble(
      plan.rows,
      plan.past,
      (node, target, row) => {
        this.#slabs.copyTo(node, target, row);
      },
      {
        asked: (node) =>
          this.#slotsToFill(node)?.map((slot) => this.#planting.targetTokens[slot] ?? 0) ?? null,
        keepKeyValues:
          this.#slabs.capacityTokens > 0 && plan.rows.some((node) => this.#isNeededFrom(node, plan.next)),
        keepLogits: false,
      },
    );
    return { plan, pass };
  }

  /** Records a pass's answers, keeps the keys and values that later passes need, and returns the units finished. */
  take(plan: PassPlan, result: PassResult): TokenScores[] {
    const finished: Unit[] = [];
    let target = 0;
    for (const node of plan.rows) {
      for (const slot of this.#slotsToFill(node) ?? []) {
        this.#logprobsNats[slot] = result.logprobsNats[target] ?? Number.NaN;
        this.#gapsNats[slot] = result.gapsNats[target] ?? Number.NaN;
        target += 1;
      }
      if (this.#computed[node] === 0) finished.push(...(this.#unitsAt.get(node) ?? []));
      this.#computed[node] = 1;
    }
    this.#keep(plan, result.newKeyValues);
    this.#next = plan.next;
    this.#computedTokens += plan.rows.length;
    this.#passes += 1;
    this.#unitsDone += finished.length;
    return finished.map((unit) => {
      this.#reckoning.add(unit);
      return this.#scoresOf(unit);
    });
  }

  #keep(plan: PassPlan, newKeyValues: Float32Array | null): void {
    for (const node of [...this.#slabs.nodes()]) {
      if (!this.#isNeededFrom(node, plan.next)) this.#slabs.release(node);
    }
    const fresh = plan.rows.filter((node) => this.#isNeededFrom(node, plan.next));
    let wanted = new Set([...this.#slabs.nodes(), ...fresh]);
    const { capacityTokens } = this.#slabs;
    if (wanted.size > capacityTokens) {
      this.#evictedTokens += wanted.size - capacityTokens;
      wanted = nextUsed(this.#planting.trie, this.#schedule.order, plan.next, wanted, capacityTokens);
      for (const node of [...this.#slabs.nodes()]) if (!wanted.has(node)) this.#slabs.release(node);
    }
    if (newKeyValues === null) return;
    plan.rows.forEach((node, row) => {
      if (wanted.has(node)) this.#slabs.store(node, newKeyValues, row);
    });
  }

  #bounds(): PassBounds {
    const { passTokens, targetPassMs, keyValueBytes, scoreTensorBytes } = this.#options;
    return {
      newTokens: passTokens ?? this.pace.tokensFor(targetPassMs),
      keyValueBytes,
      scoreTensorBytes,
      heads: this.#shape.heads,
      keyValueFloats: this.#shape.keyValueFloats,
      capacityTokens: this.#slabs.capacityTokens,
    };
  }

  /** Slots asked after a node that has not been computed yet; null when there are none. */
  #slotsToFill(node: number): readonly number[] | null {
    return this.#computed[node] === 1 ? null : (this.#planting.slotsAfter.get(node) ?? null);
  }

  /** Whether something at or after this place of the order looks back at the node. */
  #isNeededFrom(node: number, place: number): boolean {
    return (this.#schedule.lastUse[node] ?? -1) >= place;
  }

  #scoresOf({ request, targetSlots }: Unit): TokenScores {
    const logprobsNats = Array.from(targetSlots, (slot) => this.#logprobsNats[slot] ?? Number.NaN);
    const gapsNats = Array.from(targetSlots, (slot) => this.#gapsNats[slot] ?? Number.NaN);
    const scored = request.endOfTurn !== null;
    return {
      id: request.id,
      endOfTurnLogprobNats: scored ? (logprobsNats.pop() ?? null) : null,
      endOfTurnGapNats: scored ? (gapsNats.pop() ?? null) : null,
      logprobsNats,
      gapsNats,
      contextTokens: request.context.length,
    };
  }
}
