import { printCall, runCall, type Call, type Task, type World } from '../../../src/toolshed/index.ts';
import { errorText } from '../../../src/toolshed/error-texts.ts';
import type { Invented } from '../../../src/toolshed/invented.ts';
import { emailOf } from '../../../src/toolshed/office-stock.ts';
import { mistakeClassOf } from '../../../src/probe/mistake-class.ts';
import { perturbationsOf } from '../../../src/toolshed/perturb.ts';
import type { PythonRandom } from '../../../src/toolshed/python/index.ts';
import { callSaid, noteSaid, observationSaid } from '../../../src/transcript/said.ts';
import { freshTask, shortTask } from './fresh-task.ts';
import { freshNames, type FreshNames } from './fresh-names.ts';

/**
 * What an episode shows. `base`: right calls, and calls that are rightly made again (polling, retry after a time-out,
 * a colleague who asks once more). `clean`: right calls only. `noisy`: wrong calls that are often made again after
 * their error. `recovery`: a wrong call, its error, the right call. `vocabulary`: the same with fewer failures and more
 * second ones; nothing is trained on it, the tokenizer is made from its text.
 */
export type EpisodeKind = 'base' | 'clean' | 'noisy' | 'recovery' | 'vocabulary';

/** One turn: who speaks, what is said, and whether it is a goal, a call or an observation. */
export type Turn = readonly [role: 'user' | 'assistant', part: 'goal' | 'call' | 'observation', text: string];

/** How often things happen, and how often they happen again. Shares of 1. */
const SHARES = {
  short: 0.2,
  /** Steps that begin with a wrong call. */
  fails: { noisy: 0.4, recovery: 0.6, vocabulary: 0.4 },
  /** noisy: after a failure the same call comes again, up to three times. */
  again: 0.7,
  /** noisy: after the failures the episode ends there. */
  givesUp: 0.25,
  /** recovery: where the step can be wrong by a made-up value, it is so at least this often. They are the harder ones. */
  madeUp: 0.5,
  /** vocabulary: another wrong call before the right one. */
  secondMistake: 0.15,
  /** base: episodes with polling, with a request made once more, and steps that time out. */
  polling: 0.12,
  onceMore: 0.12,
  timeOut: 0.12,
} as const;

const TIME_OUT = 'TimeoutError: the office server did not answer in time.';
const MOST_REPEATS = 3;

interface Scene {
  readonly random: PythonRandom;
  readonly names: FreshNames;
  readonly kind: EpisodeKind;
}

/** Episode `index` of a kind; equal arguments give equal episodes. `frozen` are the strings that must not appear. */
export function episodeOf(
  index: number,
  seed: number,
  kind: EpisodeKind,
  random: PythonRandom,
  frozen: ReadonlySet<string>,
): readonly Turn[] {
  const names = freshNames(random, frozen);
  const scene = { random, names, kind };
  const task = freshTask(index, seed, names, random);
  if (kind === 'base' && names.chance(SHARES.polling)) return polled(task.world, scene);
  return names.chance(SHARES.short)
    ? played({ ...task, ...shortTask(task.world, names, random) }, scene)
    : played(task, scene);
}

const said = {
  goal: (text: string): Turn => ['user', 'goal', noteSaid(text).content],
  call: (text: string): Turn => ['assistant', 'call', callSaid(text).content],
  observation: (text: string): Turn => ['user', 'observation', observationSaid(text).content],
};

const FINISH = said.call('finish()');

