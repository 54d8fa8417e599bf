import type { Call } from './action/index.ts';
import { emailOf, FILE_TEXTS, MAIL_DOMAIN } from './office-stock.ts';
import { OTHER_PARAMETER_NAMES, textOf } from './perturb.ts';
import { float, list, repr, str } from './python/index.ts';
import {
  bookedText,
  calledOffText,
  contactLiteral,
  deliveredText,
  eventLiteral,
  reminderText,
  removedText,
  savedText,
} from './tool-effects.ts';
import { toolNamed } from './tools.ts';

/**
 * The study's counterfactual success: a sentence for each tool, filled from the failed call's own arguments and from
 * nothing else (toolshed §3.5). It is kept with its oddities: it does not know the world, every file reads alike,
 * every conversion gives the same number, and a tool that does not exist says OK. understood-success.ts mends this.
 */
export function assumedSuccess(failed: Call): string {
  const tool = toolNamed(failed.name);
  if (tool === null) return 'OK';
  const given = (parameter: string, fallback: string) => textLike(failed, parameter) ?? fallback;
  switch (tool.name) {
    case 'list_files': {
      const folder = given('folder', 'notes');
      return repr(list([str(`${folder}/ideas.md`), str(`${folder}/plan.md`)]));
    }
    case 'read_file':
      return FILE_TEXTS['todo'] ?? '';
    case 'write_file': {
      const content = textOf(failed, 'content') ?? textOf(failed, 'text') ?? '';
      return savedText(given('path', 'notes/todo.md'), content);
    }
    case 'delete_file':
      return removedText(given('path', 'notes/todo.md'));
    case 'find_contact': {
      const name = given('name', 'Nobody Known');
      return repr(contactLiteral({ name, email: emailOf(name), team: 'design' }));
    }
    case 'list_contacts':
      return repr(list([contactLiteral({ ...STAND_IN, team: given('team', 'design') })]));
    case 'list_events':
      return repr(list([eventLiteral({ ...STAND_IN_EVENT, date: given('date', '2026-09-14') })]));
    case 'create_event':
      return bookedText('evt-4');
    case 'cancel_event':
      return calledOffText(given('event_id', 'evt-1'));
    case 'send_message':
      return deliveredText(given('to', STAND_IN.email));
    case 'set_reminder':
      return reminderText(given('date', '2026-09-14'));
    case 'convert_units':
      return repr(float(12.4274));
  }
}

/** Somebody who is in no world, for the lists that the failed call cannot fill. */
const STAND_IN = { name: 'Vera Quist', email: `vera.quist@${MAIL_DOMAIN}` };
const STAND_IN_EVENT = {
  id: 'evt-2',
  title: 'Open house',
  time: '10:00',
  attendees: [STAND_IN.email],
  cancelled: false,
};

/** The argument of that name, or of the name it gets by mistake, or the first text there is. */
function textLike(call: Call, parameter: string): string | null {
  const other = OTHER_PARAMETER_NAMES[parameter];
  return (
    textOf(call, parameter) ??
    (other === undefined ? null : textOf(call, other)) ??
    call.keywords.flatMap(({ value }) => (value.kind === 'str' ? [value.value] : []))[0] ??
    null
  );
}
