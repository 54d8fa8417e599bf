import { callOf, type Call } from './action/index.ts';
import type { ChoreScene } from './chore-scene.ts';
import type { Requirement } from './goal.ts';
import { float, int, list, repr, str } from './python/index.ts';
import { convert } from './unit-table.ts';

/** A piece of office work. One or two of them make a task. */
export interface Chore {
  readonly goal: string;
  readonly gold: readonly Call[];
  /** Strict: everything that the goal asks for is tested. */
  readonly requirements: readonly Requirement[];
}

/** A call whose arguments are all texts. */
const call = (name: string, given: Readonly<Record<string, string>>): Call =>
  callOf(
    name,
    Object.entries(given).map(([key, value]) => [key, str(value)] as const),
  );

const booking = (title: string, date: string, time: string, attendees: readonly string[]): Call =>
  callOf('create_event', [
    ['title', str(title)],
    ['date', str(date)],
    ['time', str(time)],
    ['attendees', list(attendees.map(str))],
  ]);

// One call, everything is in the goal.

export function lookUp(scene: ChoreScene): Chore {
  const { name } = scene.contact();
  return {
    goal: `Look up ${name}.`,
    gold: [call('find_contact', { name })],
    requirements: [{ kind: 'contact-found', name }],
  };
}

export function note(scene: ChoreScene): Chore {
  const path = scene.newPath();
  const content = scene.text();
  return {
    goal: `Save '${content}' in ${path}.`,
    gold: [call('write_file', { path, content })],
    requirements: [{ kind: 'file-reads', path, content }],
  };
}

export function remind(scene: ChoreScene): Chore {
  const date = scene.day();
  const text = scene.text();
  return {
    goal: `Leave a reminder for ${date} with the text '${text}'.`,
    gold: [call('set_reminder', { text, date })],
    requirements: [{ kind: 'reminder-left', date, text }],
  };
}

export function remove(scene: ChoreScene): Chore {
  const { path } = scene.file();
  return {
    goal: `Delete ${path}.`,
    gold: [call('delete_file', { path })],
    requirements: [{ kind: 'file-gone', path }],
  };
}

export function callOff(scene: ChoreScene): Chore {
  const { id } = scene.event();
  return {
    goal: `Cancel the meeting ${id}.`,
    gold: [call('cancel_event', { event_id: id })],
    requirements: [{ kind: 'event-cancelled', event_id: id }],
  };
}

export function mail(scene: ChoreScene): Chore {
  const { email: to } = scene.contact();
  const subject = scene.subject();
  const body = scene.text();
  return {
    goal: `Send '${body}' to ${to}, with '${subject}' as the subject.`,
    gold: [call('send_message', { to, subject, body })],
    requirements: [{ kind: 'message-sent', to, subject, body }],
  };
}

export function book(scene: ChoreScene): Chore {
  const { email } = scene.contact();
  const { title, date, time } = scene.meeting();
  return {
    goal: `Book '${title}' on ${date} at ${time} and invite ${email}.`,
    gold: [booking(title, date, time, [email])],
    requirements: [{ kind: 'event-booked', title, date, time, attendees: [email] }],
  };
}

// Two calls or three: something has to be read first.

export function cancelTitled(scene: ChoreScene): Chore {
  const { id, title, date } = scene.event();
  return {
    goal: `The meeting '${title}' on ${date} will not take place. Cancel it.`,
    gold: [call('list_events', { date }), call('cancel_event', { event_id: id })],
    requirements: [{ kind: 'event-cancelled', event_id: id }],
  };
}

export function schedule(scene: ChoreScene): Chore {
  const { name, email } = scene.contact();
  const { title, date, time } = scene.meeting();
  return {
    goal: `Book '${title}' with ${name} on ${date} at ${time}.`,
    gold: [call('find_contact', { name }), booking(title, date, time, [email])],
    requirements: [{ kind: 'event-booked', title, date, time, attendees: [email] }],
  };
}

export function roster(scene: ChoreScene): Chore {
  const { team, members } = scene.team();
  const path = scene.newPath();
  const content = members.map(({ name }) => name).join(', ');
  return {
    goal: `Who is in team ${team}? Save their full names, separated by commas, in ${path}.`,
    gold: [call('list_contacts', { team }), call('write_file', { path, content })],
    requirements: [{ kind: 'file-holds', path, texts: members.map(({ name }) => name) }],
  };
}

export function convertToFile(scene: ChoreScene): Chore {
  const { words, first, answer } = conversion(scene);
  const path = scene.newPath();
  return {
    goal: `Convert ${words} and save the number, nothing else, in ${path}.`,
    gold: [first, call('write_file', { path, content: answer })],
    requirements: [{ kind: 'file-reads', path, content: answer }],
  };
}

export function copyFile(scene: ChoreScene): Chore {
  const { path: from, content } = scene.file();
  const path = scene.newPath();
  return {
    goal: `Copy the text of ${from} to ${path}.`,
    gold: [call('read_file', { path: from }), call('write_file', { path, content })],
    requirements: [{ kind: 'file-reads', path, content }],
  };
}

