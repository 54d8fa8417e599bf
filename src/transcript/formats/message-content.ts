import { field, isNothing, itemsOf, textField, textOf, valueOf, type JsonNode } from './json-node.ts';

/** What the content of a message says. */
export interface Content {
  readonly text: string;
  readonly reasoning: string | null;
  /** Pictures and files, left out of the text but for a note. */
  readonly leftOut: readonly JsonNode[];
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  image: '[image left out]',
  image_url: '[image left out]',
  input_image: '[image left out]',
  file: '[file left out]',
  input_file: '[file left out]',
  document: '[document left out]',
  audio: '[audio left out]',
  input_audio: '[audio left out]',
};

/** Reads content that is text, null, or a list of parts. */
export function contentOf(node: JsonNode | undefined): Content {
  if (node?.kind !== 'list') return { text: textOfValue(node), reasoning: null, leftOut: [] };
  const texts: string[] = [];
  const thoughts: string[] = [];
  const leftOut: JsonNode[] = [];
  for (const part of itemsOf(node)) {
    const type = textField(part, 'type') ?? '';
    const thought = type === 'thinking' || type === 'reasoning' ? thoughtOf(part) : null;
    const note = LEFT_OUT[type];
    if (thought !== null) thoughts.push(thought);
    else if (note !== undefined) {
      texts.push(note);
      leftOut.push(part);
    } else {
      const text =
        textOf(part) ?? textField(part, 'text') ?? textField(part, 'refusal') ?? textField(part, 'content');
      if (text !== null) texts.push(text);
      else if (type === '') texts.push(textOfValue(part));
    }
  }
  return { text: texts.join('\n'), reasoning: joined(thoughts), leftOut };
}

/** The thinking of a part or of a message: in one of several fields, as text or as a list of summaries. */
export function thoughtOf(node: JsonNode): string | null {
  for (const key of ['thinking', 'reasoning_content', 'reasoning', 'summary', 'text']) {
    const value = field(node, key);
    const text = textOf(value) ?? joined(itemsOf(value).flatMap((item) => textField(item, 'text') ?? []));
    if (text !== null && text !== '') return text;
  }
  return null;
}

/** Texts one below the other; null where there is none. */
export const joined = (texts: readonly (string | null)[]): string | null => {
  const said = texts.filter((text): text is string => text !== null && text !== '');
  return said.length === 0 ? null : said.join('\n');
};

/** A value as text: text as it is, nothing as nothing, anything else as JSON. */
export function textOfValue(node: JsonNode | undefined): string {
  if (node === undefined || isNothing(node)) return '';
  return textOf(node) ?? JSON.stringify(valueOf(node));
}
