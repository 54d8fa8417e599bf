/**
 * A transcript through the checkpoint's chat template, with the template's own text and the message contents kept
 * apart: control tokens are looked for in the former only. Contents are found by rendering stand-ins (sentinels);
 * the real rendering must then be the stand-in rendering with the contents filled in, or the transcript is refused.
 */
import { ok, type Result } from '../../records/index.ts';
import type { Message } from '../../transcript/index.ts';
import { textRefused } from './tokenizer-error.ts';

/** Renders a chat; throws what the template raises. */
export type RenderChat = (messages: readonly Message[], generationPrompt: boolean) => string;

/** A stretch of the rendered text: the template's own words, or the content of one message. */
export type Segment =
  | { readonly kind: 'template'; readonly text: string }
  | {
      readonly kind: 'content';
      readonly message: number;
      readonly text: string;
      /** UTF-16 units that the template cut off the start of the content. */
      readonly cutBefore: number;
    };

const SENTINEL_OPEN = '\uE0A0';
const SENTINEL_CLOSE = '\uE0A1';
// White space around a stand-in, told apart from anything a template writes itself.
const PAD_BEFORE = '\n \f';
const PAD_AFTER = '\v \n';

/** What a template does to an edge of a content. */
type EdgeRule = 'keep' | 'strip-white-space' | 'strip-newlines';

interface Slot {
  readonly message: number;
  /** Template text before the slot. */
  readonly before: string;
}

interface Layout {
  readonly slots: readonly Slot[];
  readonly after: string;
}

// The JavaScript template engine ignores the argument of strip('…') and takes off all white space.
const STRIP_WITH_ARGUMENT = /\b[lr]?strip\(\s*[^)\s]/;
// White space at the edges as Python's str.strip sees it: without U+FEFF, with U+001C to U+001F and U+0085.
const PYTHON_SPACE =
  '[\\t-\\r\\u001c- \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const PYTHON_LEADING = new RegExp(`^${PYTHON_SPACE}`, 'u');
const PYTHON_TRAILING = new RegExp(`${PYTHON_SPACE}$`, 'u');

const excerpt = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);

/** Opening of the stand-ins: a string that occurs in no message and not in the template. */
function sentinelOpening(messages: readonly Message[], templateText: string): string {
  for (let salt = 0; ; salt += 1) {
    const opening = `${SENTINEL_OPEN}${String(salt)}.`;
    if (!templateText.includes(opening) && !messages.some((message) => message.content.includes(opening)))
      return opening;
  }
}

const sentinelOf = (opening: string, message: number): string =>
  `${opening}${String(message)}${SENTINEL_CLOSE}`;

/** First message that the template refuses when the chat is given to it message by message, or null. */
function firstRefused(render: RenderChat, messages: readonly Message[]): number | null {
  for (let length = 1; length <= messages.length; length += 1) {
    try {
      render(messages.slice(0, length), false);
    } catch {
      return length - 1;
    }
  }
  return null;
}

function tryRender(
  render: RenderChat,
  messages: readonly Message[],
  generationPrompt: boolean,
): Result<string> {
  try {
    return ok(render(messages, generationPrompt));
  } catch (error) {
    const at = firstRefused(render, messages);
    const roles = messages.map((message) => message.role).join(', ');
    const where = at === null ? '' : ` at message ${String(at)} (${messages[at]?.role ?? '?'})`;
    return textRefused(
      'template-refuses-messages',
      `The chat template refuses this transcript${where}: ${error instanceof Error ? error.message : String(error)}`,
      'Change the order of the messages to one that this model was trained on, or use another checkpoint.',
      `roles: ${roles}`,
    );
  }
}

/** Cuts a stand-in rendering at its sentinels. Each must be there exactly once. */
function layoutOf(rendered: string, opening: string, messages: readonly Message[]): Result<Layout> {
  const places: { message: number; start: number; end: number }[] = [];
  for (const [message, { role }] of messages.entries()) {
    const sentinel = sentinelOf(opening, message);
    const start = rendered.indexOf(sentinel);
    const name = `message ${String(message)} (${role})`;
    if (start < 0)
      return textRefused(
        'template-drops-message',
        `The chat template does not write the content of ${name}, or changes it.`,
        'Leave that message out, or use another checkpoint.',
        excerpt(rendered),
      );
    if (rendered.includes(sentinel, start + sentinel.length))
      return textRefused(
        'template-repeats-message',
        `The chat template writes the content of ${name} more than once.`,
        'Use another checkpoint.',
        excerpt(rendered),
      );
    places.push({ message, start, end: start + sentinel.length });
  }
  places.sort((a, b) => a.start - b.start);
  const slots: Slot[] = [];
  let end = 0;
  for (const place of places) {
    slots.push({ message: place.message, before: rendered.slice(end, place.start) });
    end = place.end;
  }
  return ok({ slots, after: rendered.slice(end) });
}