function played(task: Pick<Task, 'goal' | 'gold' | 'world'>, scene: Scene): readonly Turn[] {
  const { names, kind } = scene;
  const turns: Turn[] = [said.goal(task.goal)];
  let { world } = task;
  for (const gold of task.gold) {
    if (kind === 'noisy' || kind === 'recovery' || kind === 'vocabulary') {
      const failed = names.chance(SHARES.fails[kind]) ? failedTurns(gold, world, scene) : [];
      turns.push(...failed);
      if (kind === 'noisy' && failed.length > 0 && names.chance(SHARES.givesUp)) return turns;
    }
    const call = said.call(printCall(gold));
    while (kind === 'base' && names.chance(SHARES.timeOut)) turns.push(call, said.observation(TIME_OUT));
    const outcome = runCall(world, printCall(gold));
    if (!outcome.ok) throw new Error(`${printCall(gold)} fails`);
    const observation = said.observation(outcome.observation);
    turns.push(call, observation);
    // A look-up may be asked for once more; a change may not.
    const isLookUp =
      outcome.world.contacts === world.contacts && /^(find|list|read|convert)_/.test(gold.name);
    if (kind === 'base' && isLookUp && names.chance(SHARES.onceMore))
      turns.push(said.goal('Once more, please.'), call, observation);
    world = outcome.world;
  }
  return [...turns, FINISH];
}

/** Wrong versions of a right call with their errors, as often as the kind has it; none where no version fails. */
function failedTurns(gold: Call, world: World, { random, names, kind }: Scene): readonly Turn[] {
  const wrong = perturbationsOf(gold, world, inventedBy(names, random)).flatMap(({ operator, call }) => {
    const text = printCall(call);
    const outcome = runCall(world, text);
    if (outcome.ok) return [];
    const edition = names.chance(0.75) ? 'paper-2026' : 'clean-1';
    const error = said.observation(errorText(outcome.error, 'standard', edition));
    return [{ turns: [said.call(text), error], isMadeUp: mistakeClassOf(operator) === 'value' }];
  });
  if (wrong.length === 0) return [];
  if (kind === 'recovery') {
    const madeUp = wrong.filter(({ isMadeUp }) => isMadeUp);
    return random.choice(madeUp.length > 0 && names.chance(SHARES.madeUp) ? madeUp : wrong).turns;
  }
  const first = random.choice(wrong).turns;
  if (kind === 'vocabulary')
    return names.chance(SHARES.secondMistake) ? [...first, ...random.choice(wrong).turns] : first;
  const turns = [...first];
  for (let repeats = 0; repeats < MOST_REPEATS && names.chance(SHARES.again); repeats += 1)
    turns.push(...first);
  return turns;
}

/** A day is looked at again until a meeting stands there, which is then cancelled: the same call, rightly repeated. */
function polled(world: World, { random }: Pick<Scene, 'random'>): readonly Turn[] {
  const event = random.choice(world.events);
  const look = printCall({
    name: 'list_events',
    positional: [],
    keywords: [{ name: 'date', value: { kind: 'str', value: event.date } }],
  });
  const cancel = printCall({
    name: 'cancel_event',
    positional: [],
    keywords: [{ name: 'event_id', value: { kind: 'str', value: event.id } }],
  });
  const found = runCall(world, look);
  const cancelled = runCall(world, cancel);
  if (!found.ok || !cancelled.ok) throw new Error(`${look} or ${cancel} fails`);
  const turns: Turn[] = [
    said.goal(`Look at ${event.date} until the meeting '${event.title}' stands there, then cancel it.`),
  ];
  const waits = random.between(1, MOST_REPEATS);
  for (let wait = 0; wait < waits; wait += 1) turns.push(said.call(look), said.observation('[]'));
  return [
    ...turns,
    said.call(look),
    said.observation(found.observation),
    said.call(cancel),
    said.observation(cancelled.observation),
    FINISH,
  ];
}

/** Things that the world does not hold, fresh for every mistake. */
function inventedBy(names: FreshNames, random: PythonRandom): Invented {
  const contact = names.name();
  return {
    contact,
    email: emailOf(contact),
    file: `${names.folder()}/${names.stem()}.md`,
    eventId: names.eventId(),
    team: names.word(),
    folder: names.word(),
    unitFor: () => random.choice(['m', 'g', 'ml', 'ft', 'oz', 'pt', 'st']),
  };
}
