import { proxy, wrap, type Remote } from 'comlink';
import type {
  CheckpointSource,
  DecodeEvent,
  DecodeRequest,
  EngineDoor,
  FitRequest,
  JobEvent,
  JobSummary,
  LoadOptions,
  PaddedText,
  RolloutJob,
  RolloutJobEvent,
  WritingSummary,
  ScoreJob,
  Stage,
  StepFitting,
  WritingEvent,
  WritingJob,
} from '../../workers/engine-door.ts';
import type { ProbeItem } from '../probe/index.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { Message, TextToPad, Wording } from '../transcript/index.ts';
import { LabFault, toLabError } from './lab-fault.ts';

/** A stage may be silent this many times longer than it announced before the worker is given up. */
const PATIENCE_FACTOR = 10;
/** Announcements are estimates; nothing is given up before this. */
const LEAST_PATIENCE_MS = 20_000;

/** A message is copied in one go: a hundred requests with their transcripts take about a millisecond. */
const REQUESTS_A_MESSAGE = 1_000;

/**
 * One engine worker and the promise that it answers. A client is used for one checkpoint: when its session fails, is
 * cancelled hard or is unloaded, the worker is ended (wasm memory never shrinks otherwise) and a new client is made.
 * Comlink's own promises hang for ever when a worker dies; here every call also waits for the worker's death.
 */
export class EngineClient {
  readonly #worker: Worker;
  readonly #door: Remote<EngineDoor>;
  readonly #death: Promise<never>;
  #die!: (error: LabError) => void;
  #watchdog: ReturnType<typeof setTimeout> | null = null;
  /** Tells the watchdog what the job that is on is about to do. */
  #expect: ((stage: Stage | null) => void) | null = null;
  #paused = false;
  #ended = false;

