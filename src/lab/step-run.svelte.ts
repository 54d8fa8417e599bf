import {
  adviceOn,
  attemptPoints,
  attemptsAsked,
  charactersAsked,
  cutAsked,
  cutCheckOf,
  messageEffects,
  messagesAsked,
  stepContexts,
  together,
  unanswered,
  viewAsked,
  viewOf,
  wayResults,
  waysAsked,
  waySummaries,
  wordEffects,
  wordsAsked,
  writtenAround,
  type Advice,
  type Answers,
  type AskedStep,
  type Asking,
  type CutCheck,
  type CutSize,
  type SpanEffect,
  type StepContexts,
} from '../pasted-step/index.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { CutSettings } from '../transcript/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { EngineClient } from './engine-client.ts';
import { EngineRun } from './engine-run.svelte.ts';
import { toLabError } from './lab-fault.ts';
import { askAboutStep } from './step-answers.ts';
import { environmentOf, fittedAs, fittedAttempts, fitToCheckpoint, otherSizes } from './step-fit.ts';
import { secondsWhileScoring, secondsWhileWriting } from './step-seconds.ts';

/** A part of what can be measured of a step; `words`: of that message of the context after the failure. */
export type StepPart = 'view' | 'attempts' | 'messages' | { readonly words: number } | 'ways' | 'cuts';

/** How much of the log the checkpoint is shown. */
export interface StepFit {
  readonly settings: CutSettings;
  /** Tokens of the context after the failure, after the cut and before it. */
  readonly keptTokens: number;
  readonly allTokens: number;
  /** `allTokens` was reckoned: the log is too long to be cut into tokens for it. */
  readonly isAllReckoned: boolean;
  readonly windowTokens: number;
}

/** What a part would cost, so far as it is known before it is pressed. */
export interface StepCost {
  /** Scores and turns that are not there yet; before a checkpoint is loaded, about. */
  readonly requests: number;
  /** Tokens to read, and to write at most; null: nothing is loaded yet. */
  readonly tokens: number | null;
}

/** Something that could not be measured. */
export interface StepRefusal {
  readonly part: StepPart;
  /** What it was: a span that was hidden, a way, a try; in words. */
  readonly what: string;
  readonly error: LabError;
  /** Of what was asked; null: nothing could be asked. */
  readonly id: string | null;
}

const NO_ANSWERS: Answers = { scores: new Map(), turns: new Map() };
/** Before a tokenizer is there the cost is reckoned for so much of the log. */
const PREVIEW_CUT: CutSettings = { lastMessages: 20, system: 'whole', mostCharacters: 2_000 };

/** One failed step of a pasted log, asked of one checkpoint. Nothing of it is stored. */
export class StepRun extends EngineRun {
  asked = $state.raw<AskedStep | null>(null);
  fit = $state.raw<StepFit | null>(null);
  /** What the checkpoint reads; null: the step is not fitted yet. */
  contexts = $state.raw<StepContexts | null>(null);
  done = $state(0);
  all = $state(0);
  secondsLeft = $state.raw<number | null>(null);
  refusals = $state.raw<readonly StepRefusal[]>([]);
  /** What is on. */
  part = $state.raw<StepPart | null>(null);
  /** Another object when what was measured belongs to another step, cut or checkpoint: all but the error’s text. */
  subject = $state.raw<object>({});

  #answers = $state.raw<Answers>(NO_ANSWERS);
  /** Parts that were asked for, without which what others found by the way is not shown. */
  #begun = $state.raw<readonly ('attempts' | 'ways')[]>([]);
  /** Messages whose words were asked for. */
  #wordsOf = $state.raw<readonly number[]>([]);
  #sizes = $state.raw<readonly { readonly cut: CutSize; readonly contexts: StepContexts }[]>([]);

