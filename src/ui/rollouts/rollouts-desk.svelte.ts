import {
  defaultThreads,
  loadTaskSet,
  openTaskFile,
  RolloutRun,
  RolloutShelf,
  RolloutStore,
  scopeRefusal,
  servedCheckpoints,
  SHIPPED_TASK_SETS,
  type CheckpointChoice,
  type LiveRollout,
  type RolloutChoice,
  type StoredRolloutRun,
  type TaskSet,
  type TaskSetChoice,
} from '../../lab/index.ts';
import {
  fragmentOfRolloutLink,
  ok,
  rolloutLinkOfFragment,
  type LabError,
  type Result,
  type RolloutLink,
} from '../../records/index.ts';
import { desk as probeDesk } from '../probe/probe-desk.svelte.ts';
import { RoomDesk } from '../probe/room-desk.svelte.ts';
import { router } from '../router.svelte.ts';
import { FIRST_LOOK } from './first-look.ts';
import { choiceOfLink, linkOfChoice, saysAChoice } from './linked-choice.ts';

/** What lies in the Rollouts room: the menus, the run, the opened rollout. It outlives a visit to another room. */
class RolloutsDesk extends RoomDesk {
  /** Null until the storage has been opened. */
  run = $state.raw<RolloutRun | null>(null);
  shelf = $state.raw<RolloutShelf | null>(null);
  /** The user's own task file, beside the shipped sets. */
  ownSet = $state.raw<TaskSet | null>(null);
  /** Plain sentences about links that could not be followed to the letter. */
  notes = $state.raw<readonly string[]>([]);
  /** The opened rollout. */
  openKey = $state<string | null>(null);
  /** The task and seed that stand side by side under all harnesses. */
  side = $state.raw<{ readonly taskId: string; readonly seed: number } | null>(null);

  #opening: Promise<void> | null = null;

  readonly open = $derived<LiveRollout | null>(
    this.run?.rollouts.find(({ key }) => key === this.openKey) ?? null,
  );
  readonly sets = $derived<readonly TaskSetChoice[]>(
    this.ownSet === null
      ? SHIPPED_TASK_SETS
      : [...SHIPPED_TASK_SETS, { ...this.ownSet, tasks: this.ownSet.tasks.length, url: '' }],
  );

  /** The room is entered: the first time storage is opened and the server asked for checkpoints; then the link followed. */
  async enter(): Promise<void> {
    if (this.#opening === null) {
      this.#opening = this.#open();
      await this.#opening;
      await this.follow(location.hash);
      await this.run?.lookForUnfinished();
      return;
    }
    await this.#opening;
    if (location.hash !== this.fragment) await this.follow(location.hash);
  }

