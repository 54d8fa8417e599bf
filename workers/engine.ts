/** The engine worker: the only place where a session lives. One checkpoint, then the worker is ended. */
import { expose } from 'comlink';
import { decodeGreedy, scoreRequests, type ComputeOptions, type ScoreRequest } from '../src/engine/index.ts';
import { fail, type Result } from '../src/records/index.ts';
import type {
  DecodeEvent,
  Decoded,
  EngineDoor,
  JobEvent,
  Progress,
  RolloutJobEvent,
  ScoredUnit,
  Stage,
  WritingEvent,
} from './engine-door.ts';
import { encodeInTurns } from './encode-in-turns.ts';
import { fitStep } from './fit-step.ts';
import { openLane, type OpenCheckpoint } from './open-lane.ts';
import { padNeutrals, padText } from './pad-neutrals.ts';
import { RequestEncoder, type EncodedUnit } from './request-encoding.ts';
import { rolloutLane } from './rollout-lane.ts';
import { RunGate } from './run-gate.ts';
import { stepLane } from './step-lane.ts';
import { telling } from './telling.ts';

/** The grain of pause, cancel and plots. */
const PASS_TARGET_MS = 1_000;
/** One layer's score tensors in a pass. */
const SCORE_TENSOR_BYTES = 96 * 2 ** 20;
const DECODE_KEY_VALUE_BYTES = 256 * 2 ** 20;
const DECODED_SIDE_BY_SIDE = 8;
/** A message of so many scores is read by the page in a few milliseconds; a pass of a tiny model may finish thousands. */
const SCORES_A_MESSAGE = 100;
/** While texts are encoded something is said several times a second; planning a job is one stretch. */
const ENCODING_SILENCE_MS = 2_000;
const PLANNING_MS_A_UNIT = 2;
/** Fixed, so that the order of tasks is the same for everyone (the paper's seed). */
const ORDER_SEED = 20260808;

let gate = new RunGate();
let opened: OpenCheckpoint | null = null;
/** What was sent ahead of the next job. */
let sentAhead: ScoreRequest[] = [];

const compute = (passTokens: number | null, keyValueBytes: number): ComputeOptions => ({
  passTokens,
  keyValueBytes,
  scoreTensorBytes: SCORE_TENSOR_BYTES,
  targetPassMs: PASS_TARGET_MS,
  clock: () => performance.now(),
  gate: gate.pass,
});

/** What crosses the door as a rejection: a LabError is a plain object and survives the copy. */
function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- an Error would lose its parts on the way
  throw result.error;
}

function ready(): OpenCheckpoint {
  if (opened !== null) return opened;
  return valueOf(
    fail({
      kind: 'nothing-loaded',
      happened: 'The engine was asked before a checkpoint was loaded.',
      stillWorks: 'Everything that was stored.',
      cure: 'Choose a checkpoint and press Run.',
      details: '',
    }),
  );
}

