import {
  defaultThreads,
  loadItemSet,
  RowStore,
  servedCheckpoints,
  SHIPPED_ITEM_SETS,
  TwinRun,
  type CheckpointChoice,
  type ItemSet,
  type ItemSetChoice,
} from '../../lab/index.ts';
import {
  BUILT_IN_BASE,
  fragmentOfTrainingLink,
  trainingLinkOfFragment,
  type LabError,
  type TrainingPreset,
} from '../../records/index.ts';
import { router } from '../router.svelte.ts';
import { forgetPrediction, keepPrediction, keptPrediction } from './kept-predictions.ts';
import {
  locked,
  NO_PREDICTION,
  openAnswers,
  skipped,
  withGuess,
  type Guess,
  type Prediction,
} from './prediction.ts';
import { PRESETS, type PresetChoice } from './training-presets.ts';

/** What lies in the room: the preset, its items, the prediction and the run. It outlives a visit to another room. */
class TrainingDesk {
  preset = $state<TrainingPreset>('twins');
  /** Null until the storage has been opened. */
  run = $state.raw<TwinRun | null>(null);
  /** Null while the server is being asked. */
  checkpoints = $state.raw<readonly CheckpointChoice[] | null>(null);
  itemSet = $state.raw<ItemSet | null>(null);
  /** Items that were asked for and are not here yet. */
  reading = $state.raw<string | null>(null);
  itemsError = $state.raw<LabError | null>(null);
  prediction = $state.raw<Prediction>(NO_PREDICTION);
  persistent = $state(true);
  /** Plain sentences about a link that could not be followed to the letter. */
  notes = $state.raw<readonly string[]>([]);

  #opening: Promise<void> | null = null;
  #newest = 0;

  readonly choice = $derived<PresetChoice>(PRESETS[this.preset]);
  readonly subjectIds = $derived(this.choice.subjects.map(({ id }) => id));
  /** Sets that can be chosen for the preset. */
  readonly sets = $derived<readonly ItemSetChoice[]>(
    this.choice.sets.flatMap((wanted) => SHIPPED_ITEM_SETS.filter(({ name }) => name === wanted)),
  );
  readonly openAnswers = $derived(openAnswers(this.prediction, this.subjectIds));

  /** A class runs on one checkpoint; where four are compared, the base comes first and the others with their use. */
  get toKeep(): readonly string[] {
    // Not before the link was followed: a class would fetch the base as well.
    if (this.itemSet === null) return [];
    const [first, ...others] = this.choice.checkpointIds;
    const wanted = others.length === 0 ? first : BUILT_IN_BASE;
    return (this.checkpoints ?? []).flatMap(({ id, isBuiltIn }) => (isBuiltIn && id === wanted ? [id] : []));
  }

  /** The room is entered: the first time storage is opened and the server asked for checkpoints; then the link followed. */
  async enter(): Promise<void> {
    const isFirst = this.#opening === null;
    this.#opening ??= this.#open();
    await this.#opening;
    if (isFirst || location.hash !== this.fragment) await this.follow(location.hash);
  }

