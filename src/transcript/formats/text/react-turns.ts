import type { Draft, DraftCall, DraftTurn } from '../draft.ts';
import { itemsOf } from '../json-node.ts';
import type { PasteWarning, SkippedPart, SourceSpan } from '../normal-form.ts';
import { callFromNode, callFromText, inputOf, wholeValue, withoutFence } from './call-text.ts';
import type { ColourBreaks } from './colour-breaks.ts';
import { trimmed } from './lines.ts';
import { gluedThought, inputParts } from './react-input.ts';
import type { ReactSegment } from './react-labels.ts';
import type { ReactRun } from './react-runs.ts';

/** The turns of one run of a printed ReAct log. */
export function reactDraft(text: string, run: ReactRun, breaks: ColourBreaks): Draft {
  const writer = new TurnWriter(text, run, breaks);
  for (const [at, segment] of run.segments.entries()) writer.read(segment, run.segments[at + 1]);
  return writer.draft();
}

class TurnWriter {
  private readonly turns: DraftTurn[] = [];
  private readonly skipped: SkippedPart[];
  /** The assistant turn that is being read. */
  private words: string[] = [];
  private calls: DraftCall[] = [];
  private spans: SourceSpan[] = [];
  /** An `Action:` whose input has not come yet. */
  private named: { readonly name: string; readonly whole: SourceSpan } | null = null;
  private readonly labelsResults: boolean;
  private hasBareResult = false;

  constructor(
    private readonly text: string,
    private readonly run: ReactRun,
    private readonly breaks: ColourBreaks,
  ) {
    this.skipped = [...run.skipped];
    this.labelsResults = run.segments.some(({ label }) => label === 'observation');
  }

  read(segment: ReactSegment, next: ReactSegment | undefined): void {
    const { label, whole, content } = segment;
    switch (label) {
      case 'words':
        return;
      case 'enter':
      case 'leave':
        this.flush();
        this.skipped.push({ what: 'mark of a chain', span: { start: whole.start, end: content.start } });
        // The first thought of a printed chain has no label.
        if (label === 'enter' && next !== undefined && next.label !== 'question')
          this.think(content, content);
        return;
      case 'question':
        this.flush();
        this.push({ role: 'user', text: this.plain(content), spans: [whole] });
        return;
      case 'thought':
        if (this.calls.length > 0 || this.named !== null) this.flush();
        this.think(content, whole);
        return;
      case 'action':
        this.act(segment, next?.label === 'input');
        return;
      case 'input':
        this.input(segment, next);
        return;
      case 'observation':
        this.observe(segment, next);
        return;
      case 'answer':
        if (this.calls.length > 0 || this.named !== null) this.flush();
        this.think(content, whole);
        this.flush();
    }
  }

  draft(): Draft {
    this.flush();
    const warning: PasteWarning = {
      code: 'results-without-label',
      text: 'This log does not say where a result begins. It was told from the end of the input, a change of colour or the line break: look it over.',
      span: null,
    };
    return {
      turns: this.turns,
      skipped: this.skipped,
      unread: [],
      warnings: this.hasBareResult ? [warning] : [],
    };
  }

  private act({ whole, content }: ReactSegment, hasInput: boolean): void {
    this.unnamed();
    this.spans.push(whole);
    if (hasInput) {
      this.named = { name: nameIn(this.plain(content)), whole };
      return;
    }
    const inner = withoutFence(this.text, content);
    const node = wholeValue(this.text, inner);
    const blobs = node?.kind === 'list' ? itemsOf(node) : node === null ? [] : [node];
    const written = blobs.flatMap(
      (blob) => callFromNode(blob, this.text, { start: blob.start, end: blob.end }) ?? [],
    );
    const last = written.at(-1);
    if (last !== undefined && /^final[ _]answer$/i.test(last.name ?? '')) {
      this.words.push(typeof last.args === 'string' ? last.args : last.rawArgs);
      this.flush();
    } else if (written.length > 0) this.calls.push(...written);
    else {
      const call = callFromText(this.text, content);
      this.calls.push(call ?? { ...EMPTY_CALL, name: nameIn(this.plain(content)), span: inner });
    }
  }

  private input({ whole, content }: ReactSegment, next: ReactSegment | undefined): void {
    const mayHoldThought = next?.label === 'action' || next?.label === 'answer';
    const parts = this.labelsResults
      ? { input: trimmed(this.text, content.start, content.end), result: null, thought: null }
      : inputParts(this.text, content, this.breaks, mayHoldThought);
    const begin = parts.result?.start ?? parts.thought?.start ?? whole.end;
    this.spans.push({ start: whole.start, end: begin });
    const named = this.named;
    this.named = null;
    if (named === null) this.words.push(this.plain({ start: content.start, end: begin }));
    else {
      const span = { start: named.whole.start, end: parts.input.end };
      this.calls.push({ ...EMPTY_CALL, ...inputOf(this.text, parts.input), name: named.name, span });
    }
    if (parts.result !== null) {
      this.hasBareResult = true;
      this.flush();
      this.result(parts.result, { start: begin, end: parts.thought?.start ?? whole.end });
    }
    if (parts.thought !== null) this.gluedThink(parts.thought);
  }

  private observe({ whole, content }: ReactSegment, next: ReactSegment | undefined): void {
    this.flush();
    // Some loops print the label twice: once for the stop word, once with the result.
    if (next?.label === 'observation' && this.plain(content) === '') {
      this.skipped.push({ what: 'label printed twice', span: whole });
      return;
    }
    const mayHoldThought = next?.label === 'action' || next?.label === 'answer';
    const thought = mayHoldThought ? gluedThought(this.text, content) : null;
    const end = thought?.start ?? whole.end;
    this.result({ start: content.start, end }, { start: whole.start, end });
    if (thought !== null) this.gluedThink(thought);
  }

  private result(content: SourceSpan, whole: SourceSpan): void {
    this.push({ role: 'tool', text: this.plain(content), hint: { id: null, name: null }, spans: [whole] });
  }

  private gluedThink(thought: SourceSpan): void {
    this.think({ start: thought.start + 'Thought:'.length, end: thought.end }, thought);
  }

  private think(content: SourceSpan, whole: SourceSpan): void {
    const words = this.plain(content);
    if (words !== '') this.words.push(words);
    if (words !== '' || content !== whole) this.spans.push(whole);
  }

  /** An action without an input is a call without arguments. */
  private unnamed(): void {
    if (this.named === null) return;
    this.calls.push({ ...EMPTY_CALL, name: this.named.name, span: this.named.whole });
    this.named = null;
  }

  private flush(): void {
    this.unnamed();
    if (this.spans.length > 0)
      this.push({ role: 'assistant', text: this.words.join('\n'), calls: this.calls, spans: this.spans });
    this.words = [];
    this.calls = [];
    this.spans = [];
  }

  private push(turn: DraftTurn): void {
    this.turns.push(turn);
  }

  private plain({ start, end }: SourceSpan): string {
    return this.text.slice(start, end).trim();
  }
}

const EMPTY_CALL = { id: null, args: null, rawArgs: '', text: null } as const;

/** The name alone: its first line, without brackets, quotes and bold signs. */
const nameIn = (written: string): string =>
  (written.split(/[\r\n]/, 1)[0] ?? '')
    .trim()
    .replace(/^[`"'*[]+/, '')
    .replace(/[`"'*\]]+$/, '')
    .slice(0, 200);
