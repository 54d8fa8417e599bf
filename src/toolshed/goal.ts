import type { World } from './world.ts';

/**
 * Something that must be true of the world for a task to be solved. Requirements are data, so that a frozen task
 * carries its goal test with it. `null` for a text: not tested, as in the study where it is lenient (toolshed §6).
 */
export type Requirement =
  | { readonly kind: 'contact-found'; readonly name: string }
  /** Each of the texts stands somewhere in the file. */
  | { readonly kind: 'file-holds'; readonly path: string; readonly texts: readonly string[] }
  /** The file holds this text and nothing else, but for blanks around it. */
  | { readonly kind: 'file-reads'; readonly path: string; readonly content: string }
  | { readonly kind: 'file-gone'; readonly path: string }
  | { readonly kind: 'event-cancelled'; readonly event_id: string }
  | {
      readonly kind: 'event-booked';
      readonly title: string | null;
      readonly date: string;
      readonly time: string;
      /** All of them are invited; others may be, too. */
      readonly attendees: readonly string[];
    }
  /** The text stands somewhere in the reminder. */
  | { readonly kind: 'reminder-left'; readonly date: string; readonly text: string | null }
  /** The body stands somewhere in the message. */
  | {
      readonly kind: 'message-sent';
      readonly to: string;
      readonly subject: string | null;
      readonly body: string;
    };

/** Whether the world is as the goal wants it: every requirement is met, whatever else has happened. */
export const isReached = (requirements: readonly Requirement[], world: World): boolean =>
  requirements.every((requirement) => isMet(requirement, world));

function isMet(wanted: Requirement, world: World): boolean {
  switch (wanted.kind) {
    case 'contact-found':
      return world.resolvedNames.includes(wanted.name);
    case 'file-holds':
      return world.files.some(
        ({ path, content }) => path === wanted.path && wanted.texts.every((text) => content.includes(text)),
      );
    case 'file-reads':
      return world.files.some(
        ({ path, content }) => path === wanted.path && content.trim() === wanted.content,
      );
    case 'file-gone':
      return world.files.every(({ path }) => path !== wanted.path);
    case 'event-cancelled':
      return world.events.some(({ id, cancelled }) => id === wanted.event_id && cancelled);
    case 'event-booked':
      return world.events.some(
        ({ title, date, time, attendees, cancelled }) =>
          !cancelled &&
          (wanted.title === null || title === wanted.title) &&
          date === wanted.date &&
          time === wanted.time &&
          wanted.attendees.every((email) => attendees.includes(email)),
      );
    case 'reminder-left':
      return world.reminders.some(
        ({ date, text }) => date === wanted.date && (wanted.text === null || text.includes(wanted.text)),
      );
    case 'message-sent':
      return world.sent.some(
        ({ to, subject, body }) =>
          to === wanted.to &&
          (wanted.subject === null || subject === wanted.subject) &&
          body.includes(wanted.body),
      );
  }
}
