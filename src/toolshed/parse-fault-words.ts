import type { ParseFault } from './action/index.ts';
import type { SyntaxBreak } from './python/index.ts';

/** What an error says about a text that is no call; see error-texts.ts for the roles of the pieces. */
interface ParseFaultWords {
  readonly label: string;
  readonly category: string;
  readonly diagnosis: string;
  readonly addition: { readonly shortened: string; readonly whole: string };
}

const FORM = "A call looks like tool(name='value')";

export function parseFaultWords(fault: ParseFault): ParseFaultWords {
  switch (fault.reason) {
    case 'empty':
      return words('empty reply', 'the reply is empty, write exactly one call', FORM);
    case 'not-a-call':
      return words(
        'not a tool call',
        "the reply is not a tool call such as list_files(folder='drafts')",
        'Statements and expressions are not carried out',
      );
    case 'syntax':
      return words('unreadable call', `the call cannot be read, ${SYNTAX_WORDS[fault.broken]}`, FORM);
    case 'unpacking':
      return words('unpacking with **', `${fault.tool}() cannot unpack arguments with **`, FORM);
    case 'value':
      return {
        ...words(
          'not a plain value',
          `${fault.tool}() takes plain values only and was given ${fault.source}`,
          'A plain value is a string, a number, a list, a dict, True, False or None',
        ),
        label: 'ValueError',
      };
  }
}

const words = (category: string, diagnosis: string, addition: string): ParseFaultWords => ({
  label: 'SyntaxError',
  category,
  diagnosis,
  addition: { shortened: addition, whole: addition },
});

const SYNTAX_WORDS: Readonly<Record<SyntaxBreak, string>> = {
  'unknown-character': 'it holds a character that has no place there',
  'malformed-number': 'a number in it is malformed',
  'malformed-escape': 'a backslash in a string begins no known escape',
  'unterminated-string': 'a string in it is never closed',
  'bracket-never-closed': 'a bracket in it is never closed',
  'bracket-without-partner': 'a closing bracket in it has no partner',
  'too-many-brackets': 'its brackets are nested too deeply',
  'argument-name': 'something that is no name stands before an equals sign',
  'missing-comma': 'a comma is missing between two values',
  'missing-argument': 'a value is missing before a comma or after an equals sign',
  'positional-after-keyword': 'a value without a name follows a named one',
  'text-after-call': 'text follows the call',
};
