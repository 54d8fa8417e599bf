import { emailOf } from '../../../src/toolshed/office-stock.ts';
import { float, int, str, type Literal, type PythonRandom } from '../../../src/toolshed/python/index.ts';
import {
  callOf,
  printCall,
  runCall,
  taskOf,
  type Call,
  type Task,
  type World,
} from '../../../src/toolshed/index.ts';
import { UNIT_PAIRS } from '../../../src/toolshed/unit-table.ts';
import { renamer } from './rename.ts';
import type { FreshNames } from './fresh-names.ts';

/**
 * Task `index` of another seed than the study's, composed by the very code that composes the frozen ones, with every
 * name, file, text, title, team, id and date in it replaced by a fresh one.
 */
export function freshTask(index: number, seed: number, names: FreshNames, random: PythonRandom): Task {
  const drawn = taskOf(index, 'paper-2026', seed);
  const task = renamed(drawn, names, random);
  return drawn.template === 'convert' ? withFreshQuantity(task, random) : task;
}

function renamed(task: Task, names: FreshNames, random: PythonRandom): Task {
  const { world } = task;
  const fresh = new Map<string, string>();
  const folders = new Map<string, string>();
  const add = (old: string, draw: () => string): string => {
    const known = fresh.get(old);
    if (known !== undefined) return known;
    const text = drawUnused(draw, fresh);
    fresh.set(old, text);
    return text;
  };
  for (const { name, email } of world.contacts) fresh.set(email, emailOf(add(name, names.name)));
  for (const { team } of world.contacts) add(team, names.word);
  for (const { path, content, readOnly } of world.files) {
    if (readOnly) continue;
    const [folder = '', file = ''] = path.split('/');
    if (!folders.has(folder)) folders.set(folder, names.folder());
    const stem = add(file.replace(/\.md$/, ''), names.stem);
    // Two folders may get one name; a path must still be one file.
    fresh.set(
      path,
      drawUnused(() => `${folders.get(folder) ?? folder}/${stem}.md`, fresh, names.stem),
    );
    add(content, names.text);
  }
  for (const { id, title, date } of world.events) {
    add(id, names.eventId);
    add(title, names.title);
    add(date, names.date);
  }
  for (const text of textsOf(task.gold)) {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) add(text, names.date);
    if (/^\d\d:\d\d$/.test(text)) add(text, names.time);
    if (text === '1:1') add(text, names.title);
    if (/^reports\/(roster|conversion)/.test(text)) add(text, () => `${names.folder()}/${names.stem()}.md`);
  }
  const rename = renamer(fresh);
  const events = world.events.map((event) => ({
    ...event,
    id: rename(event.id),
    title: rename(event.title),
    date: rename(event.date),
    time: names.time(),
    attendees: event.attendees.map(rename),
  }));
  return {
    ...task,
    world: {
      ...world,
      contacts: world.contacts.map((contact) => ({
        name: rename(contact.name),
        email: rename(contact.email),
        team: rename(contact.team),
      })),
      files: world.files.map((file) => ({ ...file, path: rename(file.path), content: rename(file.content) })),
      events: random.shuffled(events),
    },
    goal: rename(task.goal),
    gold: task.gold.map((call) => callWith(call, rename)),
  };
}

/** The conversion of another amount, for every pair of units there is; what is saved is what the tool answers. */
function withFreshQuantity(task: Task, random: PythonRandom): Task {
  const [from, to] = random.choice(UNIT_PAIRS);
  const isWhole = random.float() < 0.7;
  const amount = isWhole ? random.between(2, 990) : random.between(11, 999) / 10;
  const first = callOf('convert_units', [
    ['value', isWhole ? int(amount) : float(amount)],
    ['from_unit', str(from)],
    ['to_unit', str(to)],
  ]);
  const outcome = runCall(task.world, printCall(first));
  const [, second] = task.gold;
  if (!outcome.ok || second === undefined) throw new Error(`${printCall(first)} does not work`);
  const path = second.keywords[0];
  if (path === undefined) throw new Error(`${printCall(second)} names no file`);
  return {
    ...task,
    goal: task.goal.replace(/^Convert \S+ \S+ to \S+/, `Convert ${amount} ${from} to ${to}`),
    gold: [first, { ...second, keywords: [path, { name: 'content', value: str(outcome.observation) }] }],
  };
}

/** One call asked for in plain words: more strings to copy than the six kinds of task hold. */
export function shortTask(
  world: World,
  names: FreshNames,
  random: PythonRandom,
): Pick<Task, 'goal' | 'gold'> {
  const contact = random.choice(world.contacts);
  const file = random.choice(world.files.filter(({ readOnly }) => !readOnly));
  const event = random.choice(world.events);
  const path = `${names.folder()}/${names.stem()}.md`;
  const text = names.text();
  const date = names.date();
  const subject = names.stem();
  const one = (goal: string, name: string, given: readonly (readonly [string, Literal])[]) => ({
    goal,
    gold: [
      callOf(
        name,
        given.map(([key, value]) => [key, value] as [string, Literal]),
      ),
    ],
  });
  return random.choice([
    () => one(`Look up ${contact.name}.`, 'find_contact', [['name', str(contact.name)]]),
    () =>
      one(`Save '${text}' in ${path}.`, 'write_file', [
        ['path', str(path)],
        ['content', str(text)],
      ]),
    () =>
      one(`Leave a reminder for ${date} with the text '${text}'.`, 'set_reminder', [
        ['text', str(text)],
        ['date', str(date)],
      ]),
    () => one(`What does ${file.path} say?`, 'read_file', [['path', str(file.path)]]),
    () => one(`Which meetings are there on ${event.date}?`, 'list_events', [['date', str(event.date)]]),
    () =>
      one(`Send '${text}' to ${contact.email}, with '${subject}' as the subject.`, 'send_message', [
        ['to', str(contact.email)],
        ['subject', str(subject)],
        ['body', str(text)],
      ]),
    () => one(`Cancel meeting ${event.id}.`, 'cancel_event', [['event_id', str(event.id)]]),
    () => one(`Who is in team ${contact.team}?`, 'list_contacts', [['team', str(contact.team)]]),
  ])();
}

function drawUnused(draw: () => string, taken: ReadonlyMap<string, string>, more?: () => string): string {
  const used = new Set(taken.values());
  let text = draw();
  while (used.has(text)) text = more === undefined ? draw() : text.replace(/[^/]+$/, `${more()}.md`);
  return text;
}

function textsOf(calls: readonly Call[]): readonly string[] {
  const texts = (value: Literal): readonly string[] =>
    value.kind === 'str' ? [value.value] : value.kind === 'list' ? value.items.flatMap(texts) : [];
  return calls.flatMap(({ keywords }) => keywords.flatMap(({ value }) => texts(value)));
}

const callWith = (call: Call, rename: (text: string) => string): Call => ({
  ...call,
  keywords: call.keywords.map((argument) => ({ ...argument, value: literalWith(argument.value, rename) })),
});

function literalWith(value: Literal, rename: (text: string) => string): Literal {
  if (value.kind === 'str') return { ...value, value: rename(value.value) };
  return value.kind === 'list'
    ? { ...value, items: value.items.map((item) => literalWith(item, rename)) }
    : value;
}
