import {
  forgetTranscript,
  keepTranscript,
  keptTranscript,
  PastedLog,
  type KeptTranscript,
} from '../../lab/index.ts';
import type { AskedStep } from '../../pasted-step/index.ts';
import type { LabError } from '../../records/index.ts';
import {
  chosenStep,
  logStatistics,
  triesOf,
  usualStyle,
  type CallStyleName,
  type ChosenStep,
  type CutSettings,
  type FailedCall,
  type LogChoice,
  type LogReading,
  type LogStatistics,
  type PastedTranscript,
  type WayName,
} from '../../transcript/index.ts';
import {
  failureName,
  hasMarks,
  NO_MARKS,
  withFailure,
  withMarks,
  withoutFailure,
  type HandMark,
  type HandMarks,
} from './hand-marks.ts';

/** What a link says of the room besides its checkpoint and text; null: the room's own choice. */
interface LinkedSettings {
  readonly way: WayName | null;
  readonly style: CallStyleName | null;
  readonly cut: CutSettings | null;
}

const NOTHING_LINKED: LinkedSettings = { way: null, style: null, cut: null };

/** A log that is one long loop has failed tries without end: no more than these are looked at after the chosen one. */
const MOST_ATTEMPTS = 12;
/** No style or tool name of a real log is lost by this. */
const MOST_TOOLS = 500;

/** What lies in the room: the pasted log, what was read of it, and the step that is looked at. It outlives a visit to another room; nothing of it is stored unless its owner asks. */
class TranscriptDesk {
  /** Exactly as it was pasted; null: nothing was. */
  pasted = $state.raw<string | null>(null);
  /** Of the file that it came from. */
  name = $state.raw<string | null>(null);
  reading = $state.raw<LogReading | null>(null);
  isReading = $state(false);
  /** Why it was not read at all, or not kept. */
  error = $state.raw<LabError | null>(null);
  choice = $state.raw<LogChoice>({});
  /** What is offered of a log that could not be read is used all the same. */
  isPartUsed = $state(false);
  marks = $state.raw<HandMarks>(NO_MARKS);
  /** The log that this browser keeps; null: none, or not looked for yet. */
  kept = $state.raw<Omit<KeptTranscript, 'pasted'> | null>(null);
  cut = $state.raw<CutSettings | null>(null);

  /** Holds for the log that lies here, or for the next one. */
  linked = $state.raw<LinkedSettings>(NOTHING_LINKED);

  readonly #log = new PastedLog();
  /** What is known to be kept. */
  #keptText = $state.raw<string | null>(null);
  #chosenName = $state.raw<string | null>(null);
  #errors = $state.raw<ReadonlyMap<string, string>>(new Map());
  #rights = $state.raw<ReadonlyMap<string, string>>(new Map());
  #style = $state.raw<CallStyleName | null>(null);

