export type ParameterType = 'str' | 'float' | 'list[str]';

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  /** As documented to the model, and quoted by the long form of an error. */
  readonly description: string;
}

export interface Tool {
  readonly name: ToolName;
  /** All required, in the order in which positional values are bound. */
  readonly parameters: readonly Parameter[];
  readonly returns: string;
  readonly purpose: string;
}

const text = <const N extends string>(name: N, description: string) =>
  ({ name, type: 'str', description }) as const;
const path = text('path', "folder and file name, e.g. 'drafts/speech.md'");

const DEFINITIONS = [
  {
    name: 'list_files',
    parameters: [text('folder', "name of the folder, e.g. 'drafts'")],
    returns: 'list[str]',
    purpose: 'Names the files in one folder.',
  },
  {
    name: 'read_file',
    parameters: [path],
    returns: 'str',
    purpose: 'Returns the text of one file.',
  },
  {
    name: 'write_file',
    parameters: [path, text('content', 'the whole text of the file')],
    returns: 'str',
    purpose: 'Saves text in a file, replacing what was there.',
  },
  {
    name: 'delete_file',
    parameters: [path],
    returns: 'str',
    purpose: 'Removes one file for good.',
  },
  {
    name: 'find_contact',
    parameters: [text('name', 'first and last name, spelt as in the address book')],
    returns: 'dict',
    purpose: 'Looks up one colleague: name, email and team.',
  },
  {
    name: 'list_contacts',
    parameters: [text('team', "name of the team, e.g. 'design'")],
    returns: 'list[dict]',
    purpose: 'Lists the colleagues in one team.',
  },
  {
    name: 'list_events',
    parameters: [text('date', 'the day, YYYY-MM-DD')],
    returns: 'list[dict]',
    purpose: 'Lists the meetings of one day.',
  },
  {
    name: 'create_event',
    parameters: [
      text('title', 'what the meeting is called'),
      text('date', 'day of the meeting, YYYY-MM-DD'),
      text('time', 'start of the meeting, HH:MM'),
      { name: 'attendees', type: 'list[str]', description: 'email addresses of everyone to invite' },
    ],
    returns: 'str',
    purpose: 'Puts a meeting into the calendar.',
  },
  {
    name: 'cancel_event',
    parameters: [text('event_id', "which meeting, e.g. 'evt-7'")],
    returns: 'str',
    purpose: 'Calls off a meeting.',
  },
  {
    name: 'send_message',
    parameters: [
      text('to', 'email address of the colleague'),
      text('subject', 'subject line'),
      text('body', 'text of the message'),
    ],
    returns: 'str',
    purpose: 'Sends a message to one colleague.',
  },
  {
    name: 'set_reminder',
    parameters: [text('text', 'what to be reminded of'), text('date', 'day of the reminder, YYYY-MM-DD')],
    returns: 'str',
    purpose: 'Leaves a reminder for a day.',
  },
  {
    name: 'convert_units',
    parameters: [
      { name: 'value', type: 'float', description: 'the number to convert' },
      text('from_unit', "unit it is given in, e.g. 'km'"),
      text('to_unit', "unit that is wanted, e.g. 'mi'"),
    ],
    returns: 'float',
    purpose: 'Converts a number from one unit to another.',
  },
] as const satisfies readonly (Omit<Tool, 'name'> & { readonly name: string })[];

type Definition = (typeof DEFINITIONS)[number];
export type ToolName = Definition['name'];

/** What each parameter type is once it has been checked. */
interface ValueOf {
  readonly str: string;
  readonly float: number;
  readonly 'list[str]': readonly string[];
}

/** The arguments of one tool by name, checked against its parameters. */
export type ArgumentsOf<N extends ToolName> = {
  readonly [P in Extract<Definition, { name: N }>['parameters'][number] as P['name']]: ValueOf[P['type']];
};

/** The twelve tools in the order of the prompt and of every list of tools (toolshed §2). */
export const TOOLS: readonly Tool[] = DEFINITIONS;

export const TOOL_NAMES: readonly ToolName[] = TOOLS.map(({ name }) => name);

/** The tool of that name, or null for a name that no tool has. */
export const toolNamed = (name: string): Tool | null => TOOLS.find((tool) => tool.name === name) ?? null;

/** `name(parameter: type, …) -> type`, as in the prompt. */
export function signatureOf(tool: Tool): string {
  const parameters = tool.parameters.map(({ name, type }) => `${name}: ${type}`).join(', ');
  return `${tool.name}(${parameters}) -> ${tool.returns}`;
}
