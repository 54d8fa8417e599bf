import {
  defaultThreads,
  loadItemSet,
  openItemFile,
  ProbeRun,
  recipeOfWording,
  remarksOnItems,
  RowStore,
  RunShelf,
  scopeRefusal,
  servedCheckpoints,
  SHIPPED_ITEM_SETS,
  type CheckpointChoice,
  type ItemSet,
  type ItemSetChoice,
  type StoredRun,
} from '../../lab/index.ts';
import {
  PAPER_VIEW,
  textOfView,
  type CandidateScope,
  type ConditionName,
  type View,
} from '../../probe/index.ts';
import {
  BUILT_IN_BASE,
  fragmentOfRecipe,
  ok,
  recipeOfFragment,
  type LabError,
  type Recipe,
  type Result,
} from '../../records/index.ts';
import type { Wording } from '../../transcript/index.ts';
import { router } from '../router.svelte.ts';
import { keepTexts } from './kept-texts.ts';
import { FIRST_LOOK, FIRST_LOOK_SET } from './first-look.ts';
import { itemsNotAsLinked, missingParts } from './missing-parts.ts';
import { RoomDesk } from './room-desk.svelte.ts';
import { notOpened, takenFiles, turnedAwayWords, type TakenFiles } from './taken-files.ts';

/** What a link may say of a run; the opened item alone leaves the rest as it lies. */
const SAYS_SOMETHING = ['itemSet', 'conditions', 'candidates', 'wording', 'view'] as const;

/** The items that a visitor begins with: the built-in checkpoint knows ToolShed only. */
const firstSetFor = (checkpoint: CheckpointChoice | null): ItemSetChoice | undefined =>
  SHIPPED_ITEM_SETS.find(({ name }) => checkpoint?.id === BUILT_IN_BASE && name === FIRST_LOOK_SET) ??
  SHIPPED_ITEM_SETS[0];

/** What lies on the Probe room's desk: the menus, the run, the opened item. It outlives a visit to another room. */
class ProbeDesk extends RoomDesk {
  /** Null until the storage has been opened. */
  run = $state.raw<ProbeRun | null>(null);
  /** Earlier runs; null until the storage has been opened. */
  shelf = $state.raw<RunShelf | null>(null);
  /** The user's own item set, beside the shipped ones. */
  ownSet = $state.raw<ItemSet | null>(null);
  /** What became of the files of rows that were given last. */
  imported = $state.raw<TakenFiles | null>(null);
  #said = $state.raw<readonly string[]>([]);
  /** What came during a run and was not taken: told until something is said anew. */
  #turnedAway = $state<'files' | 'link' | null>(null);
  /** Our recorded run stands beside the rows, or alone before there are any; where one fits. */
  showsRecorded = $state(false);
  openId = $state<string | null>(null);
  /** What the opened item is looked at under. */
  condition = $state<ConditionName>('fail');
  /** The token of its failed call that is pointed out, from 0. */
  token = $state<number | null>(null);

  /** Done when storage is open and the first link was followed: what somebody chooses meanwhile comes after it. */
  #opening: Promise<void> | null = null;
  /** Resume was pressed and something was missing: what still is stays told while the rest is opened. */
  #isResumeAsked = false;

  /** Plain sentences about links that could not be followed to the letter and files that were not taken as they came. */
  get notes(): readonly string[] {
    return [...this.#said, ...turnedAwayWords(this.#turnedAway, this.run?.busy ?? false)];
  }

  set notes(said: readonly string[]) {
    this.#said = [...new Set(said)];
    this.#turnedAway = null;
  }

  /** The room is entered: the first time storage is opened and the server asked for checkpoints; then the link followed. */
  async enter(): Promise<void> {
    if (this.#opening !== null) {
      await this.#opening;
      await this.follow(location.hash);
      // The way in may have been a bare address, which names nothing of what lies here.
      this.written();
      return;
    }
    this.#opening = this.#open();
    await this.#opening;
    await this.run?.lookForUnfinished();
  }

  async #open(): Promise<void> {
    const [store, checkpoints] = await Promise.all([RowStore.open(), servedCheckpoints(document.baseURI)]);
    const run = new ProbeRun(store);
    run.threads = defaultThreads(navigator.hardwareConcurrency, crossOriginIsolated);
    this.shelf = new RunShelf(store);
    this.persistent = store.persistent;
    this.checkpoints = checkpoints;
    this.run = run;
    await this.follow(location.hash);
  }