export function addressToFile(scene: ChoreScene): Chore {
  const { name, email } = scene.contact();
  const path = scene.newPath();
  return {
    goal: `Save the email address of ${name}, nothing else, in ${path}.`,
    gold: [call('find_contact', { name }), call('write_file', { path, content: email })],
    requirements: [{ kind: 'file-reads', path, content: email }],
  };
}

export function tell(scene: ChoreScene): Chore {
  const { name, email: to } = scene.contact();
  const subject = scene.subject();
  const body = scene.text();
  return {
    goal: `Send ${name} the message '${body}', with '${subject}' as the subject.`,
    gold: [call('find_contact', { name }), call('send_message', { to, subject, body })],
    requirements: [{ kind: 'message-sent', to, subject, body }],
  };
}

export function convertAndMail(scene: ChoreScene): Chore {
  const { words, first, answer } = conversion(scene);
  const { email: to } = scene.contact();
  const subject = scene.subject();
  return {
    goal: `Convert ${words} and send the number to ${to}, with '${subject}' as the subject.`,
    gold: [first, call('send_message', { to, subject, body: answer })],
    requirements: [{ kind: 'message-sent', to, subject, body: answer }],
  };
}

export function listFolder(scene: ChoreScene): Chore {
  const { folder, paths } = scene.folder();
  const path = scene.newPath();
  return {
    goal: `Which files are in the folder ${folder}? Save their paths, separated by commas, in ${path}.`,
    gold: [call('list_files', { folder }), call('write_file', { path, content: paths.join(', ') })],
    requirements: [{ kind: 'file-holds', path, texts: paths }],
  };
}

export function remindOfMeeting(scene: ChoreScene): Chore {
  const { title, date } = scene.event();
  return {
    goal: `Which meeting takes place on ${date}? Leave a reminder for that day with its title as the text.`,
    gold: [call('list_events', { date }), call('set_reminder', { text: title, date })],
    requirements: [{ kind: 'reminder-left', date, text: title }],
  };
}

export function meetTeam(scene: ChoreScene): Chore {
  const { team, members } = scene.team();
  const { title, date, time } = scene.meeting();
  const attendees = members.map(({ email }) => email);
  return {
    goal: `Book '${title}' on ${date} at ${time} and invite everyone in team ${team}.`,
    gold: [call('list_contacts', { team }), booking(title, date, time, attendees)],
    requirements: [{ kind: 'event-booked', title, date, time, attendees }],
  };
}

export function forward(scene: ChoreScene): Chore {
  const { path, content: body } = scene.file();
  const { email: to } = scene.contact();
  const subject = scene.subject();
  return {
    goal: `Send the text of ${path} to ${to}, with '${subject}' as the subject.`,
    gold: [call('read_file', { path }), call('send_message', { to, subject, body })],
    requirements: [{ kind: 'message-sent', to, subject, body }],
  };
}

export function moveFile(scene: ChoreScene): Chore {
  const { path: from, content } = scene.file();
  const path = scene.newPath();
  return {
    goal: `Move the text of ${from} to ${path}: copy it, then delete the old file.`,
    gold: [
      call('read_file', { path: from }),
      call('write_file', { path, content }),
      call('delete_file', { path: from }),
    ],
    requirements: [
      { kind: 'file-reads', path, content },
      { kind: 'file-gone', path: from },
    ],
  };
}

export function rebook(scene: ChoreScene): Chore {
  const { id, title, date: before, time, attendees } = scene.event();
  const date = scene.day();
  return {
    goal: `The meeting '${title}' on ${before} moves to ${date}, same time, same guests. Cancel it and book it anew.`,
    gold: [
      call('list_events', { date: before }),
      call('cancel_event', { event_id: id }),
      booking(title, date, time, attendees),
    ],
    requirements: [
      { kind: 'event-cancelled', event_id: id },
      { kind: 'event-booked', title, date, time, attendees },
    ],
  };
}

export function cancelAndTell(scene: ChoreScene): Chore {
  const { id, title, date, attendees } = scene.event();
  const subject = scene.subject();
  const body = scene.text();
  const [to = ''] = attendees;
  return {
    goal: `Cancel the meeting '${title}' on ${date} and send its guest '${body}', with '${subject}' as the subject.`,
    gold: [
      call('list_events', { date }),
      call('cancel_event', { event_id: id }),
      call('send_message', { to, subject, body }),
    ],
    requirements: [
      { kind: 'event-cancelled', event_id: id },
      { kind: 'message-sent', to, subject, body },
    ],
  };
}

function conversion(scene: ChoreScene): {
  readonly words: string;
  readonly first: Call;
  readonly answer: string;
} {
  const { value, from, to } = scene.quantity();
  return {
    words: `${value} ${from} to ${to}`,
    first: callOf('convert_units', [
      ['value', int(value)],
      ['from_unit', str(from)],
      ['to_unit', str(to)],
    ]),
    answer: repr(float(convert(value, from, to) ?? Number.NaN)),
  };
}
