import { comparePoints, type PythonRandom } from './python/index.ts';
import { FOLDERS, TEAMS } from './office-stock.ts';
import { CONVERSIONS, writableFiles } from './templates.ts';
import type { CalendarEvent, Contact, OfficeFile, World } from './world.ts';

/** Draws what a task is about. Nothing is drawn twice, so that no chore of a task undoes or meets another. */
export interface ChoreScene {
  readonly contact: () => Contact;
  /** One that can be written. */
  readonly file: () => OfficeFile;
  readonly event: () => CalendarEvent;
  readonly team: () => { readonly team: string; readonly members: readonly Contact[] };
  readonly folder: () => { readonly folder: string; readonly paths: readonly string[] };
  /** Of a file that does not exist yet. */
  readonly newPath: () => string;
  readonly text: () => string;
  readonly subject: () => string;
  /** A day on which nothing takes place. */
  readonly day: () => string;
  /** One that is not in the calendar. */
  readonly meeting: () => { readonly title: string; readonly date: string; readonly time: string };
  readonly quantity: () => { readonly value: number; readonly from: string; readonly to: string };
}

const NEW_PATHS = [
  'notes/plan.md',
  'notes/minutes.md',
  'notes/contacts.md',
  'reports/visit.md',
  'reports/parking.md',
  'reports/figures.md',
  'drafts/letter.md',
  'drafts/menu.md',
  'drafts/speech.md',
] as const;

const TEXTS = [
  'the lift is out of order',
  'bring the spare projector',
  'parking moves to the north side',
  'order two more chairs',
  'the window in room four sticks',
  'tea is in the blue tin',
  'count the visitor badges',
  'leave the printer on tonight',
  'the courier comes at noon',
  'wear the orange vest outside',
] as const;

const SUBJECTS = [
  'for your files',
  'a short note',
  'as promised',
  'before you leave',
  'one more thing',
] as const;

const NEW_TITLES = [
  'Fire drill',
  'Desk swap',
  'Supplier visit',
  'Lunch talk',
  'Stock count',
  'Road map',
] as const;

const TIMES = ['08:15', '10:45', '12:30', '13:15', '16:45'] as const;

export function choreScene(world: World, random: PythonRandom): ChoreScene {
  const drawn = <T>(what: string, from: readonly T[]) => {
    const left = random.shuffled(from);
    return (): T => {
      const one = left.pop();
      if (one === undefined) throw new Error(`A task asks for more ${what} than there are`);
      return one;
    };
  };
  const day = drawn(
    'days',
    Array.from({ length: 25 }, (_, at) => `2026-10-${String(at + 3).padStart(2, '0')}`),
  );
  const team = drawn('teams', TEAMS);
  const folder = drawn('folders', FOLDERS);
  const title = drawn('titles', NEW_TITLES);
  const time = drawn('times', TIMES);
  const pair = drawn('units', CONVERSIONS);
  return {
    contact: drawn('contacts', world.contacts),
    file: drawn('files', writableFiles(world)),
    event: drawn('events', world.events),
    newPath: drawn('paths', NEW_PATHS),
    text: drawn('texts', TEXTS),
    subject: drawn('subjects', SUBJECTS),
    day,
    meeting: () => ({ title: title(), date: day(), time: time() }),
    team: () => {
      const name = team();
      return { team: name, members: world.contacts.filter((contact) => contact.team === name) };
    },
    folder: () => {
      const name = folder();
      const paths = world.files.map(({ path }) => path).filter((path) => path.startsWith(`${name}/`));
      return { folder: name, paths: paths.sort(comparePoints) };
    },
    quantity: () => {
      const [from, to] = pair();
      return { value: random.between(5, 90), from, to };
    },
  };
}