  readonly view = $derived(this.contexts === null ? null : viewOf(this.contexts, this.#answers));
  /** What the checkpoint would write before and after the failure, greedily. */
  readonly written = $derived(
    this.contexts === null ? { before: null, after: null } : writtenAround(this.contexts, this.#answers),
  );
  readonly attempts = $derived(
    this.contexts === null || !this.#begun.includes('attempts')
      ? []
      : attemptPoints(this.contexts, this.#answers),
  );
  readonly effects = $derived(this.contexts === null ? [] : messageEffects(this.contexts, this.#answers));
  /** By message of the context after the failure. */
  readonly words: ReadonlyMap<number, readonly SpanEffect[]> = $derived.by(() => {
    const { contexts } = this;
    return contexts === null
      ? new Map()
      : new Map(this.#wordsOf.map((message) => [message, wordEffects(contexts, message, this.#answers)]));
  });
  readonly ways = $derived(
    this.contexts === null || !this.#begun.includes('ways') ? [] : wayResults(this.contexts, this.#answers),
  );
  /** The best way first: see src/pasted-step/way-summary.ts. */
  readonly summaries = $derived(waySummaries(this.ways));
  /** Null: the ways were not compared, or not to the end. */
  readonly advice: Advice | null = $derived.by(() => {
    const { view, contexts } = this;
    if (view === null || contexts === null || this.ways.length === 0) return null;
    const left = this.#open(waysAsked(contexts));
    return left.scores.length + left.turns.length > 0 ? null : adviceOn(view, this.summaries);
  });
  /** Sizes of which all is there. */
  readonly cuts: readonly CutCheck[] = $derived.by(() => {
    const { view, contexts } = this;
    if (view === null || contexts === null) return [];
    const ways = wayResults(contexts, this.#answers);
    return this.#sizes.flatMap(
      (size) => cutCheckOf(size.cut, size.contexts, this.#answers, { view, ways }) ?? [],
    );
  });

  #answeredBy: string | null = null;
  #fittedFor: AskedStep | null = null;
  #preview: { readonly asked: AskedStep; readonly contexts: StepContexts } | null = null;
  #running: Promise<void> = Promise.resolve();

  /** Another checkpoint: nothing of the one before is shown. Ends what is on. */
  chooseCheckpoint(choice: CheckpointChoice | null): void {
    if (choice === this.checkpoint) return;
    this.cancel();
    this.checkpoint = choice;
    this.provenance = null;
    this.#forget();
  }

  /**
   * Another step, or an edited one; ends what is on. Of an edited error, or another right call, what was found before
   * the failure still belongs to it and stays; what does not is put away.
   */
  ask(asked: AskedStep | null): void {
    if (asked === this.asked) return;
    this.cancel();
    const { asked: last, fit, contexts } = this;
    this.asked = asked;
    this.#fittedFor = null;
    this.#sizes = [];
    this.refusals = [];
    if (asked === null || last === null || fit === null || contexts === null || !isEdit(last, asked)) {
      this.#forget();
      return;
    }
    const { callTokens, neutral } = contexts.fitted;
    this.contexts = stepContexts({ ...fittedAs(asked, fit.settings, callTokens), neutral });
    const known = this.#answers;
    const kept = together(
      viewAsked(this.contexts),
      waysAsked(this.contexts),
      messagesAsked(this.contexts),
      ...this.#wordsOf.map((message) => wordsAsked(this.contexts ?? contexts, message)),
    );
    this.#answers = {
      scores: onlyOf(known.scores, kept.scores),
      turns: onlyOf(known.turns, kept.turns),
    };
  }

  /** Measures a part; loads the checkpoint if need be. Waits for a run that was cancelled. */
  async run(part: StepPart): Promise<void> {
    if (this.status.kind === 'cancelling') await this.#running;
    if (this.busy || this.checkpoint === null || this.asked === null) return;
    this.#running = this.#run(this.checkpoint, this.asked, part);
    await this.#running;
  }

  /** What a part still costs. */
  cost(part: StepPart): StepCost {
    const { asked, contexts, fit } = this;
    if (asked === null) return { requests: 0, tokens: 0 };
    const left = this.#open(this.#askingOf(part, contexts ?? this.#previewOf(asked)));
    // The other sizes are not known before they are fitted: as much again, at half and at double.
    const times = part === 'cuts' && this.#sizes.length === 0 ? 2 : 1;
    const tries = part === 'attempts' ? 2 * (asked.attempts.length - (contexts?.attempts.length ?? 0)) : 0;
    const requests = times * (left.scores.length + left.turns.length) + tries;
    if (fit === null || contexts === null) return { requests, tokens: null };
    const { messages } = contexts.after;
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    const read = times * charactersAsked(left) + tries * characters;
    const tokens = (read * fit.keptTokens) / Math.max(1, characters);
    return {
      requests,
      tokens: Math.ceil(tokens) + left.turns.length * contexts.writing.maximumTokens,
    };
  }

  async #run(checkpoint: CheckpointChoice, asked: AskedStep, part: StepPart): Promise<void> {
    this.begin();
    this.part = part;
    this.done = 0;
    this.all = 0;
    this.secondsLeft = null;
    this.refusals = this.refusals.filter((one) => nameOf(one.part) !== nameOf(part));
    try {
      const { client, provenance } = await this.ready(checkpoint, [environmentOf(asked.step)]);
      this.status = { kind: 'running' };
      this.#belongTo(provenance);
      const contexts = await this.#fitted(client, asked, part);
      await this.whilePaused();
      if (contexts !== null && !this.isCancelled()) await this.#askAll(client, part, contexts);
      this.#settle(null);
    } catch (thrown) {
      this.#settle(toLabError(thrown, 'measuring the step'));
    }
  }

  /** The contexts of the step, and what else the part needs the tokenizer for; null: cancelled meanwhile. */
  async #fitted(client: EngineClient, asked: AskedStep, part: StepPart): Promise<StepContexts | null> {
    if (this.#fittedFor !== asked) {
      const { fitting, contexts, unpadded } = await fitToCheckpoint(client, asked);
      if (this.asked !== asked || this.isCancelled()) return null;
      this.fit = fitting;
      this.contexts = contexts;
      this.#fittedFor = asked;
      if (unpadded !== null) this.#refuse('view', 'the neutral text', unpadded);
    }
    if (part === 'attempts' && this.contexts?.attempts.length === 0) {
      const attempts = await fittedAttempts(client, asked, (attempt, error) => {
        this.#refuse(part, `try ${attempt}`, error);
      });
      if (this.asked !== asked) return null;
      this.contexts = stepContexts({ ...this.contexts.fitted, attempts });
    }
    if (part === 'cuts' && this.#sizes.length === 0 && this.fit !== null && this.contexts !== null) {
      const { callTokens } = this.contexts.fitted;
      const sizes = await otherSizes(client, asked, { ...this.fit, callTokens });
      if (this.asked !== asked) return null;
      this.#sizes = sizes;
    }
    return this.contexts;
  }

  async #askAll(client: EngineClient, part: StepPart, contexts: StepContexts): Promise<void> {
    if (part === 'attempts' || part === 'ways') this.#begun = [...new Set([...this.#begun, part])];
    if (typeof part === 'object') this.#wordsOf = [...new Set([...this.#wordsOf, part.words])];
    const asking = unanswered(this.#askingOf(part, contexts), this.#answers);
    const names = new Map(asking.scores.map(({ id, hidden }) => [id, hidden[0]?.name ?? null]));
    this.all = asking.scores.length + asking.turns.length;
    await askAboutStep(
      client,
      asking,
      {
        onScores: (scores) => {
          this.done += scores.size;
          this.#answers = { ...this.#answers, scores: new Map([...this.#answers.scores, ...scores]) };
        },
        onTurns: (turns) => {
          this.done += turns.size;
          this.#answers = { ...this.#answers, turns: new Map([...this.#answers.turns, ...turns]) };
        },
        onRefused: (id, error) => {
          this.done += 1;
          this.#refuse(part, names.get(id) ?? 'one of the contexts', error, id);
        },
        onScoring: (progress) => {
          this.secondsLeft = secondsWhileScoring(progress, asking.turns.length, contexts);
        },
        onWriting: (progress) => {
          this.secondsLeft = secondsWhileWriting(progress, asking.turns.length);
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
  }

  #askingOf(part: StepPart, contexts: StepContexts): Asking {
    if (typeof part === 'object') return wordsAsked(contexts, part.words);
    switch (part) {
      case 'view':
        return viewAsked(contexts);
      case 'attempts':
        return attemptsAsked(contexts);
      case 'messages':
        return messagesAsked(contexts);
      case 'ways':
        // What is advised hangs on the view.
        return together(viewAsked(contexts), waysAsked(contexts));
      case 'cuts':
        return together(cutAsked(contexts), ...this.#sizes.map((size) => cutAsked(size.contexts)));
    }
  }

  /** What is neither answered nor refused. */
  #open(asking: Asking): Asking {
    const { scores, turns } = unanswered(asking, this.#answers);
    const refused = new Set(this.refusals.map(({ id }) => id));
    return {
      scores: scores.filter(({ id }) => !refused.has(id)),
      turns: turns.filter(({ id }) => !refused.has(id)),
    };
  }

  #previewOf(asked: AskedStep): StepContexts {
    if (this.#preview?.asked !== asked)
      this.#preview = { asked, contexts: stepContexts(fittedAs(asked, PREVIEW_CUT, 0)) };
    return this.#preview.contexts;
  }

  /** Answers of other weights are not these weights' answers. */
  #belongTo({ checkpointSha256, tokenizerSha256, engineVersion }: Provenance): void {
    const by = [checkpointSha256, tokenizerSha256, engineVersion].join(' ');
    if (this.#answeredBy !== null && this.#answeredBy !== by) this.#forget();
    this.#answeredBy = by;
  }

  #forget(): void {
    this.subject = {};
    this.#answers = NO_ANSWERS;
    this.#fittedFor = null;
    this.#begun = [];
    this.#wordsOf = [];
    this.#sizes = [];
    this.fit = null;
    this.contexts = null;
    this.refusals = [];
  }

  #refuse(part: StepPart, what: string, error: LabError, id: string | null = null): void {
    this.refusals = [...this.refusals, { part, what, error, id }];
  }

  #settle(error: LabError | null): void {
    this.part = null;
    this.secondsLeft = null;
    this.end(error, this.isCancelled());
  }
}

const nameOf = (part: StepPart): string => (typeof part === 'object' ? `words ${part.words}` : part);

/** The same place of the same log, with another error text, right call or list of tools. */
const isEdit = (last: AskedStep, asked: AskedStep): boolean =>
  last.step.call === asked.step.call &&
  last.step.style === asked.step.style &&
  JSON.stringify([last.cut, last.step.before.map(({ role, content }) => [role, content])]) ===
    JSON.stringify([asked.cut, asked.step.before.map(({ role, content }) => [role, content])]);

function onlyOf<T>(
  known: ReadonlyMap<string, T>,
  kept: readonly { readonly id: string }[],
): ReadonlyMap<string, T> {
  return new Map(kept.flatMap(({ id }) => (known.has(id) ? [[id, known.get(id) as T] as const] : [])));
}
