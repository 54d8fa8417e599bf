import type { Edition } from './edition.ts';
import { BASE_SEED } from './generate-world.ts';
import { emailOf } from './office-stock.ts';
import { pythonRandom, subSeed } from './python/index.ts';

/** Things that no world holds, for calls that name something that does not exist. */
export interface Invented {
  readonly contact: string;
  readonly email: string;
  readonly file: string;
  readonly eventId: string;
  readonly team: string;
  readonly folder: string;
  /** A unit that the given one cannot be converted to. */
  readonly unitFor: (fromUnit: string) => string;
}

/** The study's own constants (toolshed §1.3). They must not change with our name lists. */
const PAPER: Invented = {
  contact: 'Alex Ramirez',
  email: 'alex.ramirez@corp.example',
  file: 'notes/meeting_notes.md',
  eventId: 'evt-9',
  team: 'marketing',
  folder: 'documents',
  unitFor: () => 'm',
};

// None of these stands in office-stock.ts; a test sees to it.
const FIRST_NAMES = ['Alma', 'Boris', 'Chidi', 'Delia', 'Emil', 'Fatou', 'Goran', 'Helga', 'Ivo', 'Jun'];
const LAST_NAMES = ['Aldana', 'Bakker', 'Cheng', 'Dvorak', 'Esposito', 'Falk', 'Gomes', 'Haddad'];
const STEMS = ['minutes', 'roadmap', 'invoice', 'glossary', 'feedback', 'survey', 'travel', 'manual'];
const FOLDERS = ['notes', 'reports', 'drafts'];
const TEAMS = ['marketing', 'finance', 'legal', 'sales', 'security', 'facilities', 'press', 'training'];
const ABSENT_FOLDERS = ['documents', 'archive', 'shared', 'plans'];
const UNITS: Readonly<Record<string, readonly string[]>> = {
  km: ['m', 'ft', 'yd'],
  kg: ['g', 'oz', 'st'],
  l: ['ml', 'pt', 'cup'],
};

/** In the study the same few names for every task; in the mended edition drawn for each task. */
export function inventedFor(taskIndex: number, edition: Edition): Invented {
  if (edition === 'paper-2026') return PAPER;
  const random = pythonRandom(subSeed(BASE_SEED, `toolshed-invented-${taskIndex}`));
  const contact = `${random.choice(FIRST_NAMES)} ${random.choice(LAST_NAMES)}`;
  const file = `${random.choice(FOLDERS)}/${random.choice(STEMS)}.md`;
  const eventId = `evt-${random.between(5, 40)}`;
  const team = random.choice(TEAMS);
  const folder = random.choice(ABSENT_FOLDERS);
  const unit = random.below(3);
  return {
    contact,
    email: emailOf(contact),
    file,
    eventId,
    team,
    folder,
    unitFor: (fromUnit) => UNITS[fromUnit]?.[unit] ?? PAPER.unitFor(fromUnit),
  };
}
