import { argumentsFromText } from '../arguments.ts';
import type { DraftCall } from '../draft.ts';
import type { SourceSpan } from '../normal-form.ts';
import { callFromNode, wholeValue } from './call-text.ts';
import { trimmed } from './lines.ts';

/** What a reply in tags says: its words, what it thought, its calls. */
export interface TaggedReply {
  readonly text: string;
  readonly reasoning: string | null;
  readonly calls: readonly DraftCall[];
}

/** A stretch between two tags, and the tags with it. */
interface Tagged {
  readonly inner: SourceSpan;
  readonly outer: SourceSpan;
}

/** Reads a reply in which calls stand in `<tool_call>` and thoughts in `<think>`. Tags inside a thought are no calls. */
export function taggedReply(text: string, { start, end }: SourceSpan): TaggedReply {
  const thought = thoughtOf(text, start, end);
  const from = thought?.outer.end ?? start;
  const tagged = between(text, from, end, 'tool_call');
  const words = [
    ...(thought === null ? [] : [text.slice(start, thought.outer.start)]),
    ...outside(text, from, end, tagged),
  ];
  return {
    text: words.join('').trim(),
    reasoning: thought === null ? null : text.slice(thought.inner.start, thought.inner.end).trim() || null,
    calls: tagged.map(({ inner }) => callIn(text, inner)),
  };
}

/** The results in `<tool_response>` tags, and the words beside them. */
export function taggedResults(
  text: string,
  { start, end }: SourceSpan,
): { readonly results: readonly Tagged[]; readonly words: string } {
  const results = between(text, start, end, 'tool_response');
  return { results, words: outside(text, start, end, results).join('').trim() };
}

/** A template may have written the opening tag itself, so that the reply begins inside the thought. */
function thoughtOf(text: string, start: number, end: number): Tagged | null {
  const reply = text.slice(start, end);
  const opening = reply.indexOf('<think>');
  const closing = reply.indexOf('</think>');
  const isOpened = opening >= 0 && (closing < 0 || opening < closing);
  if (!isOpened && closing < 0) return null;
  const from = isOpened ? opening : 0;
  return {
    inner: { start: start + from + (isOpened ? 7 : 0), end: closing < 0 ? end : start + closing },
    outer: { start: start + from, end: closing < 0 ? end : start + closing + 8 },
  };
}

/** The last tag may lack its end: the reply was cut off. */
function between(text: string, start: number, end: number, tag: string): readonly Tagged[] {
  const found: Tagged[] = [];
  const opening = `<${tag}>`;
  const closing = `</${tag}>`;
  const body = text.slice(start, end);
  let close = body.indexOf(closing);
  for (let at = body.indexOf(opening); at >= 0;) {
    const from = at + opening.length;
    const next = body.indexOf(opening, from);
    if (close >= 0 && close < from) close = body.indexOf(closing, from);
    const isClosed = close >= 0 && (next < 0 || close < next);
    const to = isClosed ? close : next < 0 ? body.length : next;
    const past = isClosed ? close + closing.length : to;
    found.push({
      inner: trimmed(text, start + from, start + to),
      outer: { start: start + at, end: start + past },
    });
    at = next;
  }
  return found;
}

function outside(text: string, start: number, end: number, tagged: readonly Tagged[]): readonly string[] {
  const edges = [...tagged.map(({ outer }) => outer), { start: end, end }];
  return edges.map((outer, at) => text.slice(at === 0 ? start : (edges[at - 1]?.end ?? start), outer.start));
}

function callIn(text: string, inner: SourceSpan): DraftCall {
  const written = text.slice(inner.start, inner.end);
  const node = wholeValue(text, inner);
  const call = node === null ? null : callFromNode(node, text, inner);
  return call ?? inParameterTags(written, inner) ?? unparsed(written, inner);
}

/** `<function=name><parameter=key>value</parameter></function>`: every value is text. */
function inParameterTags(written: string, span: SourceSpan): DraftCall | null {
  const name = /^<function=([^>\n]{1,100})>/.exec(written)?.[1];
  if (name === undefined) return null;
  const rawArgs = written.replace(/^<function=[^>\n]*>\s*/, '').replace(/\s*<\/function>$/, '');
  const values = [...rawArgs.matchAll(/<parameter=([^>\n]{1,100})>\n?([^]*?)\n?<\/parameter>/g)];
  const args = Object.fromEntries(values.map(([, key, value]) => [key ?? '', value ?? '']));
  return { id: null, name, args, rawArgs, text: null, span };
}

/** A call that does not parse keeps its name, if that can be read, and its arguments as they stand. */
function unparsed(written: string, span: SourceSpan): DraftCall {
  const name = /["']name["']\s*:\s*["']([^"'\n]{1,100})["']/.exec(written)?.[1];
  if (name === undefined) return { id: null, name: null, args: null, rawArgs: '', text: written, span };
  const from = /["'](?:arguments|parameters)["']\s*:\s*/.exec(written);
  const rawArgs = from === null ? '' : written.slice(from.index + from[0].length);
  return { id: null, name, ...argumentsFromText(rawArgs), text: null, span };
}
