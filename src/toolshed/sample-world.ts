import type { World } from './world.ts';

/** A small world for tests, written out so that every expected text can be read off it. Frozen: a change throws. */
export const sampleWorld: World = deepFrozen({
  contacts: [
    { name: 'Ada Moss', email: 'ada.moss@corp.example', team: 'design' },
    { name: 'Bo Reed', email: 'bo.reed@corp.example', team: 'support' },
    { name: 'Cy Dahl', email: 'cy.dahl@corp.example', team: 'design' },
  ],
  files: [
    { path: 'notes/todo.md', content: 'call Bo', readOnly: false },
    { path: 'drafts/plan.md', content: "Ada's plan", readOnly: false },
    { path: 'notes/agenda.md', content: 'tea', readOnly: false },
    { path: 'system/config.ini', content: 'a=1', readOnly: true },
  ],
  events: [
    {
      id: 'evt-1',
      title: 'Tea',
      date: '2026-09-10',
      time: '10:00',
      attendees: ['bo.reed@corp.example'],
      cancelled: false,
    },
    { id: 'evt-2', title: 'Cake', date: '2026-09-11', time: '11:00', attendees: [], cancelled: true },
  ],
  reminders: [],
  sent: [],
  resolvedNames: [],
});

/** The value, with nothing in it that could be changed unnoticed. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(deepFrozen);
  }
  return value;
}
