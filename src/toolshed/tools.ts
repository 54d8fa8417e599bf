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
const path = text('path', "folder and file, e.g. 'drafts/talk.md'");

const DEFINITIONS = [
  {
    name: 'list_files',
    parameters: [text('folder', "which folder, e.g. 'drafts'")],
    returns: 'list[str]',
    purpose: 'Lists the files in a folder.',
  },
  {
    name: 'read_file',
    parameters: [path],
    returns: 'str',
    purpose: 'Shows the text of a file.',
  },
  {
    name: 'write_file',
    parameters: [path, text('content', 'the whole new text')],
    returns: 'str',
    purpose: 'Saves text as a file.',
  },
  {
    name: 'delete_file',
    parameters: [path],
    returns: 'str',
    purpose: 'Removes a file.',
  },
  {
    name: 'find_contact',
    parameters: [text('name', 'first and last name, spelt exactly')],
    returns: 'dict',
    purpose: 'Looks up a colleague.',
  },
  {
    name: 'list_contacts',
    parameters: [text('team', "which team, e.g. 'kitchen'")],
    returns: 'list[dict]',
    purpose: 'Lists the people in a team.',
  },
  {
    name: 'list_events',
    parameters: [text('date', 'which day, YYYY-MM-DD')],
    returns: 'list[dict]',
    purpose: 'Lists the meetings of a day.',
  },
  {
    name: 'create_event',
    parameters: [
      text('title', 'title of the meeting'),
      text('date', 'its day, YYYY-MM-DD'),
      text('time', 'its start, HH:MM'),
      { name: 'attendees', type: 'list[str]', description: 'email addresses to invite' },
    ],
    returns: 'str',
    purpose: 'Books a meeting.',
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
      text('to', 'email address of a colleague'),
      text('subject', 'subject line'),
      text('body', 'the message'),
    ],
    returns: 'str',
    purpose: 'Sends a message.',
  },
  {
    name: 'set_reminder',
    parameters: [text('text', 'what to be reminded of'), text('date', 'its day, YYYY-MM-DD')],
    returns: 'str',
    purpose: 'Leaves a reminder.',
  },
  {
    name: 'convert_units',
    parameters: [
      { name: 'value', type: 'float', description: 'the number' },
      text('from_unit', 'its unit, abbreviated'),
      text('to_unit', 'the wanted unit, abbreviated'),
    ],
    returns: 'float',
    purpose: 'Converts a quantity.',
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
