// What worlds are made of. The sizes of these lists are the specification's (toolshed §1.1): with the same sizes the
// draws, and so the composition of every world, are those of the study, whatever the words are.

export const FIRST_NAMES = [
  'Amara',
  'Bjorn',
  'Celia',
  'Dario',
  'Elodie',
  'Farid',
  'Greta',
  'Hiroshi',
  'Imani',
  'Jonas',
  'Kavya',
  'Lorenzo',
  'Mirela',
  'Nuria',
  'Otis',
  'Petra',
] as const;

export const LAST_NAMES = [
  'Abara',
  'Blom',
  'Castell',
  'Drummond',
  'Eriksen',
  'Fontaine',
  'Grewal',
  'Hollis',
  'Ivanova',
  'Kimura',
  'Lindgren',
  'Moreau',
] as const;

/** In the order in which the first four contacts of a world get them. */
export const TEAMS = ['design', 'platform', 'research', 'support'] as const;

export const FOLDERS = ['notes', 'reports', 'drafts'] as const;

/**
 * Name of a file without folder and ending → its text. The text hangs on the stem alone; its length is the
 * specification's, so that calls and contexts are about as long as the study's.
 */
export const FILE_TEXTS: Readonly<Record<string, string>> = {
  todo: 'water the ferns, call Ines, return badges',
  summary: 'two of three goals met, one moved back',
  handover: 'keys in drawer two, alarm off at six',
  budget: 'rent 640, print 85, tea 30',
  agenda: 'welcome, staffing, any questions',
  checklist: 'lights, windows, kettle, doors',
};

/** The one file that cannot be written. */
export const SETTINGS_FILE = {
  path: 'system/config.ini',
  content: 'retention_days=30',
  readOnly: true,
} as const;

export const EVENT_TITLES = ['Weekly catch-up', 'Budget talk', 'Garden party', 'Printer rota'] as const;

/** Full hours at which events of a world begin. */
export const EVENT_HOURS = [9, 10, 11, 14, 15] as const;

export const MAIL_DOMAIN = 'corp.example';

/** `Amara Blom` → `amara.blom@corp.example`; every blank becomes a dot. */
export const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@${MAIL_DOMAIN}`;