  constructor() {
    this.#worker = new Worker(new URL('../../workers/engine.ts', import.meta.url), {
      type: 'module',
      name: 'engine',
    });
    this.#door = wrap<EngineDoor>(this.#worker);
    this.#death = new Promise<never>((_, reject) => {
      this.#die = (error) => {
        reject(new LabFault(error));
      };
    });
    // A client may be ended while nobody waits; that is no fault.
    this.#death.catch(() => undefined);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(toLabError(event.message || 'the worker could not be started', 'working'));
    };
    this.#worker.onmessageerror = () => {
      this.#fail(toLabError('a message could not be read', 'answering'));
    };
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Reads the checkpoint, builds the session, runs the self-check. Rejects with LabFault; the client has ended then. */
  load(source: CheckpointSource, options: LoadOptions, onStage: (stage: Stage) => void): Promise<Provenance> {
    return this.#call('loading the checkpoint', true, (expect) =>
      this.#door.load(
        source,
        options,
        this.#heard((stage: Stage) => {
          expect(stage);
          onStage(stage);
        }),
      ),
    );
  }

  /** Scores a job; all its events arrive before it resolves. Rejects with LabFault; the client has ended then. */
  score(job: ScoreJob, onEvent: (event: JobEvent) => void): Promise<JobSummary> {
    return this.#call('scoring', true, (expect) => {
      const send = (requests: ScoreJob['requests']): Promise<JobSummary> =>
        this.#door.score(
          { ...job, requests },
          this.#heard((event: JobEvent) => {
            expect(event.kind === 'stage' ? event.stage : null);
            onEvent(event);
          }),
        );
      // At once where one message does, so that a pause or cancel said next comes after it.
      return job.requests.length <= REQUESTS_A_MESSAGE
        ? send(job.requests)
        : this.#sendAhead(job.requests).then(send);
    });
  }

  /** What the model would write after each context, greedily. */
  decode(
    requests: readonly DecodeRequest[],
    onEvent: (event: DecodeEvent) => void,
    sideBySide: number | null = null,
  ): Promise<void> {
    return this.#call('writing the next turn', true, (expect) =>
      this.#door.decode(
        requests,
        sideBySide,
        this.#heard((event: DecodeEvent) => {
          expect(event.kind === 'stage' ? event.stage : null);
          onEvent(event);
        }),
      ),
    );
  }

  /** Runs rollouts; all their answers arrive before it resolves. Rejects with LabFault; the client has ended then. */
  rollouts(job: RolloutJob, onEvent: (event: RolloutJobEvent) => void): Promise<WritingSummary> {
    return this.#call('running rollouts', true, (expect) =>
      this.#door.rollouts(
        job,
        this.#heard((event: RolloutJobEvent) => {
          expect(event.kind === 'stage' ? event.stage : null);
          onEvent(event);
        }),
      ),
    );
  }

  countTokens(contexts: readonly (readonly Message[])[]): Promise<readonly number[]> {
    return this.#call('counting tokens', false, () => this.#door.countTokens(contexts));
  }

  /** Neutral texts as long as the errors, in tokens of the loaded checkpoint; in the items' order. A few dozen at a time. */
  padNeutrals(items: readonly ProbeItem[], wording: Wording): Promise<readonly PaddedText[]> {
    return this.#call('padding neutral texts', false, () => this.#door.padNeutrals(items, wording));
  }

  /** The same of a bare text. Rejects where the tokenizer cannot spell it. */
  padText(text: TextToPad): Promise<string> {
    return this.#call('padding a neutral text', false, () => this.#door.padText(text));
  }

  /** Writes turns; all of them arrive before it resolves. Rejects with LabFault; the client has ended then. */
  writeTurns(job: WritingJob, onEvent: (event: WritingEvent) => void): Promise<WritingSummary> {
    return this.#call('writing turns', true, (expect) =>
      this.#door.writeTurns(
        job,
        this.#heard((event: WritingEvent) => {
          expect(event.kind === 'stage' ? event.stage : null);
          onEvent(event);
        }),
      ),
    );
  }

  /** Cuts a failed step to a budget. */
  fitStep(request: FitRequest): Promise<StepFitting> {
    return this.#call('fitting the step', false, () => this.#door.fitStep(request));
  }

  /** Holds the job that is on at its next pass boundary. A job that is paused may be silent for as long as it likes. */
  pause(): void {
    if (this.#ended) return;
    this.#paused = true;
    this.#stopWatching();
    void this.#door.pause();
  }

  resume(): void {
    if (this.#ended) return;
    this.#paused = false;
    this.#expect?.(null);
    void this.#door.resume();
  }

  /** Soft stop: at the next pass boundary; the session stays. */
  cancel(): void {
    if (!this.#ended) void this.#door.cancel();
  }

  /** Hard stop: the worker and its memory are gone at once; calls in flight reject with kind 'engine-ended'. */
  end(): void {
    this.#fail({
      kind: 'engine-ended',
      happened: 'The engine was stopped.',
      stillWorks: 'Every score that was stored is kept.',
      cure: 'Press Run to load the checkpoint again.',
      details: 'ended by the page',
    });
  }

  #fail(error: LabError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopWatching();
    this.#worker.terminate();
    this.#die(error);
  }

  async #call<T>(
    doing: string,
    faultIsFatal: boolean,
    call: (expect: (stage: Stage | null) => void) => Promise<T>,
  ): Promise<T> {
    // Every job begins unpaused.
    this.#paused = false;
    const expect = (stage: Stage | null): void => {
      if (this.#ended) return;
      this.#stopWatching();
      if (this.#paused || stage?.name === 'idle') return;
      const patienceMs = Math.max(LEAST_PATIENCE_MS, PATIENCE_FACTOR * (stage?.expectedMs ?? 0));
      this.#watchdog = setTimeout(() => {
        this.#fail({
          kind: 'engine-silent',
          happened: `The engine stopped answering while ${doing} (${stage?.name ?? 'between passes'}).`,
          stillWorks: 'Every score that was stored is kept.',
          cure: 'Press Run to start it again from the last stored score.',
          details: `silent for ${Math.round(patienceMs / 1000)} s`,
        });
      }, patienceMs);
    };
    this.#expect = expect;
    expect(null);
    try {
      return await Promise.race([call(expect), this.#death]);
    } catch (thrown) {
      const error = toLabError(thrown, doing);
      // After a session error the runtime is poisoned: every later call would fail with the first error.
      if (faultIsFatal) this.#fail(error);
      throw new LabFault(error);
    } finally {
      this.#expect = null;
      this.#stopWatching();
    }
  }

  /** Sends all requests but the last few ahead, in slices, and gives those that are left. The job begins with the first. */
  async #sendAhead(requests: ScoreJob['requests']): Promise<ScoreJob['requests']> {
    let from = 0;
    for (; requests.length - from > REQUESTS_A_MESSAGE; from += REQUESTS_A_MESSAGE) {
      await this.#door.expectMore(requests.slice(from, from + REQUESTS_A_MESSAGE));
      // An answer is a sign of life.
      this.#expect?.(null);
    }
    return requests.slice(from);
  }

  #stopWatching(): void {
    if (this.#watchdog !== null) clearTimeout(this.#watchdog);
    this.#watchdog = null;
  }

  /** What a worker said before it was ended may still be on its way: nobody must hear it then. */
  #heard<A>(callback: (argument: A) => void): (argument: A) => void {
    return proxy((argument: A) => {
      if (!this.#ended) callback(argument);
    });
  }
}
