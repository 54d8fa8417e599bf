import type { Edition } from './edition.ts';
import { parseFaultWords } from './parse-fault-words.ts';
import { nearestName, repr, str } from './python/index.ts';
import type { ToolError } from './tool-error.ts';
import { signatureOf, TOOL_NAMES, toolNamed, type ParameterType, type ToolName } from './tools.ts';
import { UNIT_PAIRS } from './unit-table.ts';

/** How much an error says (toolshed §3.2). `standard` is what the probe shows as the failure. */
export type ErrorLength = 'terse' | 'standard' | 'verbose';

/** What an error can say, in pieces; the length and the edition decide which of them are said. */
interface Pieces {
  /** Python-like class of the exception. */
  readonly label: string;
  /** Names the sort of failure and nothing of the call. */
  readonly category: string;
  /** The bit of the call that the terse form repeats. */
  readonly offender: string;
  /** What is wrong: a sentence without its stop. */
  readonly diagnosis: string;
  /** The same with something inserted, where the long form does that. */
  readonly longDiagnosis?: string;
  /** A guess at what was meant, made from spelling alone. */
  readonly guess?: string;
  /** What the long form adds; lists come shortened as in the study, and whole. */
  readonly addition: { readonly shortened: string; readonly whole: string };
}

/** The text of a failed call's result. It never holds the whole call; echoed() adds that. */
export function errorText(error: ToolError, length: ErrorLength, edition: Edition): string {
  const {
    label,
    category,
    offender,
    diagnosis,
    longDiagnosis = diagnosis,
    guess,
    addition,
  } = piecesOf(error);
  const asInStudy = edition === 'paper-2026';
  if (length === 'terse') return `Error: ${asInStudy ? `${category} ${offender}`.trim() : category}`;
  // A guess by spelling is wrong for two in five of the items that get one (toolshed §9.12): the mended texts make none.
  const guesses = asInStudy && guess !== undefined ? [guess] : [];
  const sentences =
    length === 'standard'
      ? [diagnosis, ...guesses]
      : [longDiagnosis, ...guesses, asInStudy ? addition.shortened : addition.whole];
  return `${label}: ${sentences.map(withStop).join(' ')}`;
}

/** The error with the failed call quoted under it (toolshed §3.4). */
export const echoed = (standardText: string, call: string): string =>
  `${standardText}\n  in the call: ${call.trim()}`;

const withStop = (sentence: string): string => (/[.?]$/.test(sentence) ? sentence : `${sentence}.`);
const quoted = (text: string): string => repr(str(text));
const same = (addition: string): Pieces['addition'] => ({ shortened: addition, whole: addition });

const TYPE_WORDS: Readonly<Record<ParameterType, string>> = {
  str: 'a string',
  float: 'a number',
  'list[str]': 'a list of strings',
};

/** The study's long form names six entries or five pairs at most, whichever was wanted. */
const SHORT_LIST = 6;
const SHORT_PAIRS = 5;