const door: EngineDoor = {
  async load(source, options, onStage) {
    gate = new RunGate();
    if (opened !== null)
      return valueOf(
        fail({
          kind: 'already-loaded',
          happened: 'This engine already holds a checkpoint.',
          stillWorks: 'The loaded checkpoint.',
          cure: 'A new engine is started for another checkpoint: press Run again.',
          details: opened.provenance.checkpointName,
        }),
      );
    opened = await telling(onStage, async (tell: (stage: Stage) => void) =>
      valueOf(await openLane(source, options, compute(null, DECODE_KEY_VALUE_BYTES), tell)),
    );
    return opened.provenance;
  },

  expectMore(requests) {
    // The job begins here: what is said from now on is said to it.
    if (sentAhead.length === 0) gate = new RunGate();
    sentAhead.push(...requests);
  },

  score: (job, onEvent) =>
    telling(onEvent, async (tell: (event: JobEvent) => void) => {
      if (sentAhead.length === 0) gate = new RunGate();
      const requests = sentAhead;
      sentAhead = [];
      requests.push(...job.requests);
      const { model, tokenizer } = ready();
      const stage = (stage: Stage): void => {
        tell({ kind: 'stage', stage });
      };
      const encoder = new RequestEncoder(tokenizer);
      const units = await encodeInTurns(
        requests,
        (request) => encoder.encode(request),
        { clock: () => performance.now(), gate: gate.pass },
        {
          onEncoded: (doneTexts, allTexts) => {
            stage({ name: 'encoding', expectedMs: ENCODING_SILENCE_MS, doneTexts, allTexts });
          },
          onRefused: (id, error) => {
            tell({ kind: 'refused', id, error });
          },
        },
      );
      if (units === null) return { outcome: 'cancelled', progress: NOTHING_DONE };
      stage({ name: 'planning', expectedMs: 1_000 + units.size * PLANNING_MS_A_UNIT });
      const summary = valueOf(
        await scoreRequests(
          model,
          [...units.values()].map(({ request }) => request),
          { ...compute(job.passTokens, job.keyValueBytes), seed: ORDER_SEED },
          (event) => {
            if (event.kind === 'pass') stage(passStage(event));
            else if (event.kind === 'scores')
              for (let from = 0; from < event.scores.length; from += SCORES_A_MESSAGE) {
                const some = event.scores.slice(from, from + SCORES_A_MESSAGE);
                tell({ kind: 'scores', scores: some.map((scores) => scoredUnit(scores, units)) });
              }
            else tell(event);
          },
        ),
      );
      stage({ name: 'idle', expectedMs: 0 });
      return { outcome: summary.outcome, progress: summary.counters };
    }),

  decode: (requests, sideBySide, onEvent) =>
    telling(onEvent, async (tell: (event: DecodeEvent) => void) => {
      const { model, tokenizer } = ready();
      const encoding = new RequestEncoder(tokenizer);
      gate = new RunGate();
      const encoded = requests.flatMap((request) => {
        const context = encoding.context(request.context);
        if (!context.ok) {
          tell({ kind: 'refused', id: request.id, error: context.error });
          return [];
        }
        return [
          {
            id: request.id,
            context: context.value.ids,
            maximumTokens: request.maximumTokens,
            stopIds: [tokenizer.endOfTurn],
            // A call is one line: what follows a line break after it is not part of the turn's call.
            stopWhen: (ids: readonly number[]) =>
              request.wholeTurn !== true && /\S[^\n]*\n/u.test(tokenizer.decode(ids)),
          },
        ];
      });
      const decoding = await decodeGreedy(
        model,
        encoded,
        { ...compute(null, DECODE_KEY_VALUE_BYTES), sideBySide: sideBySide ?? DECODED_SIDE_BY_SIDE },
        (event) => {
          if (event.kind === 'refused') tell(event);
          else if (event.kind === 'pass') tell({ kind: 'stage', stage: passStage(event) });
          else {
            const { id, tokenIds, stopReason, ties, elapsedMs } = event.decoded;
            const text = tokenizer.decode(tokenIds);
            const decoded: Decoded = {
              id,
              text: stopReason === 'stop-when' ? text.replace(/\n+$/u, '') : text,
              tokenIds,
              stopReason,
              ties,
              elapsedMs,
            };
            tell({ kind: 'decoded', decoded });
          }
        },
      );
      valueOf(decoding);
    }),

  rollouts: (job, onEvent) =>
    telling(onEvent, async (tell: (event: RolloutJobEvent) => void) => {
      gate = new RunGate();
      return valueOf(await rolloutLane(ready(), job, compute(null, DECODE_KEY_VALUE_BYTES), tell));
    }),

  countTokens(contexts) {
    const encoding = new RequestEncoder(ready().tokenizer);
    return Promise.resolve(contexts.map((context) => valueOf(encoding.context(context)).ids.length));
  },

  padNeutrals(items, wording) {
    const { tokenizer } = ready();
    return Promise.resolve(padNeutrals(items, wording, (text) => tokenizer.encodeCandidate(text)));
  },

  padText(text) {
    const { tokenizer } = ready();
    return Promise.resolve(valueOf(padText(text, (bare) => tokenizer.encodeCandidate(bare))));
  },

  writeTurns: (job, onEvent) =>
    telling(onEvent, async (tell: (event: WritingEvent) => void) => {
      gate = new RunGate();
      return valueOf(await stepLane(ready(), job, compute(null, job.keyValueBytes), tell));
    }),

  fitStep(request) {
    const { model, tokenizer } = ready();
    return Promise.resolve(valueOf(fitStep(tokenizer, request, model.shape.windowTokens)));
  },

  pause() {
    gate.pause();
  },
  resume() {
    gate.resume();
  },
  cancel() {
    gate.cancel();
  },
};

/** Of a job that was cancelled before its first pass. */
const NOTHING_DONE: Progress = {
  computedTokens: 0,
  plannedTokens: 0,
  perCandidateTokens: 0,
  perContextTokens: 0,
  evictedTokens: 0,
  passes: 0,
  unitsDone: 0,
  unitsAll: 0,
  elapsedMs: 0,
};

const passStage = ({
  expectedMs,
  newTokens,
  pastTokens,
}: {
  expectedMs: number;
  newTokens: number;
  pastTokens: number;
}): Stage => ({ name: 'pass', expectedMs, newTokens, pastTokens });

function scoredUnit(
  scores: Extract<Parameters<Parameters<typeof scoreRequests>[3]>[0], { kind: 'scores' }>['scores'][number],
  units: ReadonlyMap<string, EncodedUnit>,
): ScoredUnit {
  const unit = units.get(scores.id);
  return {
    ...scores,
    candidateIds: unit?.request.candidate ?? [],
    candidatePieces: unit?.candidatePieces ?? [],
    jointDiffers: unit?.jointDiffers ?? false,
    hiddenTokens: unit?.hiddenTokens ?? 0,
  };
}

// onnxruntime starts its threads from its own file, so this one never runs in them.
expose(door);
