import type { Call, KeywordArgument } from './action/index.ts';
import type { Invented } from './invented.ts';
import { SETTINGS_FILE } from './office-stock.ts';
import { list, repr, str, type Literal } from './python/index.ts';
import type { ErrorKind } from './tool-error.ts';
import { toolNamed, type ToolName } from './tools.ts';
import type { World } from './world.ts';

export type OperatorName =
  | 'drop_arg'
  | 'tool_typo'
  | 'arg_typo'
  | 'type_swap'
  | 'date_format'
  | 'hallucinated_entity'
  | 'name_for_email'
  | 'readonly_target';

/** A right call made wrong in one point. */
export interface Perturbed {
  readonly operator: OperatorName;
  readonly call: Call;
  /** The error that it is made for. */
  readonly expects: ErrorKind;
}

/** What stands in the wrong call in place of the tool's name; nobody's tool is called so. */
const WRONG_NAMES: Readonly<Record<ToolName, string>> = {
  list_files: 'list_file',
  read_file: 'read_files',
  write_file: 'save_file',
  delete_file: 'remove_file',
  find_contact: 'find_contacts',
  list_contacts: 'list_contact',
  list_events: 'list_event',
  create_event: 'add_event',
  cancel_event: 'delete_event',
  send_message: 'send_email',
  set_reminder: 'create_reminder',
  convert_units: 'convert_unit',
};

/** What stands in the wrong call in place of a parameter's name; `title` has no other name. */
export const OTHER_PARAMETER_NAMES: Readonly<Partial<Record<string, string>>> = {
  path: 'file_path',
  folder: 'directory',
  name: 'contact_name',
  team: 'team_name',
  date: 'day',
  time: 'start_time',
  attendees: 'participants',
  event_id: 'id',
  to: 'recipient',
  subject: 'title',
  body: 'message',
  text: 'note',
  value: 'amount',
  from_unit: 'source_unit',
  to_unit: 'target_unit',
  content: 'text',
};

/**
 * The wrong versions of a right call, in the fixed order whose places are the last number of an item's id
 * (toolshed §7). `gold` has named arguments in the order of the tool's parameters.
 */
export function perturbationsOf(gold: Call, world: World, invented: Invented): readonly Perturbed[] {
  const tool = toolNamed(gold.name);
  if (tool === null) return [];
  return [
    ...dropLast(gold),
    ...renameTool(gold, tool.name),
    ...renameArgument(gold),
    ...swapType(gold),
    ...writeOutDate(gold),
    ...nameWrongEntity(gold, tool.name, world, invented),
  ];
}

function dropLast(gold: Call): readonly Perturbed[] {
  if (gold.keywords.length < 2) return [];
  const call = { ...gold, keywords: gold.keywords.slice(0, -1) };
  return [{ operator: 'drop_arg', call, expects: 'missing_argument' }];
}

function renameTool(gold: Call, tool: ToolName): readonly Perturbed[] {
  const call = { ...gold, name: WRONG_NAMES[tool] };
  return [{ operator: 'tool_typo', call, expects: 'unknown_tool' }];
}

function renameArgument(gold: Call): readonly Perturbed[] {
  const argument = gold.keywords.find(({ name }) => OTHER_PARAMETER_NAMES[name] !== undefined);
  const name = OTHER_PARAMETER_NAMES[argument?.name ?? ''];
  if (argument === undefined || name === undefined) return [];
  const call = exchanged(gold, argument, { ...argument, name });
  return [{ operator: 'arg_typo', call, expects: 'unexpected_argument' }];
}

/** A list becomes its first element, a number its digits as a text. */
function swapType(gold: Call): readonly Perturbed[] {
  for (const argument of gold.keywords) {
    const swapped = asString(argument.value);
    if (swapped === null) continue;
    const call = exchanged(gold, argument, { ...argument, value: swapped });
    return [{ operator: 'type_swap', call, expects: 'type_error' }];
  }
  return [];
}

function asString(value: Literal): Literal | null {
  if (value.kind === 'list') return value.items[0] ?? null;
  return value.kind === 'int' || value.kind === 'float' ? str(repr(value)) : null;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** 2026-10-05 → October 5, 2026. */
function writeOutDate(gold: Call): readonly Perturbed[] {
  const date = textOf(gold, 'date');
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '') ?? [];
  if (year === undefined) return [];
  const written = `${MONTHS[Number(month) - 1] ?? ''} ${Number(day)}, ${year}`;
  return [{ operator: 'date_format', call: withText(gold, 'date', written), expects: 'format_error' }];
}

/** One wrong thing for each tool: something that does not exist, may not be used so, or is only meant. */
function nameWrongEntity(gold: Call, tool: ToolName, world: World, invented: Invented): readonly Perturbed[] {
  const made = (operator: OperatorName, expects: ErrorKind, call: Call): readonly Perturbed[] => [
    { operator, expects, call },
  ];
  const absent = (expects: ErrorKind, parameter: string, text: string) =>
    made('hallucinated_entity', expects, withText(gold, parameter, text));
  switch (tool) {
    case 'list_files':
      return absent('folder_not_found', 'folder', invented.folder);
    case 'read_file':
    case 'delete_file':
      return absent('file_not_found', 'path', invented.file);
    case 'find_contact':
      return absent('contact_not_found', 'name', invented.contact);
    case 'list_contacts':
      return absent('team_not_found', 'team', invented.team);
    case 'cancel_event':
      return absent('event_not_found', 'event_id', invented.eventId);
    case 'create_event': {
      const attendees = list([str(invented.email)]);
      return made('hallucinated_entity', 'attendee_not_found', withValue(gold, 'attendees', attendees));
    }
    case 'convert_units': {
      const unit = invented.unitFor(textOf(gold, 'from_unit') ?? '');
      return absent('unsupported_conversion', 'to_unit', unit);
    }
    case 'write_file':
      return made('readonly_target', 'permission_error', withText(gold, 'path', SETTINGS_FILE.path));
    case 'send_message': {
      const email = textOf(gold, 'to');
      const contact = world.contacts.find((other) => other.email === email);
      return contact === undefined
        ? []
        : made('name_for_email', 'format_error', withText(gold, 'to', contact.name));
    }
    case 'list_events':
      return made('date_format', 'format_error', withText(gold, 'date', 'tomorrow'));
    case 'set_reminder':
      return made('date_format', 'format_error', withText(gold, 'date', 'next Tuesday'));
  }
}

/** The text given for a parameter, or null. */
export function textOf(call: Call, parameter: string): string | null {
  const value = call.keywords.find(({ name }) => name === parameter)?.value;
  return value?.kind === 'str' ? value.value : null;
}

const withText = (call: Call, parameter: string, text: string): Call => withValue(call, parameter, str(text));
const withValue = (call: Call, parameter: string, value: Literal): Call => ({
  ...call,
  keywords: call.keywords.map((argument) =>
    argument.name === parameter ? { ...argument, value } : argument,
  ),
});

/** The call with one argument replaced where it stands. */
const exchanged = (call: Call, old: KeywordArgument, fresh: KeywordArgument): Call => ({
  ...call,
  keywords: call.keywords.map((argument) => (argument === old ? fresh : argument)),
});