  async #open(): Promise<void> {
    const [store, checkpoints] = await Promise.all([RowStore.open(), servedCheckpoints(document.baseURI)]);
    this.checkpoints = checkpoints;
    this.persistent = store.persistent;
    const run = new TwinRun(store, (id) => this.checkpoints?.find((choice) => choice.id === id));
    run.probe.threads = defaultThreads(navigator.hardwareConcurrency, crossOriginIsolated);
    this.run = run;
  }

  /** Sets the room as a link says. A run that is on is not disturbed: the address then names it again. */
  async follow(fragment: string): Promise<void> {
    if (this.run === null) return;
    const { preset, itemSet, notes } = trainingLinkOfFragment(fragment);
    const isBare = !fragment.includes('?');
    if (this.run.isOn) {
      this.notes =
        isBare || fragment === this.fragment
          ? []
          : ['A run is on. The link was not followed; cancel the run first.'];
      this.#written();
      return;
    }
    // A bare address leaves everything as it lies, and names it again.
    if (isBare && this.itemSet !== null) {
      this.#written();
      return;
    }
    const isSame = preset === this.preset;
    this.preset = preset;
    const wanted = itemSet === null ? undefined : this.sets.find(({ name }) => name === itemSet.name);
    const isOther = itemSet?.sha256 != null && wanted !== undefined && wanted.sha256 !== itemSet.sha256;
    this.notes = [
      ...notes,
      ...(itemSet !== null && wanted === undefined
        ? [`The link asks for the items ${itemSet.name}, which are not offered here.`]
        : []),
      ...(isOther ? [`The items ${itemSet.name} are not those that the link was made with.`] : []),
    ];
    const set = wanted ?? this.sets[0];
    if (!isSame || set?.name !== this.itemSet?.name) await this.#take(set);
  }

  async choosePreset(preset: TrainingPreset): Promise<void> {
    if (this.run?.isOn !== false) return;
    this.preset = preset;
    this.notes = [];
    await this.#take(this.sets[0]);
  }

  async chooseSet(name: string): Promise<void> {
    if (this.run?.isOn !== false) return;
    this.notes = [];
    await this.#take(this.sets.find((set) => set.name === name));
  }

  guess(subject: string, change: Partial<Guess>): void {
    this.#say(withGuess(this.prediction, subject, change));
  }

  /** Run is pressed: the prediction is locked with it. With an answer missing nothing begins. */
  async start(): Promise<void> {
    const { run } = this;
    if (run === null || run.isOn) return;
    const wasOpen = this.prediction.state === 'open';
    this.#say(locked(this.prediction, this.subjectIds));
    if (this.prediction.state === 'open') return;
    await run.run(wasOpen || run.isComplete ? 'all' : 'rest');
  }

  /** Run without a prediction: openly, for whoever has seen it before. */
  async startWithout(): Promise<void> {
    const { run } = this;
    if (run === null || run.isOn) return;
    this.#say(skipped(this.prediction));
    await run.run('all');
  }

  /** For the next class: the prediction and what is shown are put away; what was scored stays stored. */
  predictAnew(): void {
    if (this.run?.isOn !== false) return;
    this.prediction = NO_PREDICTION;
    if (this.itemSet !== null) forgetPrediction(this.#question);
    this.#ask();
  }

  /** The fragment of what lies here now. */
  get fragment(): string {
    const { itemSet, choice, preset } = this;
    const isOwn = itemSet === null || itemSet.name === choice.sets[0];
    return fragmentOfTrainingLink({
      preset,
      itemSet: isOwn ? null : { name: itemSet.name, sha256: itemSet.sha256 },
    });
  }

  async #take(set: ItemSetChoice | undefined): Promise<void> {
    if (set === undefined) return;
    const mine = (this.#newest += 1);
    this.reading = set.title;
    this.itemSet = null;
    this.prediction = NO_PREDICTION;
    this.#ask();
    const read = await loadItemSet(set);
    if (mine !== this.#newest) return;
    this.reading = null;
    this.itemsError = read.ok ? null : read.error;
    if (!read.ok) return;
    this.itemSet = read.value;
    this.prediction = keptPrediction(this.#question);
    this.#ask();
    this.#written();
    // Before somebody has committed to a prediction, or openly done without, nothing stored is shown.
    if (this.prediction.state !== 'open') await this.run?.recall();
  }

  #written(): void {
    if (router.room === 'training-data') router.replace(this.fragment);
  }

  #ask(): void {
    const { checkpointIds, conditions } = this.choice;
    this.run?.ask(checkpointIds, this.itemSet, conditions);
  }

  /** What a prediction is of: another set of items is another question. */
  get #question(): string {
    return `${this.preset} ${this.itemSet?.sha256 ?? ''}`;
  }

  #say(said: Prediction): void {
    this.prediction = said;
    if (this.itemSet !== null) keepPrediction(this.#question, said);
  }
}

export const trainingDesk = new TrainingDesk();