  async #open(): Promise<void> {
    const [store, checkpoints] = await Promise.all([
      RolloutStore.open(),
      servedCheckpoints(document.baseURI),
    ]);
    const run = new RolloutRun(store);
    run.threads = defaultThreads(navigator.hardwareConcurrency, crossOriginIsolated);
    this.shelf = new RolloutShelf(store);
    this.persistent = store.persistent;
    this.checkpoints = checkpoints;
    this.run = run;
  }

  /** Sets the desk as a link says. A run that is on is not disturbed: the address then names it again. */
  async follow(fragment: string): Promise<void> {
    const { run } = this;
    if (run === null) return;
    const { notes, ...link } = rolloutLinkOfFragment(fragment);
    if (run.busy) {
      const saysMore = fragment.includes('?') && fragment !== this.fragment;
      this.notes = saysMore ? ['A run is on. The link was not followed; cancel the run first.'] : [];
      this.written();
      return;
    }
    this.notes = [...notes, ...(await this.#follow(run, link))];
    this.written();
  }

  /** Gives in sentences what of the link is not here. */
  async #follow(run: RolloutRun, link: RolloutLink): Promise<readonly string[]> {
    const said: string[] = [];
    const wanted = this.checkpointOf(link.checkpoint);
    if (link.checkpoint !== null && wanted === null)
      said.push(`The link asks for the checkpoint ${link.checkpoint}, which is not here.`);
    // Whoever comes from the Probe room goes on with the checkpoint chosen there.
    const usual = probeDesk.run?.checkpoint ?? this.firstCheckpoint;
    const checkpoint = wanted ?? run.checkpoint ?? usual;
    if (checkpoint !== run.checkpoint) this.#takeCheckpoint(run, checkpoint);
    if (saysAChoice(link)) {
      const { choice, notes } = choiceOfLink(link, usualFor(checkpoint));
      said.push(...notes);
      run.choose(choice);
    }
    const set = SHIPPED_TASK_SETS.find(({ name }) => name === link.taskSet?.name);
    if (link.taskSet !== null && set === undefined && link.taskSet.name !== run.taskSet?.name)
      said.push(
        `The link asks for the tasks ${link.taskSet.name}, which are not part of this page: open that file.`,
      );
    const asked = link.taskSet?.sha256 ?? null;
    if (set !== undefined && asked !== null && asked !== set.sha256)
      said.push(`The tasks ${set.name} are not the same as when the link was made.`);
    const first = set ?? (run.taskSet === null ? SHIPPED_TASK_SETS[0] : undefined);
    if (first !== undefined && first.name !== run.taskSet?.name)
      await this.#take(first.title, loadTaskSet(first));
    return said;
  }

  /** A run of a minute that shows what the room is about. */
  async firstLook(): Promise<void> {
    if (this.run?.busy !== false) return;
    await this.follow(FIRST_LOOK);
    this.close();
    await this.run.run();
  }

  /** Goes on with the run that was not finished, where all that it asks for is here. */
  async resume(): Promise<void> {
    const { run } = this;
    const stored = run?.unfinished ?? null;
    if (run === null || stored === null || run.busy) return;
    // The user's own tasks are kept with the run; where they are not, the link below says so.
    const tasks = await run.tasksOf(stored);
    if (tasks.ok && tasks.value.ownBytes !== null) {
      if ((await this.#take(tasks.value.title, tasks)) === null) return;
      this.ownSet = tasks.value;
    }
    const isFromFiles = this.checkpointOf(stored.provenance.checkpointId) === null;
    const link = linkOfChoice(stored.provenance.checkpointId, stored.taskSet, stored.choice);
    this.notes =
      isFromFiles && run.checkpoint?.origin === 'dropped'
        ? await this.#follow(run, { ...link, checkpoint: null })
        : await this.#follow(run, link);
    this.written();
    if (this.notes.length === 0) await run.run(stored);
  }

  /** Why the chosen checkpoint is not asked about the chosen tasks; null: it may be. */
  get scopeError(): LabError | null {
    const { run } = this;
    return run?.checkpoint == null
      ? null
      : scopeRefusal(run.checkpoint, run.taskSet?.tasks.map(({ env }) => env) ?? []);
  }

  chooseCheckpoint(id: string): void {
    if (this.run === null) return;
    this.#takeCheckpoint(this.run, this.checkpointOf(id));
    this.written();
  }

  takeCheckpointFiles(files: readonly File[]): void {
    if (this.run === null) return;
    this.#takeCheckpoint(this.run, this.offerFiles(files));
    this.written();
  }

  async chooseSet(name: string): Promise<void> {
    await this.#opening;
    const shipped = SHIPPED_TASK_SETS.find((set) => set.name === name);
    if (this.ownSet !== null && name === this.ownSet.name) await this.#take(name, ok(this.ownSet));
    else if (shipped !== undefined) await this.#take(shipped.title, loadTaskSet(shipped));
    this.written();
  }

  async openFile(file: File): Promise<void> {
    await this.#opening;
    const set = await this.#take(file.name, openTaskFile(file));
    if (set === null) return;
    this.ownSet = set;
    this.written();
  }

  /** Files dropped anywhere on the page: tasks, or a checkpoint. */
  async takeDropped(dropped: Result<readonly File[]>): Promise<void> {
    await this.#opening;
    if (this.run === null) return;
    if (this.run.busy) {
      this.notes = ['A run is on. The files were not taken; drop them again when it has ended.'];
      return;
    }
    this.notes = [];
    this.filesError = dropped.ok ? null : dropped.error;
    if (!dropped.ok) return;
    const [first, ...others] = dropped.value;
    if (first !== undefined && others.length === 0 && /\.(?:jsonl|ndjson)$/i.test(first.name))
      await this.openFile(first);
    else if (first !== undefined) this.takeCheckpointFiles(dropped.value);
  }

  choose(change: Partial<RolloutChoice>): void {
    this.run?.choose(change);
    this.written();
  }

  show(key: string | null): void {
    this.openKey = key;
  }

  putSideBySide(side: { readonly taskId: string; readonly seed: number } | null): void {
    this.side = side;
  }

  /** Nothing is opened of what came before. */
  close(): void {
    this.openKey = null;
    this.side = null;
  }

  /** Shows an earlier run. What stands in the way is told; the room then stays as it is. */
  async openRun(stored: StoredRolloutRun): Promise<Result<null>> {
    const { run } = this;
    if (run === null || run.busy) return ok(null);
    const wanted = this.checkpointOf(stored.provenance.checkpointId);
    if (wanted !== null && wanted !== run.checkpoint) run.chooseCheckpoint(wanted);
    const shown = await run.show(stored);
    if (!shown.ok) return shown;
    const { taskSet } = run;
    if (taskSet !== null && taskSet.ownBytes !== null) this.ownSet = taskSet;
    this.close();
    this.notes = [];
    this.written();
    return shown;
  }

  async deleteRun(stored: StoredRolloutRun): Promise<void> {
    const { run, shelf } = this;
    if (run === null || shelf === null || run.busy) return;
    await shelf.delete(stored);
    if (run.unfinished?.runId === stored.runId) run.unfinished = null;
    // What is shown of it goes with it.
    if (run.opened?.runId === stored.runId) run.chooseTaskSet(run.taskSet);
  }

  /** The fragment of what lies here now. */
  get fragment(): string {
    const { run } = this;
    if (run === null) return '#/rollouts';
    const { checkpoint, taskSet, choice } = run;
    const id = checkpoint === null || checkpoint.origin === 'dropped' ? null : checkpoint.id;
    const set = taskSet === null ? null : { name: taskSet.name, sha256: taskSet.sha256 };
    return fragmentOfRolloutLink(linkOfChoice(id, set, choice));
  }

  get link(): string {
    return new URL(this.fragment, location.href).href;
  }

  /** Writes the address after a change, never before one. */
  written(): void {
    if (router.room === 'rollouts') router.replace(this.fragment);
  }

  #takeCheckpoint(run: RolloutRun, choice: CheckpointChoice | null): void {
    run.chooseCheckpoint(choice);
    run.choose(usualFor(choice));
  }

  /** The set on the desk now; null: it could not be read, or another was asked for meanwhile. */
  async #take(title: string, reading: Promise<Result<TaskSet>> | Result<TaskSet>): Promise<TaskSet | null> {
    const set = await this.newest(title, reading);
    if (set === null) return null;
    this.close();
    this.run?.chooseTaskSet(set);
    return set;
  }
}

/** Checkpoints of ToolShed were trained on the bare prompt: an example of a reply is strange to them. */
const usualFor = (checkpoint: CheckpointChoice | null): Pick<RolloutChoice, 'demonstration'> => ({
  demonstration: checkpoint?.scope !== 'ToolShed only',
});

export const rolloutsDesk = new RolloutsDesk();
