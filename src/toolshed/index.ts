export {
  callOf,
  canonicalForm,
  parseCall,
  printCall,
  withoutBlankEnds,
  type Call,
  type ParseFault,
} from './action/index.ts';
export type { AgentTask } from './agent-task.ts';
export { agentTaskSets, type AgentTaskSet } from './agent-task-sets.ts';
export { drawItems } from './draw-items.ts';
export type { Edition } from './edition.ts';
export { echoed, errorText, type ErrorLength } from './error-texts.ts';
export { BASE_SEED, worldOf } from './generate-world.ts';
export { isReached, type Requirement } from './goal.ts';
export type { ToolshedItem } from './item.ts';
export { itemPool, NEUTRAL as NEUTRAL_OBSERVATION } from './item-pool.ts';
export { toolshedSets, type ToolshedSet } from './item-sets.ts';
export { itemOfMistake, type OwnMistake, type OwnMistakeItem } from './own-mistake.ts';
export { runCall, type StepOutcome } from './run-call.ts';
export { SYSTEM_PROMPT } from './system-prompt.ts';
export { taskOf, type Task } from './task.ts';
export type { TemplateName } from './templates.ts';
export type { ErrorKind, ToolError } from './tool-error.ts';
export { signatureOf, TOOL_NAMES, TOOLS, type Tool, type ToolName } from './tools.ts';
export type { World } from './world.ts';