const KEEP: EdgeRule = 'keep';
/** What is left of the pads under each rule. */
const LEADING_RULES: readonly (readonly [EdgeRule, string])[] = [
  [KEEP, PAD_BEFORE],
  ['strip-white-space', ''],
  ['strip-newlines', PAD_BEFORE.slice(1)],
];
const TRAILING_RULES: readonly (readonly [EdgeRule, string])[] = [
  [KEEP, PAD_AFTER],
  ['strip-white-space', ''],
  ['strip-newlines', PAD_AFTER.slice(0, -1)],
];

interface EdgeRules {
  leading: EdgeRule;
  trailing: EdgeRule;
}

/** Edge rules of each slot, from the same chat with padded stand-ins; 'keep' where nothing fits. */
function edgeRules(plain: Layout, padded: Layout): EdgeRules[] {
  const rules = plain.slots.map((): EdgeRules => ({ leading: KEEP, trailing: KEEP }));
  const gaps = [...plain.slots.map((slot) => slot.before), plain.after];
  const paddedGaps = [...padded.slots.map((slot) => slot.before), padded.after];
  for (const [index, gap] of gaps.entries()) {
    const left = rules[index - 1];
    const right = rules[index];
    for (const [trailing, rest] of left === undefined ? [[KEEP, ''] as const] : TRAILING_RULES)
      for (const [leading, start] of right === undefined ? [[KEEP, ''] as const] : LEADING_RULES)
        if (rest + gap + start === paddedGaps[index]) {
          if (left !== undefined) left.trailing = trailing;
          if (right !== undefined) right.leading = leading;
        }
  }
  return rules;
}

interface Edged {
  readonly text: string;
  readonly cutBefore: number;
}

/** The content as the template leaves it, by Python's or by JavaScript's notion of white space. */
function edged(content: string, rules: EdgeRules, notion: 'python' | 'javascript'): Edged {
  const python = notion === 'python';
  let text = content;
  if (rules.leading === 'strip-newlines') text = text.replace(/^\n+/, '');
  if (rules.leading === 'strip-white-space')
    text = python ? text.replace(PYTHON_LEADING, '') : text.trimStart();
  const cutBefore = content.length - text.length;
  if (rules.trailing === 'strip-newlines') text = text.replace(/\n+$/, '');
  if (rules.trailing === 'strip-white-space')
    text = python ? text.replace(PYTHON_TRAILING, '') : text.trimEnd();
  return { text, cutBefore };
}

/** What a template writes around the contents, found by stand-ins. */
interface Frame {
  readonly layout: Layout;
  readonly rules: readonly EdgeRules[];
}

/** Frames that were found before, each under its opening and everything else that its stand-ins are made of. */
export type Frames = Map<string, Frame>;

/** The frame of chats with these roles: what stands in the messages does not bear on it. */
function frameOf(
  render: RenderChat,
  opening: string,
  messages: readonly Message[],
  generationPrompt: boolean,
): Result<Frame> {
  const standIns = messages.map((message, index) => standInFor(message, index, opening));
  const rendered = tryRender(render, standIns, generationPrompt);
  if (!rendered.ok) return rendered;
  const layout = layoutOf(rendered.value, opening, messages);
  if (!layout.ok) return layout;
  const padded = tryRender(
    render,
    standIns.map(({ role, content }) => ({ role, content: PAD_BEFORE + content + PAD_AFTER })),
    generationPrompt,
  );
  const paddedLayout = padded.ok ? layoutOf(padded.value, opening, messages) : padded;
  const rules = edgeRules(layout.value, paddedLayout.ok ? paddedLayout.value : layout.value);
  return ok({ layout: layout.value, rules });
}

