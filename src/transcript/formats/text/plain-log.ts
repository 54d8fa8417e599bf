import type { Cut, SourceText } from '../source-text.ts';
import { cutOut } from '../source-text.ts';
import { linesOf } from './lines.ts';

export const COLOUR_CODE = 'colour code';

/** A log as it reads without the colours of a terminal and without what a logger put before every line. */
export function plainLog(source: SourceText): SourceText {
  let plain = cutOut(source, colourCodes(source.text));
  for (let pass = 0; pass < MOST_PREFIXES; pass += 1) {
    const cuts = linePrefixes(plain.text);
    if (cuts.length === 0) break;
    plain = cutOut(plain, cuts);
  }
  return plain;
}

/** A prefix may be made of parts: the service, the time, the level. */
const MOST_PREFIXES = 4;
/** So many of the lines carry a prefix before it is taken for one. */
const COMMON_SHARE = 0.6;
const FEWEST_LINES = 3;

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${ESCAPE}${BELL}]{0,500}(?:${BELL}|${ESCAPE}\\\\)|[()][A-Z0-9]|[=>78cDEHM])`,
  'g',
);
/** What is left of a colour code when copying lost its escape sign. */
const BARE_SEQUENCE = /\[(?:\d{1,3}(?:;\d{1,3}){0,5})?m/g;
const BARE_RESET = /\[0m/;
const BARE_COLOUR = /\[(?:\d{1,3};){0,4}(?:1|[349]\d)m/;

function colourCodes(text: string): readonly Cut[] {
  const cuts = text.includes(ESCAPE) ? cutsOf(text, SEQUENCE) : [];
  if (cuts.length > 0) return cuts;
  return BARE_RESET.test(text) && BARE_COLOUR.test(text) ? cutsOf(text, BARE_SEQUENCE) : [];
}

const cutsOf = (text: string, pattern: RegExp): readonly Cut[] =>
  [...text.matchAll(pattern)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    what: COLOUR_CODE,
    mark: '',
  }));

const TIME = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?`;
const DATE = String.raw`\d{4}[-/]\d\d[-/]\d\d`;
const ZONE = String.raw`(?:Z|[+-]\d\d:?\d\d)?`;
const LEVEL = String.raw`(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)`;

/** What loggers, terminals and mail programs put before a line. Blanks after it belong to it, but for indents. */
const PREFIXES: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'time', pattern: new RegExp(`^\\[(?:${DATE}[T ])?${TIME}${ZONE}\\][ \\t]?`) },
  { what: 'time', pattern: new RegExp(`^(?:${DATE}[T ])?${TIME}${ZONE}(?: [-|])?(?:[ \\t]|$)`) },
  { what: 'level and logger', pattern: new RegExp(`^${LEVEL}:[\\w.]{1,60}:[ \\t]?`) },
  {
    what: 'level',
    pattern: new RegExp(`^(?:- )?(?:\\[${LEVEL}\\]|${LEVEL})(?: ?[-:|])?(?:[ \\t]|$)`),
  },
  { what: 'stream mark', pattern: /^data: ?/ },
  { what: 'container name', pattern: /^[\w-]{1,40} {0,20}\| ?/ },
  { what: 'comment sign', pattern: /^(?:#|\/\/|;)(?: |$)/ },
  { what: 'quotation mark', pattern: /^>(?: |$)/ },
];
const TAG = /^[[(][A-Za-z][\w .:-]{0,30}[\])][ \t]?/;

function linePrefixes(text: string): readonly Cut[] {
  const lines = linesOf(text).filter(({ start, end }) => text.slice(start, end).trim() !== '');
  if (lines.length < FEWEST_LINES) return [];
  const heads = lines.map(({ start, end }) => text.slice(start, Math.min(end, start + 120)));
  for (const { what, pattern } of [...PREFIXES, ...tagOf(heads)]) {
    const lengths = heads.map((head) => pattern.exec(head)?.[0].length ?? 0);
    const carried = lengths.filter((length) => length > 0).length;
    if (carried < COMMON_SHARE * lines.length) continue;
    return lines.flatMap(({ start }, at) => {
      const length = lengths[at] ?? 0;
      return length === 0 ? [] : [{ start, end: start + length, what: `${what} before the line`, mark: '' }];
    });
  }
  return [];
}

/** A name in brackets is a prefix only when it is one and the same. */
function tagOf(heads: readonly string[]): readonly { readonly what: string; readonly pattern: RegExp }[] {
  const tag = heads.map((head) => TAG.exec(head)?.[0].trimEnd()).find((found) => found !== undefined);
  if (tag === undefined) return [];
  const literal = tag.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return [{ what: 'name', pattern: new RegExp(`^${literal}[ \\t]?`) }];
}