  /** Sets the desk as a link says. A run that is on is not disturbed: the address then names it again. */
  async follow(fragment: string): Promise<void> {
    const { run } = this;
    if (run === null) return;
    const { recipe, notes } = recipeOfFragment(fragment);
    if (run.busy) {
      if (fragment !== this.fragment && Object.values(recipe).some((said) => said !== null))
        this.#turnedAway = 'link';
      this.written();
      return;
    }
    this.#isResumeAsked = false;
    const { missing, strange } = await this.#follow(run, recipe);
    this.notes = [...notes, ...missing, ...strange];
  }

  /** Sets the desk as a recipe says; gives in sentences the parts that are not here, and what else could not be followed. */
  async #follow(
    run: ProbeRun,
    recipe: Recipe,
  ): Promise<{ readonly missing: readonly string[]; readonly strange: readonly string[] }> {
    const missing: string[] = [];
    const wanted = this.checkpointOf(recipe.checkpoint);
    if (recipe.checkpoint !== null && wanted === null)
      missing.push(`The link asks for the checkpoint ${recipe.checkpoint}, which is not here.`);
    const checkpoint = wanted ?? run.checkpoint ?? this.firstCheckpoint;
    if (checkpoint !== run.checkpoint) run.chooseCheckpoint(checkpoint);

    const set = SHIPPED_ITEM_SETS.find(({ name }) => name === recipe.itemSet?.name);
    missing.push(...itemsNotAsLinked(recipe.itemSet, set ?? null, run.itemSet));
    const first = set ?? (run.itemSet === null ? firstSetFor(checkpoint) : undefined);
    if (first !== undefined && first.name !== run.itemSet?.name) await this.#takeSet(first);

    // Where a link says anything, what it does not say is as usual; a bare address leaves everything as it lies.
    const saysSomething = SAYS_SOMETHING.some((field) => recipe[field] !== null);
    const strange = saysSomething ? await this.#followSettings(run, recipe) : [];
    return { missing, strange: [...strange, ...this.#followItem(run, recipe)] };
  }

  /** What only a link needs is fetched for one; until it is there, no run begins with other settings. */
  async #followSettings(run: ProbeRun, recipe: Recipe): Promise<readonly string[]> {
    this.reading = 'the link';
    try {
      const { followSettings } = await import('./link-following.ts');
      return await followSettings(run, recipe, async () => {
        await this.shelf?.refresh();
        return this.shelf?.runs.map(({ opening }) => opening?.recipe.wording ?? null) ?? [];
      });
    } catch (thrown) {
      return [`The link was not followed, as a part of this page could not be fetched (${String(thrown)}).`];
    } finally {
      this.reading = null;
    }
  }

  /** Opens the item of a link, under its condition and at its token. */
  #followItem(run: ProbeRun, { item, condition, token }: Recipe): readonly string[] {
    if (item === null) return [];
    if (!this.items.some(({ item_id }) => item_id === item))
      return [`The link opens the item ${item}, which is not in this set.`];
    const under = condition ?? 'fail';
    const known = run.conditions.find((name) => name === under);
    this.openId = item;
    this.condition = known ?? 'fail';
    this.token = token;
    return known === undefined
      ? [`The link looks at the item under ${under}, which is not among its conditions.`]
      : [];
  }

  /** The run that shows what this is about, whatever was chosen before. */
  async firstLook(): Promise<void> {
    if (this.run?.busy !== false) return;
    await this.follow(FIRST_LOOK);
    this.written();
    await this.run.run();
  }

  /** Goes on with the run that was not finished, where all that it asks for is here. */
  async resume(): Promise<void> {
    const { run } = this;
    const fragment = run?.unfinished?.fragment;
    if (run === null || fragment === undefined || run.busy) return;
    const { strange } = await this.#follow(run, recipeOfFragment(fragment).recipe);
    this.#isResumeAsked = fragmentOfRecipe(run.recipe(null)) !== fragment;
    this.notes = [...this.#stillMissing(), ...strange];
    if (this.#isResumeAsked) return;
    this.written();
    await run.run(run.unfinished);
  }

  /** What the unfinished run that is to be resumed lacks. */
  #stillMissing(): readonly string[] {
    const { run } = this;
    const fragment = run?.unfinished?.fragment;
    if (run === null || fragment === undefined || !this.#isResumeAsked) return [];
    return missingParts(recipeOfFragment(fragment).recipe, run);
  }

  get items(): ItemSet['items'] {
    return this.run?.itemSet?.items ?? [];
  }

  /** Why the chosen checkpoint is not asked about the chosen items; null: it may be. */
  get scopeError(): LabError | null {
    const { run } = this;
    return run?.checkpoint == null
      ? null
      : scopeRefusal(
          run.checkpoint,
          this.items.map(({ env }) => env),
        );
  }

  get sets(): readonly ItemSetChoice[] {
    const { ownSet } = this;
    if (ownSet === null) return SHIPPED_ITEM_SETS;
    return [...SHIPPED_ITEM_SETS, { ...ownSet, items: ownSet.items.length, url: '' }];
  }

  chooseCheckpoint(id: string): void {
    this.run?.chooseCheckpoint(this.checkpointOf(id));
    this.written();
  }

  takeCheckpointFiles(files: readonly File[]): void {
    this.run?.chooseCheckpoint(this.offerFiles(files));
    this.filesError = null;
    this.notes = this.#stillMissing();
    this.written();
  }

  async chooseSet(name: string): Promise<void> {
    await this.#opening;
    this.openId = null;
    const shipped = SHIPPED_ITEM_SETS.find((set) => set.name === name);
    if (this.ownSet !== null && name === this.ownSet.name) await this.#take(name, ok(this.ownSet));
    else if (shipped !== undefined) await this.#takeSet(shipped);
    this.written();
  }

  /** Gives what was odd about the file and harmless. */
  async openFile(file: File): Promise<readonly string[]> {
    await this.#opening;
    const set = await this.#take(file.name, openItemFile(file));
    if (set === null) return [];
    const remarks = remarksOnItems(set);
    this.notes = [...remarks, ...this.#stillMissing()];
    this.ownSet = set;
    this.openId = null;
    this.written();
    return remarks;
  }

  chooseConditions(conditions: readonly ConditionName[]): void {
    this.run?.chooseConditions(conditions);
    this.written();
  }

  chooseCandidates(scope: CandidateScope): void {
    this.run?.chooseCandidates(scope);
    this.written();
  }

  /** Texts of one's own, which must be sound, in place of the set's; null: the set's again. */
  chooseTexts(wording: Wording | null): void {
    this.run?.chooseWording(wording);
    this.written();
  }

  chooseView(view: View): void {
    void this.run?.lookThrough(view);
    this.written();
  }

  /** Shows an earlier run. What stands in the way is told; the room then stays as it is. */
  async openRun(stored: StoredRun): Promise<Result<null>> {
    const { run, shelf } = this;
    if (run === null || shelf === null || run.busy) return ok(null);
    const opened = await shelf.open(stored);
    if (!opened.ok) return opened;
    const { itemSet } = opened.value;
    if (itemSet.ownBytes !== null) this.ownSet = itemSet;
    const wanted = this.checkpointOf(opened.value.opening.recipe.checkpoint);
    if (wanted !== null && wanted !== run.checkpoint) run.chooseCheckpoint(wanted);
    this.openId = null;
    this.notes = [];
    run.show(opened.value);
    void run.lookThrough(PAPER_VIEW);
    this.written();
    return ok(null);
  }

  /** Deletes an earlier run; what is shown of it goes with it. */
  async deleteRun(stored: StoredRun): Promise<void> {
    const { run, shelf } = this;
    if (run === null || shelf === null || run.busy) return;
    await shelf.delete(stored);
    if (run.unfinished?.runId === stored.runId) run.unfinished = null;
    if (run.runId !== stored.runId) return;
    run.chooseItemSet(run.itemSet);
    this.open(null);
  }

  /** Takes in files of rows or run records, one after the other, and shows the first run of them. */
  async importRuns(files: readonly File[]): Promise<void> {
    const { run, shelf } = this;
    if (run === null || shelf === null || files.length === 0) return;
    const read: { name: string; read: Awaited<ReturnType<RunShelf['import']>> }[] = [];
    for (const file of files) read.push({ name: file.name, read: await shelf.import(file, run) });
    const taken = takenFiles(read);
    const first = taken.reports[0]?.parts[0];
    const opened = first === undefined ? ok(null) : await this.openRun(first.stored);
    this.imported = opened.ok ? taken : { ...taken, refused: opened.error };
  }

  /** Why files were refused has been read; what was taken in of others stays told. */
  dismissRefused(): void {
    this.imported = this.imported === null ? null : { ...this.imported, refused: null };
  }

  /** Files dropped anywhere on the page: a checkpoint, or rows and items. */
  async takeDropped(dropped: Result<readonly File[]>): Promise<void> {
    await this.#opening;
    if (this.run === null) return;
    if (this.run.busy) {
      this.#turnedAway = 'files';
      return;
    }
    // What an earlier drop was told is no matter any more.
    this.notes = this.#stillMissing();
    this.filesError = dropped.ok ? null : dropped.error;
    if (!dropped.ok) return;
    const { sortDropped } = await import('./sort-dropped.ts');
    const { checkpoint, rows, items } = await sortDropped(dropped.value);
    if (checkpoint.length > 0) this.takeCheckpointFiles(checkpoint);
    // Items first: rows are read beside those that are chosen.
    const [first, ...others] = items;
    const remarks = first === undefined ? [] : await this.openFile(first);
    await this.importRuns(rows);
    // A run that was shown has cleared what was said of the items.
    this.notes = [...remarks, ...this.notes, ...notOpened(others.map(({ name }) => name))];
  }

  /** The opened item is looked at under another condition. */
  lookUnder(condition: ConditionName): void {
    this.condition = condition;
    this.written();
  }

  pointAt(token: number): void {
    this.token = token;
    this.written();
  }

  open(id: string | null): void {
    if (id !== this.openId) this.token = null;
    this.openId = id;
    this.written();
  }

  /** The fragment of what lies here now. */
  get fragment(): string {
    const { run, openId } = this;
    if (run === null) return '#/probe';
    const condition = openId === null || this.condition === 'fail' ? null : this.condition;
    const token = openId === null ? null : this.token;
    return fragmentOfRecipe({ ...run.recipe(openId, { condition, token }), view: textOfView(run.view) });
  }

  get link(): string {
    return new URL(this.fragment, location.href).href;
  }

  /** Whether the link holds all texts of one's own, or only their hash. */
  get linkHoldsTexts(): boolean {
    return recipeOfFragment(this.fragment).recipe.wording?.texts !== null;
  }

  /** Writes the address after a change, never before one, and not over that of another room which was gone to meanwhile. */
  written(): void {
    if (this.run !== null) keepTexts(recipeOfWording(this.run.wording));
    if (router.room === 'probe') router.replace(this.fragment);
  }

  async #takeSet(choice: ItemSetChoice): Promise<void> {
    await this.#take(choice.title, loadItemSet(choice));
  }

  /** The set on the desk now; null: it could not be read, or another was asked for meanwhile. */
  async #take(title: string, reading: Promise<Result<ItemSet>> | Result<ItemSet>): Promise<ItemSet | null> {
    const set = await this.newest(title, reading);
    if (set === null) return null;
    const { run } = this;
    run?.chooseItemSet(set);
    // Tasks and kinds of mistake are those of a set; how a call is measured is not.
    void run?.lookThrough({ ...PAPER_VIEW, statistic: run.view.statistic, scale: run.view.scale });
    return set;
  }
}

export const desk = new ProbeDesk();