function piecesOf(error: ToolError): Pieces {
  switch (error.kind) {
    case 'parse_error':
      return { ...parseFaultWords(error.fault), offender: '' };
    case 'unknown_tool':
      return {
        label: 'NameError',
        category: 'unknown tool',
        offender: error.tool,
        diagnosis: `no tool is called ${quoted(error.tool)}`,
        ...guessed('Did you mean', error.tool, TOOL_NAMES, '?'),
        addition: same(`The tools are: ${TOOL_NAMES.join(', ')}`),
      };
    case 'arity_error':
      return arityPieces(error);
    case 'unexpected_argument':
      return {
        label: 'TypeError',
        category: 'unknown argument',
        offender: error.argument,
        diagnosis: `${error.tool}() has no argument ${quoted(error.argument)}`,
        ...guessed('Did you mean', error.argument, parametersOf(error.tool), '?'),
        addition: same(usageOf(error.tool)),
      };
    case 'missing_argument': {
      const { tool, parameter } = error;
      const { description = '' } = parameterOf(tool, parameter) ?? {};
      return {
        label: 'TypeError',
        category: 'missing argument',
        offender: parameter,
        diagnosis: `${tool}() was called without its argument ${quoted(parameter)}`,
        longDiagnosis: `${tool}() was called without its argument ${quoted(parameter)} (${description})`,
        addition: same(usageOf(tool)),
      };
    }
    case 'type_error': {
      const { tool, parameter, received } = error;
      const wanted = TYPE_WORDS[parameterOf(tool, parameter)?.type ?? 'str'];
      const diagnosis = `${tool}() takes ${wanted} for ${quoted(parameter)} and was given ${received.kind}`;
      return {
        label: 'TypeError',
        category: 'wrong type',
        offender: `for ${parameter}, wanted ${wanted}`,
        diagnosis,
        longDiagnosis: `${diagnosis} ${repr(received)}`,
        addition: same(usageOf(tool)),
      };
    }
    case 'format_error':
      return formatPieces(error);
    case 'permission_error':
      return {
        label: 'PermissionError',
        category: 'read-only target',
        offender: error.path,
        diagnosis: `${quoted(error.path)} is read-only and cannot be ${error.not}`,
        addition: same('Files under system/ are kept by the administrator'),
      };
    case 'state_error':
      return {
        label: 'StateError',
        category: 'already cancelled',
        offender: error.eventId,
        diagnosis: `the meeting ${quoted(error.eventId)} is already cancelled`,
        addition: same('Cancelling it once more changes nothing'),
      };
    case 'unsupported_conversion': {
      const pairs = UNIT_PAIRS.map(([from, to]) => `${from} -> ${to}`);
      return {
        label: 'ValueError',
        category: 'no such conversion',
        offender: `${error.fromUnit} to ${error.toUnit}`,
        diagnosis: `convert_units() has no conversion from ${quoted(error.fromUnit)} to ${quoted(error.toUnit)}`,
        addition: {
          shortened: `It knows: ${pairs.slice(0, SHORT_PAIRS).join(', ')}`,
          whole: `It knows: ${pairs.join(', ')}`,
        },
      };
    }
    default: {
      const { noun, key, known } = error;
      return {
        label: 'LookupError',
        category: `no such ${noun}`,
        offender: key,
        diagnosis: `there is no ${noun} ${quoted(key)}`,
        ...guessed('The closest match is', key, known, '.'),
        addition: {
          shortened: `Known: ${known.slice(0, SHORT_LIST).join(', ')}`,
          whole: `Known: ${known.join(', ')}`,
        },
      };
    }
  }
}

function guessed(
  lead: string,
  written: string,
  names: readonly string[],
  stop: string,
): Pick<Pieces, 'guess'> {
  const nearest = nearestName(written, names);
  return nearest === null ? {} : { guess: `${lead} ${quoted(nearest)}${stop}` };
}

function arityPieces(error: Extract<ToolError, { kind: 'arity_error' }>): Pieces {
  const { tool } = error;
  const allowed = parametersOf(tool).length;
  const words =
    'twice' in error
      ? { offender: `${error.twice} twice`, diagnosis: `${tool}() was given ${quoted(error.twice)} twice` }
      : {
          offender: String(error.given),
          diagnosis: `${tool}() takes ${allowed} ${allowed === 1 ? 'argument' : 'arguments'} and was given ${error.given}`,
        };
  return {
    label: 'TypeError',
    category: 'wrong number of arguments',
    ...words,
    addition: same(usageOf(tool)),
  };
}

const FORMATS = {
  date: { category: 'bad date', wanted: 'YYYY-MM-DD', addition: 'A date looks like 2026-09-14' },
  time: { category: 'bad time', wanted: 'HH:MM', addition: 'A time looks like 14:30' },
  to: {
    category: 'bad address',
    wanted: 'an email address',
    addition: 'find_contact() tells the address that goes with a name',
  },
} as const;

function formatPieces({ tool, parameter, received }: Extract<ToolError, { kind: 'format_error' }>): Pieces {
  const { category, wanted, addition } = FORMATS[parameter];
  return {
    label: 'ValueError',
    category,
    offender: received,
    diagnosis: `${tool}() takes ${wanted} for ${quoted(parameter)} and was given ${quoted(received)}`,
    addition: same(addition),
  };
}

const parametersOf = (name: ToolName): readonly string[] =>
  toolNamed(name)?.parameters.map((parameter) => parameter.name) ?? [];
const parameterOf = (tool: ToolName, name: string) =>
  toolNamed(tool)?.parameters.find((parameter) => parameter.name === name);

function usageOf(name: ToolName): string {
  const tool = toolNamed(name);
  return tool === null ? '' : `Usage: ${signatureOf(tool)}`;
}
