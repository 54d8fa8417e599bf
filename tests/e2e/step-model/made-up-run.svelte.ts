import { sampleAttempts, sampleSummaries, sampleView } from '../../../src/figures/sample-step.ts';
import { StepRun, type StepCost, type StepPart } from '../../../src/lab/index.ts';
import {
  stepContexts,
  withSystemPrompt,
  type Advice,
  type AskedStep,
  type AttemptPoint,
  type CutCheck,
  type SpanEffect,
  type StepView,
  type WayResult,
  type WaySummary,
  type WrittenAround,
} from '../../../src/pasted-step/index.ts';
import { placedWords, shownAs } from '../../../src/transcript/index.ts';

const CUT = { lastMessages: 2, system: 'whole', mostCharacters: 2000 } as const;
const NO_WINNER: Advice = { kind: 'none', why: 'no-clear-winner' };

/** A run that computes nothing: what it finds is made up, and a part is there when the test lets it go. */
export class MadeUpRun extends StepRun {
  override view = $state.raw<StepView | null>(null);
  override written = $state.raw<WrittenAround>({ before: null, after: null });
  override attempts = $state.raw<readonly AttemptPoint[]>([]);
  override effects = $state.raw<readonly SpanEffect[]>([]);
  override words = $state.raw<ReadonlyMap<number, readonly SpanEffect[]>>(new Map());
  override ways = $state.raw<readonly WayResult[]>([]);
  override summaries = $state.raw<readonly WaySummary[]>([]);
  override advice = $state.raw<Advice | null>(null);
  override cuts = $state.raw<readonly CutCheck[]>([]);

  /** Of every error text, how many nats it takes off the log's own. */
  readonly #offNats = (error: string): number => (error.includes('no answer') ? 0 : 2.5);
  #standsIn = true;
  #held: (() => void) | null = null;
  #isGivenUp = false;
  isHeld = false;

  override chooseCheckpoint(choice: StepRun['checkpoint']): void {
    this.checkpoint = choice;
    this.#forget();
  }

  override ask(asked: AskedStep | null): void {
    if (JSON.stringify(asked) === JSON.stringify(this.asked)) return;
    this.asked = asked;
    this.#forget();
  }

  override cost(part: StepPart): StepCost {
    const left = (isThere: boolean, all: number): StepCost => ({ requests: isThere ? 0 : all, tokens: null });
    if (typeof part === 'object') return left(this.words.has(part.words), 9);
    switch (part) {
      case 'view':
        return left(this.view !== null, 7);
      case 'attempts':
        return left(this.attempts.length === sampleAttempts.length, 10);
      case 'messages':
        return left(this.effects.length > 0, 7);
      case 'ways':
        return left(this.summaries.length === sampleSummaries.length, 250);
      case 'cuts':
        return left(this.cuts.length > 0, 50);
    }
  }

  override async run(part: StepPart): Promise<void> {
    this.#isGivenUp = false;
    this.part = part;
    this.status = { kind: 'running' };
    [this.done, this.all, this.secondsLeft] = [3, 7, 40];
    if (this.isHeld) {
      this.#half(part);
      await new Promise<void>((resolve) => {
        this.#held = resolve;
      });
    }
    if (!this.#givenUp()) this.#find(part);
    this.status = { kind: this.#givenUp() ? 'cancelled' : 'finished' };
    this.part = null;
  }

  override cancel(): void {
    this.#isGivenUp = true;
    this.status = { kind: 'cancelling' };
    this.letGo();
  }

  /** Asked anew after waiting: TypeScript takes what was found before for what still is. */
  #givenUp(): boolean {
    return this.#isGivenUp;
  }

  letGo(): void {
    this.#held?.();
    this.#held = null;
  }

  /** What the next measurement says of this checkpoint. */
  cannotStandIn(): void {
    this.#standsIn = false;
  }

  #forget(): void {
    this.view = null;
    this.written = { before: null, after: null };
    [this.attempts, this.effects, this.ways, this.summaries, this.cuts] = [[], [], [], [], []];
    this.words = new Map();
    this.advice = null;
  }

  #half(part: StepPart): void {
    if (part === 'attempts') this.attempts = sampleAttempts.slice(0, 2);
    if (part === 'ways') this.summaries = sampleSummaries.slice(0, 3);
  }

  #find(part: StepPart): void {
    const { asked } = this;
    if (asked === null) return;
    this.fit = {
      ...{ settings: CUT, keptTokens: 1812, allTokens: 4205, isAllReckoned: false, windowTokens: 2048 },
    };
    this.contexts = stepContexts({
      ...{ step: withSystemPrompt(asked.step), right: asked.right, tools: asked.tools },
      ...{ attempts: [], neutral: null, callTokens: 12 },
    });
    if (typeof part === 'object') this.words = new Map([[part.words, wordEffects(asked, part.words)]]);
    else if (part === 'view') {
      const off = this.#offNats(asked.step.error);
      const after = { ...sampleView.after, nats: sampleView.after.nats - off, isGreedy: off === 0 };
      this.view = {
        ...sampleView,
        after,
        gainNats: sampleView.before.nats - after.nats,
        standsIn: this.#standsIn,
        ...(asked.right === null ? { rightBefore: null, rightAfter: null } : {}),
      };
      this.written = {
        before: 'list_rooms(day="Thursday")',
        after: off === 0 ? asked.step.call : 'I could not find <b>it</b>.',
      };
    } else if (part === 'attempts') this.attempts = sampleAttempts;
    else if (part === 'messages') this.effects = messageEffects(asked);
    else if (part === 'ways') {
      this.summaries = sampleSummaries;
      this.advice = this.#standsIn ? NO_WINNER : { kind: 'none', why: 'cannot-stand-in' };
      this.ways = WAYS;
    } else
      this.cuts = [
        {
          ...{ size: 'half', settings: CUT, keptTokens: 906, gainNats: -4.2, signHolds: true },
          ...{ order: ['description', 'terse'], orderHolds: true, firstHolds: true },
        },
        {
          ...{ size: 'double', settings: CUT, keptTokens: 2041, gainNats: -5.9, signHolds: true },
          ...{ order: ['description', 'error'], orderHolds: false, firstHolds: true },
        },
      ];
  }
}

const effect = (name: string, effectNats: number): SpanEffect => ({
  ...{ name, hiddenTokens: 12, hiddenNats: -1.9 - effectNats, effectNats, controlNats: 0.1 },
});

const NAMES = ['message-0', 'message-1', 'message-2', 'message-3', 'call', 'error'];
const messageEffects = ({ step }: AskedStep): readonly SpanEffect[] => [
  ...(shownAs(step, 'error', 0)?.messages ?? []).map((_, at) =>
    effect(NAMES[at] ?? '', [1.2, -0.4, 0.3, 0, 5.9, -1.1][at] ?? 0),
  ),
  effect('control', 0.2),
];

function wordEffects({ step }: AskedStep, message: number): readonly SpanEffect[] {
  const context = shownAs(step, 'error', 0);
  if (context === null) return [];
  return placedWords(context, [`message-${message}`]).map(({ name }, at) =>
    effect(name, [2.6, -0.9, 0.02, 0.8, -2.4][at % 5] ?? 0),
  );
}

const WAYS: readonly WayResult[] = [
  {
    ...{ way: 'error', wording: 0, sameNats: -1.9, rightNats: -9, contextTokens: 851 },
    written: [
      { text: 'find_event(title="stand-up", day="Thursday")', next: 'same-call', greedy: true, isCut: false },
      { text: '<img src=x onerror=alert(1)>', next: 'words', greedy: false, isCut: true },
    ],
  },
];
