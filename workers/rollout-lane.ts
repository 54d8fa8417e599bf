import {
  banOnActions,
  turnDraws,
  TurnSession,
  type ComputeOptions,
  type DecodedTurn,
} from '../src/engine/index.ts';
import { ok, type LabError, type Result } from '../src/records/index.ts';
import {
  actionOfTurn,
  isTurnOver,
  runRollouts,
  type EpisodeEvent,
  type TurnRequest,
  type TurnWriter,
} from '../src/rollout/index.ts';
import { canonicalForm } from '../src/toolshed/index.ts';
import type { RolloutJob, RolloutJobEvent, WritingSummary } from './engine-door.ts';
import type { TurnMaker, TurnTokenizer } from './turn-maker.ts';
import { WritingWatch } from './writing-watch.ts';

/** How many different contexts are continued in the same passes. */
const SIDE_BY_SIDE = 12;
/** Kept of what is not being written: the next step of a rollout begins with the last one. */
const SHELF_BYTES = 128 * 2 ** 20;
/** Before the first pass the contexts of all first steps are encoded, without a word. */
const ENCODING_SILENCE_MS = 5_000;
/** The lane of rollouts: wishes → turns of the model → answers. */
export async function rolloutLane(
  { model, tokenizer }: TurnMaker,
  job: RolloutJob,
  compute: ComputeOptions,
  tell: (event: RolloutJobEvent) => void,
): Promise<Result<WritingSummary>> {
  const watch = new WritingWatch(compute, tell);
  const session = TurnSession.open(model, {
    ...compute,
    gate: watch.gate,
    sideBySide: job.sideBySide ?? SIDE_BY_SIDE,
    shelfBytes: SHELF_BYTES,
    bytesOf: (token) => tokenizer.bytesOf(token),
  });
  if (!session.ok) return session;
  tell({ kind: 'stage', stage: { name: 'encoding', expectedMs: ENCODING_SILENCE_MS } });
  const writer = new ModelWriter(session.value, tokenizer, watch, tell);
  const run = await runRollouts(job.requests, writer, (answer) => {
    tell({ kind: 'answered', ...answer });
  });
  if (!run.ok) return run;
  tell({ kind: 'progress', progress: watch.progress });
  tell({ kind: 'stage', stage: { name: 'idle', expectedMs: 0 } });
  return ok({ outcome: run.value, progress: watch.progress });
}

/** Writes wishes with the session of a checkpoint. */
class ModelWriter implements TurnWriter {
  readonly #session: TurnSession;
  readonly #tokenizer: TurnTokenizer;
  readonly #watch: WritingWatch;
  readonly #tell: (event: RolloutJobEvent) => void;
  /** Lengths of the contexts that are waiting or written. */
  readonly #contextTokens = new Map<string, number>();
  /** Wishes that the model is not asked, and what is said instead. */
  readonly #unasked: { readonly id: string; readonly event: EpisodeEvent }[] = [];

  constructor(
    session: TurnSession,
    tokenizer: TurnTokenizer,
    watch: WritingWatch,
    tell: (event: RolloutJobEvent) => void,
  ) {
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#watch = watch;
    this.#tell = tell;
  }

  add(id: string, wish: TurnRequest, rank: number): void {
    const context = this.#tokenizer.encodeContext(wish.messages, []);
    if (!context.ok) {
      this.#refuse(id, context.error);
      return;
    }
    const { ids } = context.value;
    const { temperature, topP, seed } = wish.sampling;
    const { calls, form } = wish.ban;
    const refused = this.#session.add({
      id,
      context: ids,
      maximumTokens: wish.maximumTokens,
      stopIds: [this.#tokenizer.endOfTurn],
      stopWhen: (written) => isTurnOver(this.#tokenizer.decode(written)),
      sampling: temperature === 0 ? null : { temperature, topP, draw: turnDraws(seed) },
      ban:
        calls.length === 0
          ? null
          : banOnActions(calls, {
              actionOf: actionOfTurn,
              keyOf: form === 'canonical' ? canonicalForm : (action) => action,
            }),
      rank,
    });
    if (refused === null) this.#contextTokens.set(id, ids.length);
    else if (refused.kind === 'past-the-window')
      this.#unasked.push({ id, event: { kind: 'no-turn', why: 'window_full' } });
    else this.#refuse(id, refused);
  }

  async run(onEvent: (id: string, event: EpisodeEvent) => void): Promise<Result<'finished' | 'cancelled'>> {
    const answerUnasked = (): void => {
      // An answer may bring the next wish that is not asked.
      for (let next = this.#unasked.shift(); next !== undefined; next = this.#unasked.shift())
        onEvent(next.id, next.event);
    };
    answerUnasked();
    const written = await this.#session.run((event) => {
      if (event.kind === 'pass') {
        this.#watch.passBegins(event);
        return;
      }
      const { decoded } = event;
      this.#watch.turnEnded(decoded.tokenIds.length);
      onEvent(decoded.id, this.#answerOf(decoded));
      answerUnasked();
    });
    return written.ok ? ok(written.value.outcome) : written;
  }

  #answerOf({ id, tokenIds, stopReason, ...counts }: DecodedTurn): EpisodeEvent {
    const contextTokens = this.#contextTokens.get(id) ?? 0;
    this.#contextTokens.delete(id);
    if (stopReason === 'nothing-allowed') return { kind: 'no-turn', why: 'everything_banned' };
    return {
      kind: 'turn',
      turn: {
        text: this.#tokenizer.decode(tokenIds),
        tokenIds,
        contextTokens,
        endedBy: stopReason,
        maskApplications: counts.maskedChoices,
        interventions: counts.interventions,
        ties: counts.ties,
        elapsedMs: counts.elapsedMs,
      },
    };
  }

  #refuse(id: string, error: LabError): void {
    this.#tell({ kind: 'refused', error });
    this.#unasked.push({ id, event: { kind: 'no-turn', why: 'engine_fault' } });
  }
}
