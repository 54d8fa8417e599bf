import {
  emailOf,
  EVENT_HOURS,
  EVENT_TITLES,
  FILE_TEXTS,
  FIRST_NAMES,
  FOLDERS,
  LAST_NAMES,
  SETTINGS_FILE,
  TEAMS,
} from './office-stock.ts';
import { pythonRandom, subSeed, type PythonRandom } from './python/index.ts';
import type { CalendarEvent, Contact, OfficeFile, World } from './world.ts';

/** The seed from which every other one is derived. */
export const BASE_SEED = 20260808;

const CONTACTS = 8;
const FILES_PER_FOLDER = 2;
const EVENTS = 3;

/**
 * The world in which a task begins. Equal seed and index give equal worlds, and the order of the draws is the
 * specification's (toolshed §1.2), so that who is in which team is as in the study.
 */
export function worldOf(taskIndex: number, baseSeed: number = BASE_SEED): World {
  const random = pythonRandom(subSeed(baseSeed, `toolshed-world-${taskIndex}`));
  const contacts = drawContacts(random);
  const files = FOLDERS.flatMap((folder) => drawFiles(random, folder));
  return {
    contacts,
    files: [...files, SETTINGS_FILE],
    events: drawEvents(random, contacts),
    reminders: [],
    sent: [],
    resolvedNames: [],
  };
}

function drawContacts(random: PythonRandom): readonly Contact[] {
  const contacts: Contact[] = [];
  while (contacts.length < CONTACTS) {
    const name = `${random.choice(FIRST_NAMES)} ${random.choice(LAST_NAMES)}`;
    if (contacts.some((contact) => contact.name === name)) continue;
    const drawn = random.choice(TEAMS);
    // The first contacts get the teams in turn, so that no team is empty; the draw is made all the same.
    const team = TEAMS[contacts.length] ?? drawn;
    contacts.push({ name, email: emailOf(name), team });
  }
  return contacts;
}

function drawFiles(random: PythonRandom, folder: string): readonly OfficeFile[] {
  return random.sample(Object.entries(FILE_TEXTS), FILES_PER_FOLDER).map(([stem, content]) => ({
    path: `${folder}/${stem}.md`,
    content,
    readOnly: false,
  }));
}

function drawEvents(random: PythonRandom, contacts: readonly Contact[]): readonly CalendarEvent[] {
  const firstDay = random.between(9, 20);
  return Array.from({ length: EVENTS }, (_, index) => {
    const host = random.choice(contacts);
    const title = random.choice(EVENT_TITLES);
    const hour = random.choice(EVENT_HOURS);
    return {
      id: `evt-${index + 1}`,
      title,
      date: `2026-09-${twoDigits(firstDay + index)}`,
      time: `${twoDigits(hour)}:00`,
      attendees: [host.email],
      cancelled: false,
    };
  });
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
