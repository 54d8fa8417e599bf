/** Somebody in the office's address book. */
export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly team: string;
}

export interface OfficeFile {
  /** Folder and file name, for example `notes/todo.md`. */
  readonly path: string;
  readonly content: string;
  readonly readOnly: boolean;
}

export interface CalendarEvent {
  /** `evt-1`, `evt-2`, … */
  readonly id: string;
  readonly title: string;
  /** YYYY-MM-DD, if whoever created it kept to real dates: only the shape is checked. */
  readonly date: string;
  /** HH:MM */
  readonly time: string;
  /** E-mail addresses. */
  readonly attendees: readonly string[];
  readonly cancelled: boolean;
}

export interface Reminder {
  readonly text: string;
  readonly date: string;
}

export interface SentMessage {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * Everything the tools can see and change (toolshed §1.1). A world is a value: a call that succeeds gives a new one,
 * and a call that fails has nothing to give, so it cannot leave traces.
 */
export interface World {
  readonly contacts: readonly Contact[];
  readonly files: readonly OfficeFile[];
  readonly events: readonly CalendarEvent[];
  readonly reminders: readonly Reminder[];
  readonly sent: readonly SentMessage[];
  /** Names that find_contact found: a look-up leaves no other trace, and a goal may ask for one. */
  readonly resolvedNames: readonly string[];
}
