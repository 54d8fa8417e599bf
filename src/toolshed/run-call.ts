import { parseCall } from './action/index.ts';
import { bindArguments } from './bind-arguments.ts';
import { repr, type Literal } from './python/index.ts';
import type { ToolError } from './tool-error.ts';
import { TOOL_EFFECTS, type Effect } from './tool-effects.ts';
import { toolNamed, type ArgumentsOf, type ToolName } from './tools.ts';
import type { World } from './world.ts';

/** The outcome of one step. After a failure the world is the one before it: the same object. */
export type StepOutcome =
  | {
      readonly ok: true;
      readonly world: World;
      readonly observation: string;
      /** The agent said that it is done. Whether it is, the task's goal test knows. */
      readonly finished: boolean;
    }
  | { readonly ok: false; readonly world: World; readonly error: ToolError };

/** Carries out what the agent wrote, checks in the order of toolshed §2.1. Any text is answered; nothing throws. */
export function runCall(world: World, text: string): StepOutcome {
  const failed = (error: ToolError): StepOutcome => ({ ok: false, world, error });
  const parsed = parseCall(text);
  if (!parsed.ok) return failed({ kind: 'parse_error', fault: parsed.fault });
  const { call } = parsed;
  if (call.name === 'finish') {
    return { ok: true, world, observation: 'The session is closed.', finished: true };
  }
  const tool = toolNamed(call.name);
  if (tool === null) return failed({ kind: 'unknown_tool', tool: call.name });
  const bound = bindArguments(tool, call);
  if (!bound.ok) return failed(bound.error);
  // bindArguments has checked names and types against this very tool.
  const effect = effectOf(tool.name)(world, bound.values as never);
  if (!effect.ok) return failed(effect.error);
  return { ok: true, world: effect.world, observation: resultText(effect.result), finished: false };
}

const effectOf = <N extends ToolName>(name: N): ((world: World, given: ArgumentsOf<N>) => Effect) =>
  TOOL_EFFECTS[name];

/** Strings as they are, everything else as a Python literal (toolshed §2.2). */
const resultText = (result: Literal): string => (result.kind === 'str' ? result.value : repr(result));
