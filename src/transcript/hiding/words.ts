/** One word of a text, in UTF-16 units of that text, half-open. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What parts it from the word before. */
  readonly gap: 'none' | 'blank' | 'line';
}

const PROSE = /\S+/gu;
/** Brackets, equals signs, commas and quotes, and a colon after a quote (JSON); or what stands between them. */
const CALL = /(?:[()[\]{}=,"']|(?<=["']):)+|[^\s()[\]{}=,"']+/gu;

/**
 * The words of a text, in reading order. In prose a word is a run without white space. In a call the signs that part
 * names from values are words of their own, so that a tool, an argument's name and each word of a value can be hidden
 * alone: `find(name='Nora L.')` is find, (, name, =', Nora, L., ').
 */
export function wordsOf(text: string, form: 'prose' | 'call'): readonly Word[] {
  const words: Word[] = [];
  let last = 0;
  for (const { 0: found, index } of text.matchAll(form === 'call' ? CALL : PROSE)) {
    const between = text.slice(last, index);
    last = index + found.length;
    words.push({
      text: found,
      start: index,
      end: last,
      gap: words.length === 0 || between === '' ? 'none' : between.includes('\n') ? 'line' : 'blank',
    });
  }
  return words;
}
