import { comparePoints, dict, float, list, str, type Literal } from './python/index.ts';
import { notFound, type ToolError } from './tool-error.ts';
import type { ArgumentsOf, ToolName } from './tools.ts';
import { convert } from './unit-table.ts';
import type { CalendarEvent, Contact, World } from './world.ts';

/** What a tool did: a new world and a result, or an error and nothing else. */
export type Effect =
  | { readonly ok: true; readonly world: World; readonly result: Literal }
  | { readonly ok: false; readonly error: ToolError };

/**
 * The twelve tools as functions of the world and of arguments that have passed the checks of bind-arguments.ts. The
 * checks inside a tool, and their order, are those of toolshed §2.
 */
export const TOOL_EFFECTS: {
  readonly [N in ToolName]: (world: World, given: ArgumentsOf<N>) => Effect;
} = {
  list_files(world, { folder }) {
    const wanted = folder.replace(/^\/+|\/+$/g, '');
    const paths = world.files.map(({ path }) => path).filter((path) => folderOf(path) === wanted);
    if (paths.length === 0) return failed(notFound('folder', folder, foldersOf(world)));
    return done(world, list(paths.sort(comparePoints).map(str)));
  },

  read_file(world, { path }) {
    const file = fileAt(world, path);
    return file === undefined ? failed(noFile(world, path)) : done(world, str(file.content));
  },

  write_file(world, { path, content }) {
    const before = fileAt(world, path);
    if (before?.readOnly === true) return failed({ kind: 'permission_error', path, not: 'written' });
    const file = { path, content, readOnly: false };
    const files =
      before === undefined
        ? [...world.files, file]
        : world.files.map((other) => (other === before ? file : other));
    return done({ ...world, files }, str(savedText(path, content)));
  },

  delete_file(world, { path }) {
    const file = fileAt(world, path);
    if (file === undefined) return failed(noFile(world, path));
    if (file.readOnly) return failed({ kind: 'permission_error', path, not: 'deleted' });
    return done({ ...world, files: world.files.filter((other) => other !== file) }, str(removedText(path)));
  },

  find_contact(world, { name }) {
    const contact = world.contacts.find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (contact === undefined) {
      const names = world.contacts.map((other) => other.name);
      return failed(notFound('contact', name, names));
    }
    return done({ ...world, resolvedNames: [...world.resolvedNames, contact.name] }, contactLiteral(contact));
  },

  list_contacts(world, { team }) {
    const members = world.contacts.filter((contact) => contact.team.toLowerCase() === team.toLowerCase());
    if (members.length === 0) return failed(notFound('team', team, teamsOf(world)));
    return done(world, list(members.map(contactLiteral)));
  },

  list_events(world, { date }) {
    if (!isDate(date)) return failed(badFormat('list_events', 'date', date));
    const events = world.events.filter((event) => event.date === date && !event.cancelled);
    return done(world, list(events.map(eventLiteral)));
  },

  create_event(world, { title, date, time, attendees }) {
    if (!isDate(date)) return failed(badFormat('create_event', 'date', date));
    if (!isTime(time)) return failed(badFormat('create_event', 'time', time));
    const stranger = attendees.find((email) => !isKnownEmail(world, email));
    if (stranger !== undefined) return failed(notFound('attendee', stranger, emailsOf(world)));
    const id = `evt-${world.events.length + 1}`;
    const event = { id, title, date, time, attendees, cancelled: false };
    return done({ ...world, events: [...world.events, event] }, str(bookedText(id)));
  },

  cancel_event(world, { event_id: id }) {
    const event = world.events.find((other) => other.id === id);
    if (event === undefined) {
      const ids = world.events.map((other) => other.id);
      return failed(notFound('event', id, ids));
    }
    if (event.cancelled) return failed({ kind: 'state_error', eventId: id });
    const events = world.events.map((other) => (other === event ? { ...event, cancelled: true } : other));
    return done({ ...world, events }, str(calledOffText(id)));
  },

  send_message(world, { to, subject, body }) {
    if (!to.includes('@')) return failed(badFormat('send_message', 'to', to));
    if (!isKnownEmail(world, to)) return failed(notFound('recipient', to, emailsOf(world)));
    return done({ ...world, sent: [...world.sent, { to, subject, body }] }, str(deliveredText(to)));
  },

  set_reminder(world, { text, date }) {
    if (!isDate(date)) return failed(badFormat('set_reminder', 'date', date));
    return done({ ...world, reminders: [...world.reminders, { text, date }] }, str(reminderText(date)));
  },

  convert_units(world, { value, from_unit, to_unit }) {
    const fromUnit = from_unit.toLowerCase();
    const toUnit = to_unit.toLowerCase();
    const converted = convert(value, fromUnit, toUnit);
    return converted === null
      ? failed({ kind: 'unsupported_conversion', fromUnit, toUnit })
      : done(world, float(converted));
  },
};

// The words of success, which the counterfactual success texts use too.
export const savedText = (path: string, content: string): string =>
  `Saved ${[...content].length} characters in ${path}.`;
export const removedText = (path: string): string => `Removed ${path}.`;
export const bookedText = (id: string): string => `Booked ${id}.`;
export const calledOffText = (id: string): string => `Called off ${id}.`;
export const deliveredText = (to: string): string => `Delivered to ${to}.`;
export const reminderText = (date: string): string => `Reminder left for ${date}.`;

const done = (world: World, result: Literal): Effect => ({ ok: true, world, result });
const failed = (error: ToolError): Effect => ({ ok: false, error });
const badFormat = (tool: ToolName, parameter: 'date' | 'time' | 'to', received: string): ToolError => ({
  kind: 'format_error',
  tool,
  parameter,
  received,
});

// Only the shape is checked, as the study does it: any digit counts and a line feed may follow.
const isDate = (text: string): boolean => /^\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}\n?$/u.test(text);
const isTime = (text: string): boolean => /^\p{Nd}{2}:\p{Nd}{2}\n?$/u.test(text);

const fileAt = (world: World, path: string) => world.files.find((file) => file.path === path);
const noFile = (world: World, path: string): ToolError =>
  notFound('file', path, world.files.map((file) => file.path).sort(comparePoints));
const folderOf = (path: string): string => path.split('/', 1)[0] ?? '';
const foldersOf = (world: World): readonly string[] =>
  [...new Set(world.files.map(({ path }) => folderOf(path)))].sort(comparePoints);
const teamsOf = (world: World): readonly string[] =>
  [...new Set(world.contacts.map(({ team }) => team))].sort(comparePoints);
const emailsOf = (world: World): readonly string[] =>
  world.contacts.map(({ email }) => email).sort(comparePoints);
const isKnownEmail = (world: World, email: string): boolean =>
  world.contacts.some((contact) => contact.email === email);

/** Keys in the order in which a contact is shown. */
export const contactLiteral = ({ name, email, team }: Contact): Literal =>
  dict([
    ['name', str(name)],
    ['email', str(email)],
    ['team', str(team)],
  ]);

/** Keys in the order in which an event is shown; that it is not cancelled goes without saying. */
export const eventLiteral = ({ id, title, date, time, attendees }: CalendarEvent): Literal =>
  dict([
    ['id', str(id)],
    ['title', str(title)],
    ['date', str(date)],
    ['time', str(time)],
    ['attendees', list(attendees.map(str))],
  ]);
