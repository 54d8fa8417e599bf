import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldOf } from './generate-world.ts';
import { inventedFor, type Invented } from './invented.ts';
import { FILE_TEXTS, TEAMS } from './office-stock.ts';
import type { World } from './world.ts';

/** How often each value occurs. */
const tally = (values: readonly number[]): Readonly<Record<number, number>> => {
  const seen: Record<number, number> = {};
  for (const value of values) seen[value] = (seen[value] ?? 0) + 1;
  return seen;
};
const different = (values: readonly unknown[]): number => new Set(values).size;

test('the 60 worlds of the probe are composed as in the study (toolshed §1.1)', () => {
  const worlds = Array.from({ length: 60 }, (_, index) => worldOf(index));
  const teamSizes = worlds.flatMap(({ contacts }) =>
    TEAMS.map((team) => contacts.filter((contact) => contact.team === team).length),
  );
  expect(tally(teamSizes)).toEqual({ 1: 71, 2: 112, 3: 44, 4: 12, 5: 1 });
  const titles = worlds.map(({ events }) => different(events.map(({ title }) => title)));
  expect(tally(titles)).toEqual({ 3: 31, 2: 24, 1: 5 });
});

test('a text hangs on the stem alone and has the length of the study’s', () => {
  expect(Object.entries(FILE_TEXTS).map(([stem, text]) => [stem, text.length])).toEqual([
    ['todo', 41],
    ['summary', 38],
    ['handover', 36],
    ['budget', 26],
    ['agenda', 32],
    ['checklist', 30],
  ]);
  for (const text of Object.values(FILE_TEXTS)) expect(text).not.toMatch(/['"\n]/);
});

test('what holds in every world (1,000 seeds)', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 100_000 }), (baseSeed, index) => {
      const world = worldOf(index, baseSeed);
      expect(worldOf(index, baseSeed)).toEqual(world);
      checkContacts(world);
      checkFiles(world);
      checkEvents(world);
      expect([world.reminders, world.sent, world.resolvedNames]).toEqual([[], [], []]);
      for (const edition of ['paper-2026', 'clean-1'] as const) {
        checkAbsent(world, inventedFor(index, edition));
      }
    }),
    { numRuns: 1000 },
  );
});

function checkContacts({ contacts }: World): void {
  expect(contacts).toHaveLength(8);
  expect(different(contacts.map(({ name }) => name))).toBe(8);
  expect(contacts.slice(0, 4).map(({ team }) => team)).toEqual(TEAMS);
  for (const { name, email, team } of contacts) {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    expect(email).toBe(`${first}.${last}@corp.example`);
    expect(TEAMS).toContain(team);
  }
}

function checkFiles({ files }: World): void {
  expect(different(files.map(({ path }) => path))).toBe(7);
  const folders = files.map(({ path }) => path.split('/')[0]);
  expect(folders).toEqual(['notes', 'notes', 'reports', 'reports', 'drafts', 'drafts', 'system']);
  expect(files.filter(({ readOnly }) => readOnly).map(({ path }) => path)).toEqual(['system/config.ini']);
}

function checkEvents({ events, contacts }: World): void {
  const days = events.map(({ date }) => Number(/^2026-09-(\d\d)$/.exec(date)?.[1]));
  const [first = Number.NaN] = days;
  expect(days).toEqual([first, first + 1, first + 2]);
  expect(first).toBeGreaterThanOrEqual(9);
  expect(first).toBeLessThanOrEqual(20);
  expect(events.map(({ id }) => id)).toEqual(['evt-1', 'evt-2', 'evt-3']);
  for (const { time, attendees, cancelled } of events) {
    expect(time).toMatch(/^(09|10|11|14|15):00$/);
    expect(attendees).toHaveLength(1);
    expect(contacts.map(({ email }) => email)).toContain(attendees[0]);
    expect(cancelled).toBe(false);
  }
}

function checkAbsent(world: World, invented: Invented): void {
  expect(world.contacts.map(({ name }) => name)).not.toContain(invented.contact);
  expect(world.contacts.map(({ email }) => email)).not.toContain(invented.email);
  expect(world.files.map(({ path }) => path)).not.toContain(invented.file);
  expect(world.files.some(({ path }) => path.startsWith(`${invented.folder}/`))).toBe(false);
  expect(world.events.map(({ id }) => id)).not.toContain(invented.eventId);
  expect(world.contacts.map(({ team }) => team)).not.toContain(invented.team);
}