const standInFor = ({ role }: Message, index: number, opening: string): Message => ({
  role,
  content: sentinelOf(opening, index),
});

const filled = (layout: Layout, contents: readonly string[]): string =>
  layout.slots.map((slot, index) => slot.before + (contents[index] ?? '')).join('') + layout.after;

function alteredContent(
  message: number,
  role: string,
  expected: string,
  rendered: string,
): ReturnType<typeof textRefused> {
  let same = 0;
  while (same < expected.length && expected[same] === rendered[same]) same += 1;
  const from = Math.max(0, same - 20);
  return textRefused(
    'template-alters-content',
    `The chat template does not write message ${String(message)} (${role}) as it is: it drops, rewrites or acts on ` +
      'something in it (reasoning between <think> and </think>, for example).',
    'Take that part out of the message yourself, so that what is scored is what you see.',
    `expected: ${excerpt(expected.slice(from, from + 80))}\nrendered: ${excerpt(rendered.slice(from, from + 80))}`,
  );
}

/**
 * Renders a transcript with the generation prompt and says which stretch is whose.
 *
 * Errors name the message: `template-refuses-messages`, `template-drops-message`, `template-repeats-message`,
 * `template-alters-content`, `template-trims-unclear`.
 *
 * @param templateText source of the template, searched for stand-ins and for calls this engine does not follow
 * @param options `frames`: kept by the caller from chat to chat of one template, so that stand-ins are rendered once for
 * all chats of the same roles; the real chat is rendered and compared every time
 */
export function renderSegments(
  render: RenderChat,
  templateText: string,
  messages: readonly Message[],
  { generationPrompt = true, frames = new Map() }: { generationPrompt?: boolean; frames?: Frames } = {},
): Result<Segment[]> {
  const opening = sentinelOpening(messages, templateText);
  const real = tryRender(render, messages, generationPrompt);
  if (!real.ok) return real;
  const name = JSON.stringify([opening, generationPrompt, messages.map(({ role }) => role)]);
  const known = frames.get(name);
  const frame = known === undefined ? frameOf(render, opening, messages, generationPrompt) : ok(known);
  if (!frame.ok) return frame;
  frames.set(name, frame.value);
  const { layout, rules } = frame.value;

  const contents = layout.slots.map((slot, index) => ({
    message: slot.message,
    role: messages[slot.message]?.role ?? 'user',
    content: messages[slot.message]?.content ?? '',
    rules: rules[index] ?? { leading: KEEP, trailing: KEEP },
  }));
  const expected = contents.map(({ content, rules }) => edged(content, rules, 'javascript').text);
  if (filled(layout, expected) !== real.value) {
    // One message at a time among stand-ins, to name the one the template acts on.
    for (const [index, { message, role }] of contents.entries()) {
      const alone = tryRender(
        render,
        messages.map((entry, at) => (at === message ? entry : standInFor(entry, at, opening))),
        generationPrompt,
      );
      const others = layout.slots.map((slot) => sentinelOf(opening, slot.message));
      others[index] = expected[index] ?? '';
      const wanted = filled(layout, others);
      if (!alone.ok || alone.value !== wanted)
        return alteredContent(message, role, wanted, alone.ok ? alone.value : '');
    }
    const last = messages.length - 1;
    return alteredContent(last, messages[last]?.role ?? '?', filled(layout, expected), real.value);
  }

  const segments: Segment[] = [];
  for (const [index, { message, role, content, rules }] of contents.entries()) {
    const { text, cutBefore } = edged(content, rules, 'python');
    const stripsAll = rules.leading === 'strip-white-space' || rules.trailing === 'strip-white-space';
    if (stripsAll && STRIP_WITH_ARGUMENT.test(templateText)) {
      const newlinesOnly = edged(
        content,
        { leading: 'strip-newlines', trailing: 'strip-newlines' },
        'python',
      );
      if (newlinesOnly.text !== text)
        return textRefused(
          'template-trims-unclear',
          `The chat template trims message ${String(message)} (${role}) in a way the lab cannot follow exactly.`,
          'Take the white space off the ends of that message.',
          excerpt(content),
        );
    }
    segments.push({ kind: 'template', text: layout.slots[index]?.before ?? '' });
    segments.push({ kind: 'content', message, text, cutBefore });
  }
  segments.push({ kind: 'template', text: layout.after });
  return ok(segments);
}