  readonly transcript = $derived.by((): PastedTranscript | null => {
    const read = this.reading?.read ?? null;
    if (read === null) return null;
    return read.kind === 'transcript' ? read.transcript : this.isPartUsed ? read.fault.offer : null;
  });
  readonly failed = $derived.by((): readonly FailedCall[] =>
    this.transcript === null ? [] : withMarks(this.transcript, this.reading?.failed ?? [], this.marks),
  );
  readonly statistics = $derived.by((): LogStatistics | null => {
    if (this.transcript === null) return null;
    return hasMarks(this.marks)
      ? logStatistics(this.transcript, this.failed)
      : (this.reading?.statistics ?? null);
  });
  /** The log that lies here is the one that this browser keeps. */
  readonly keepsThis = $derived(this.kept !== null && this.pasted !== null && this.#keptText === this.pasted);
  /** The failed call that is looked at: the first one until another is chosen. */
  readonly chosen = $derived.by(
    (): FailedCall | null =>
      this.failed.find((one) => failureName(one) === this.#chosenName) ?? this.failed[0] ?? null,
  );
  /** All failed tries of that call, in the order of the log. */
  readonly tries = $derived.by((): readonly FailedCall[] =>
    this.transcript === null || this.chosen === null
      ? []
      : triesOf(this.transcript, this.failed, this.chosen),
  );
  /** What the log was read as, by its name on the page. */
  readonly formatName = $derived(
    this.reading?.formats.find(({ id }) => id === this.transcript?.format)?.name ??
      this.transcript?.format ??
      '',
  );
  readonly usualStyle = $derived(this.transcript === null ? 'function' : usualStyle(this.transcript));
  readonly style = $derived(this.#style ?? this.usualStyle);
  /** As the log has it, without an edited error. */
  readonly stepOfLog = $derived(this.chosen === null ? null : this.#stepOf(this.chosen));
  readonly step = $derived.by((): ChosenStep | null => {
    if (this.stepOfLog === null || this.chosen === null) return null;
    const error = this.#errors.get(failureName(this.chosen));
    return error === undefined ? this.stepOfLog : { ...this.stepOfLog, error };
  });
  /** A correct call for the chosen step, in its style. */
  readonly right = $derived.by((): string | null => {
    const text = this.#rights.get(this.#rightName) ?? '';
    return text.trim() === '' ? null : text;
  });
  /** Names of the tools that the log calls. */
  readonly tools = $derived.by((): readonly string[] => {
    const names = new Set<string>();
    for (const { calls } of this.transcript?.turns ?? [])
      for (const { name } of calls) if (name !== null && names.size < MOST_TOOLS) names.add(name);
    return [...names];
  });
  readonly asked = $derived.by((): AskedStep | null => {
    const { step, chosen } = this;
    if (step === null || chosen === null) return null;
    const later = this.tries.filter(({ call }) => call.turn > chosen.call.turn).slice(0, MOST_ATTEMPTS);
    const attempts = later.flatMap((one) => this.#stepOf(one) ?? []);
    return { step, cut: this.cut, right: this.right, tools: this.tools, attempts };
  });

  /** Another log takes the place of the one that lay here. */
  async take(pasted: string, name: string | null): Promise<void> {
    this.#putAway();
    this.pasted = pasted;
    this.name = name;
    await this.#read();
    this.#applyLinked();
  }

  setFromLink(settings: LinkedSettings): void {
    this.linked = settings;
    this.#applyLinked();
  }

  /** The same text, read as another format or another of its runs. */
  async readAs(choice: LogChoice): Promise<void> {
    if (this.pasted === null) return;
    this.#unmark();
    this.choice = choice;
    await this.#read();
  }

  /** Something could not even be taken to be read; what lies here stays. */
  refuse(error: LabError): void {
    this.error = error;
  }

  dismissError(): void {
    this.error = null;
  }

  usePart(): void {
    this.isPartUsed = true;
  }

  choose(failed: HandMark): void {
    this.#chosenName = failureName(failed);
  }

  /** The reader says that a call failed, and where its result stands. */
  mark(mark: HandMark): void {
    this.marks = withFailure(this.marks, this.reading?.failed ?? [], mark);
    this.choose(mark);
  }

  unmark(failed: HandMark): void {
    this.marks = withoutFailure(this.marks, this.reading?.failed ?? [], failed);
  }

  moveResult(failed: FailedCall, result: number): void {
    if (result === failed.result) return;
    this.unmark(failed);
    this.mark({ call: failed.call, result });
  }

  /** Back to the failures that were found. */
  dropMarks(): void {
    this.marks = NO_MARKS;
  }

  /** Null: back to the text of the log. */
  editError(text: string | null): void {
    if (this.chosen === null) return;
    const name = failureName(this.chosen);
    this.#errors =
      text === null || text === this.stepOfLog?.error
        ? new Map([...this.#errors].filter(([key]) => key !== name))
        : new Map([...this.#errors, [name, text]]);
  }

  giveRight(text: string): void {
    this.#rights = new Map([...this.#rights, [this.#rightName, text]]);
  }

  chooseStyle(style: CallStyleName): void {
    this.#style = style;
  }

  /** What this browser keeps is looked for when the room is entered. */
  async lookForKept(): Promise<void> {
    this.kept = await keptTranscript();
  }

  async openKept(): Promise<void> {
    const kept = await keptTranscript();
    this.kept = kept;
    if (kept === null) return;
    this.#keptText = kept.pasted;
    await this.take(kept.pasted, kept.name);
  }

  async keep(): Promise<void> {
    if (this.pasted === null) return;
    const { pasted, name } = this;
    const keptAt = new Date().toISOString();
    const stored = await keepTranscript({ pasted, name, keptAt });
    this.error = stored.ok ? null : stored.error;
    if (!stored.ok) return;
    this.kept = { name, keptAt };
    this.#keptText = pasted;
  }

  /** Everything of the log goes: from the page, from its worker, and out of the browser's storage. */
  async forget(): Promise<void> {
    this.#putAway();
    this.#log.forget();
    const gone = await forgetTranscript();
    this.error = gone.ok ? null : gone.error;
    this.#keptText = null;
    if (gone.ok) this.kept = null;
  }

  /** Puts the log away; what is kept of it stays kept. */
  leave(): void {
    this.#putAway();
    this.#log.forget();
  }

  #applyLinked(): void {
    const { style, cut } = this.linked;
    this.#style = style ?? this.#style;
    this.cut = cut ?? this.cut;
  }

  async #read(): Promise<void> {
    if (this.pasted === null) return;
    this.isReading = true;
    const read = await this.#log.read(this.pasted, this.choice);
    // Something newer is being read.
    if (read === null) return;
    this.isReading = false;
    this.error = read.ok ? null : read.error;
    this.reading = read.ok ? read.value : null;
  }

  #stepOf(failed: FailedCall): ChosenStep | null {
    if (this.transcript === null) return null;
    const attempt = 1 + this.tries.findIndex(({ call }) => call.turn === failed.call.turn);
    return chosenStep(this.transcript, { call: failed.call, result: failed.result, attempt }, this.style);
  }

  /** All tries of one call have the same correct call. */
  get #rightName(): string {
    const [first] = this.tries;
    return first === undefined ? '' : failureName(first);
  }

  #unmark(): void {
    this.marks = NO_MARKS;
    this.isPartUsed = false;
    this.cut = null;
    this.#chosenName = null;
    this.#errors = new Map();
    this.#rights = new Map();
    this.#style = null;
  }

  #putAway(): void {
    this.#unmark();
    this.pasted = null;
    this.name = null;
    this.reading = null;
    this.isReading = false;
    this.error = null;
    this.choice = {};
  }
}

export const transcriptDesk = new TranscriptDesk();
