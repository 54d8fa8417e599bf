import { printCall, type Call } from './action/index.ts';
import { emailOf } from './office-stock.ts';
import { textOf, type Perturbed } from './perturb.ts';
import { runCall } from './run-call.ts';
import type { World } from './world.ts';

/**
 * The mended counterfactual success: what the office says when it takes the failed call as it was meant. Where the
 * call names something that does not exist or cannot be written, it is really carried out in a world that differs in
 * that one point; everywhere else the right call's own result is what would have been read. So it never contradicts
 * an earlier step, and no two tools share a stock answer.
 */
export function understoodSuccess({ operator, call }: Perturbed, gold: Call, world: World): string {
  const isOtherThing = operator === 'hallucinated_entity' || operator === 'readonly_target';
  const outcome =
    isOtherThing && gold.name !== 'convert_units'
      ? runCall(worldWhereItWorks(call, gold, world), printCall(call))
      : runCall(world, printCall(gold));
  if (!outcome.ok) throw new Error(`${printCall(call)} fails where it should work: ${outcome.error.kind}`);
  return outcome.observation;
}

/** The world with the right call's thing under the name that the failed call uses. */
function worldWhereItWorks(failed: Call, gold: Call, world: World): World {
  const written = (parameter: string) => textOf(failed, parameter) ?? '';
  const meant = (parameter: string) => textOf(gold, parameter) ?? '';
  switch (gold.name) {
    case 'read_file':
    case 'delete_file':
      return changedFile(world, meant('path'), { path: written('path') });
    case 'write_file':
      return changedFile(world, written('path'), { readOnly: false });
    case 'list_files': {
      const [from, to] = [`${meant('folder')}/`, `${written('folder')}/`];
      const files = world.files.map((file) => ({ ...file, path: file.path.replace(from, to) }));
      return { ...world, files };
    }
    case 'find_contact': {
      const name = written('name');
      return changedContacts(world, 'name', meant('name'), { name, email: emailOf(name) });
    }
    case 'create_event': {
      return changedContacts(world, 'email', firstOf(gold), { email: firstOf(failed) });
    }
    case 'list_contacts':
      return changedContacts(world, 'team', meant('team'), { team: written('team') });
    case 'cancel_event': {
      const id = written('event_id');
      const events = world.events.map((event) => (event.id === meant('event_id') ? { ...event, id } : event));
      return { ...world, events };
    }
    default:
      return world;
  }
}

const changedFile = (world: World, path: string, change: Partial<World['files'][number]>): World => ({
  ...world,
  files: world.files.map((file) => (file.path === path ? { ...file, ...change } : file)),
});

const changedContacts = (
  world: World,
  key: 'name' | 'email' | 'team',
  value: string,
  change: Partial<World['contacts'][number]>,
): World => ({
  ...world,
  contacts: world.contacts.map((contact) => (contact[key] === value ? { ...contact, ...change } : contact)),
});

/** The first invited address. */
function firstOf(call: Call): string {
  const attendees = call.keywords.find(({ name }) => name === 'attendees')?.value;
  const first = attendees?.kind === 'list' ? attendees.items[0] : undefined;
  return first?.kind === 'str' ? first.value : '';
}
