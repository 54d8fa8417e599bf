/** Whether a wrong call breaks a form, or says a value that stood nowhere. */
export type MistakeClass = 'form' | 'value';

/** Of the simulated office's operators (src/toolshed/perturb.ts, and the frozen sets, which may hold earlier names). */
const CLASSES: Readonly<Record<string, MistakeClass>> = {
  tool_typo: 'form',
  arg_typo: 'form',
  drop_arg: 'form',
  type_swap: 'form',
  readonly_target: 'form',
  hallucinated_entity: 'value',
  date_format: 'value',
  name_for_email: 'value',
};

/**
 * The two are kept apart because a made-up value is a string that the model would hardly ever write of itself: it costs
 * tens of nats before the failure, and can be copied once it stands in the context. Null: a mistake that is not known.
 */
export const mistakeClassOf = (operator: string): MistakeClass | null => CLASSES[operator] ?? null;
