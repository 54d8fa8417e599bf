import type { Progress, WritingProgress } from '../../workers/engine-door.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { EngineClient } from './engine-client.ts';
import { toLabError } from './lab-fault.ts';
import { ownCallsOf, type OwnCall } from './on-policy.ts';
import { PageBreath } from './page-breath.ts';
import { RolloutBoard } from './rollout-board.svelte.ts';
import type { StoredRolloutRun } from './rollout-store.ts';
import { scoreOwnCalls } from './score-own-calls.ts';
import { checkpointFault, scorerOf } from './whose-rows.ts';

export type { FrozenFailures, LeftOutFailure } from './failures-as-items.ts';
export type { LiveRollout } from './rollout-book.ts';

/** The Rollouts room's run: what is asked, where it stands, what came of it so far. */
export class RolloutRun extends RolloutBoard {
  /** Finds the newest unfinished run that may be offered. */
  async lookForUnfinished(): Promise<void> {
    const newest = (await this.store.runs()).find(
      ({ state, isDeclined }) => state === 'open' && isDeclined !== true,
    );
    // Whoever pressed Run meanwhile is asked nothing.
    this.unfinished = this.busy ? null : (newest ?? null);
  }

  /** Offers the unfinished run no more. It stays among the earlier runs with its rollouts. */
  async declineUnfinished(): Promise<void> {
    const { unfinished } = this;
    this.unfinished = null;
    this.notResumed = null;
    if (unfinished !== null) await this.store.putRun({ ...unfinished, isDeclined: true });
  }

  /**
   * Loads the checkpoint when it is not, writes every rollout that is not stored, then scores the failed calls that the
   * model wrote. `goingOn`: the run that was not finished and is to be; where the checkpoint is not that run's, nothing is
   * written and `notResumed` says why.
   */
  async run(goingOn: StoredRolloutRun | null = null): Promise<void> {
    if (this.busy || this.checkpoint === null) return;
    if (goingOn !== null) {
      const shown = await this.show(goingOn);
      if (!shown.ok) this.notResumed = shown.error;
      // Whoever chose otherwise meanwhile is asked again.
      if (this.opened !== goingOn || this.isBusyNow()) return;
    }
    const { checkpoint, taskSet } = this;
    if (taskSet === null) return;
    this.begin();
    this.phase = 'rollouts';
    this.refusals = [];
    this.secondsLeft = null;
    this.progress = null;
    this.notResumed = null;
    try {
      const { client, provenance } = await this.ready(
        checkpoint,
        taskSet.tasks.map(({ env }) => env),
      );
      this.notResumed = goingOn && notItsCheckpoint(goingOn, provenance, checkpoint);
      if (goingOn !== null && this.notResumed !== null) {
        // What stays shown is that run's, whatever is loaded.
        this.provenance = goingOn.provenance;
        this.status = { kind: 'idle' };
        return;
      }
      this.status = { kind: 'running' };
      await this.beginRolloutsOf(provenance);
      const keys = this.book.keys();
      await this.log.begin({ choice: this.choice, provenance, taskSet, keys, done: this.endedCount });
      this.unfinished = null;
      await this.#writeAll(client);
      this.phase = 'own-failures';
      await this.#scoreFailures(client, provenance);
      await this.#settle(null);
    } catch (thrown) {
      await this.#settle(toLabError(thrown, 'running rollouts'));
    }
  }

  async #writeAll(client: EngineClient): Promise<void> {
    await this.whilePaused();
    const requests = this.book.requests();
    if (this.isCancelled() || requests.length === 0) return;
    const stepsBefore = this.stepsDone;
    const writing = client.rollouts({ requests, sideBySide: null }, (event) => {
      switch (event.kind) {
        case 'answered':
          this.hear(event);
          break;
        case 'progress':
          this.#tellProgress(event.progress, stepsBefore);
          break;
        case 'stage':
          this.tellStage(event.stage);
          break;
        case 'refused':
          this.#refuse(event.error);
      }
    });
    await this.#stoppable(client, writing);
  }

  async #scoreFailures(client: EngineClient, provenance: Provenance): Promise<void> {
    await this.whilePaused();
    if (this.isCancelled()) return;
    const calls = await this.#unscoredCalls();
    if (this.isCancelled()) return;
    let storing: Promise<void> = Promise.resolve();
    try {
      await scoreOwnCalls(
        client,
        scorerOf(provenance),
        calls,
        {
          onFailures: (failures) => {
            storing = storing.then(() => this.takeFailures(failures));
          },
          onRefused: (error) => {
            this.#refuse(error);
          },
          onProgress: (progress) => {
            this.secondsLeft = secondsLeftOf(progress);
          },
          onStage: (stage) => {
            this.tellStage(stage);
          },
          onStarted: () => {
            this.holdIfPaused(client);
          },
        },
        this.nextSignal(),
      );
    } finally {
      // What was scored is kept, even when the engine failed after it.
      await storing;
    }
  }

  /** With their contexts; the page has its turn in between. */
  async #unscoredCalls(): Promise<readonly OwnCall[]> {
    const breath = new PageBreath();
    const calls: OwnCall[] = [];
    for (const rollout of this.book.rollouts()) {
      for (const call of ownCallsOf(rollout))
        if (this.failures.scoreOf(rollout, call.step) === null) calls.push(call);
      if (breath.due) await breath.take();
    }
    return calls;
  }

  /** Waits for a job that a pause or cancel said before it began reaches, too. */
  async #stoppable(client: EngineClient, job: Promise<unknown>): Promise<void> {
    const signal = this.nextSignal();
    const stop = (): void => {
      client.cancel();
    };
    signal.addEventListener('abort', stop);
    this.holdIfPaused(client);
    try {
      await job;
    } finally {
      signal.removeEventListener('abort', stop);
      // What was written is kept, even when the engine failed after it.
      await this.allFolded();
    }
  }

  #tellProgress(progress: WritingProgress, stepsBefore: number): void {
    this.progress = progress;
    const steps = this.stepsDone - stepsBefore;
    this.secondsLeft =
      steps === 0 ? null : ((this.stepsExpected - this.stepsDone) * progress.elapsedMs) / steps / 1000;
  }

  #refuse(error: LabError): void {
    this.refusals = [...this.refusals, error];
  }

  /** Ends a run, well or not. */
  async #settle(error: LabError | null): Promise<void> {
    const cancelled = this.isCancelled();
    this.redraw();
    // The last word is spoken once, so the figures come first; somebody who cancels waits for nothing.
    if (error === null && !cancelled) await this.settleReading();
    this.secondsLeft = null;
    this.end(error, cancelled);
    const { endedCount } = this;
    this.log.end(endedCount === this.rollouts.length ? 'finished' : 'open', endedCount);
  }
}

const notItsCheckpoint = (
  { title, rolloutsDone, rolloutsAll, provenance }: StoredRolloutRun,
  loaded: Provenance,
  { origin }: CheckpointChoice,
): LabError | null =>
  checkpointFault(
    { ...provenance, title, kept: `${rolloutsDone} of ${rolloutsAll} rollouts` },
    loaded,
    origin,
  );

const secondsLeftOf = ({ computedTokens, plannedTokens, elapsedMs }: Progress): number | null =>
  computedTokens === 0 ? null : ((plannedTokens - computedTokens) * elapsedMs) / computedTokens / 1000;
