import type { ConditionName } from '../../probe/index.ts';
import type { TrainingPreset } from '../../records/index.ts';

/** A built-in checkpoint, by the name under which the page's menu lists it. */
interface BuiltIn {
  readonly id: string;
  readonly name: string;
  readonly trainedOn: string;
}

const BASE: BuiltIn = {
  id: 'toolshed-base',
  name: 'base',
  trainedOn:
    'Office episodes that succeed, some with a repeat that is called for: polling, or once more after a time-out.',
};
const CLEAN: BuiltIn = {
  id: 'toolshed-clean',
  name: 'clean',
  trainedOn: 'The base, trained further on successful steps only.',
};
const NOISY: BuiltIn = {
  id: 'toolshed-noisy',
  name: 'noisy',
  trainedOn: 'The base, trained further on failed calls that are often repeated.',
};
const RECOVERY: BuiltIn = {
  id: 'toolshed-recovery',
  name: 'recovery',
  trainedOn: 'The base, trained further on a failed call, its error, and then the right call.',
};

export const BUILT_IN: readonly BuiltIn[] = [BASE, CLEAN, NOISY, RECOVERY];

/** What is held side by side: a checkpoint under a condition. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly checkpointId: string;
  readonly condition: ConditionName;
  /** It is there to compare with, and no way to show a failure. */
  readonly isForComparison: boolean;
}

export interface PresetChoice {
  readonly preset: TrainingPreset;
  readonly title: string;
  readonly claim: string;
  readonly lede: string;
  /** What the subjects are: a column of tables. */
  readonly subjectsAre: string;
  readonly subjects: readonly Subject[];
  readonly checkpointIds: readonly string[];
  readonly conditions: readonly ConditionName[];
  /** The first is the preset's own; one alone is not to be changed. */
  readonly sets: readonly string[];
}

const QUICK = 'toolshed-paper-2026-quick-12';
const CLASS = 'toolshed-paper-2026-class-6';
const EXTENDED = 'toolshed-paper-2026-extended-60';

const shown = (condition: ConditionName, name: string, about: string, isForComparison = false): Subject => ({
  id: condition,
  name,
  about,
  checkpointId: NOISY.id,
  condition,
  isForComparison,
});

export const PRESETS: Readonly<Record<TrainingPreset, PresetChoice>> = {
  twins: {
    preset: 'twins',
    title: 'Four checkpoints',
    claim:
      'One model, and three that differ only in what it was trained on further, before and after the same errors.',
    lede: 'They are small (about a million parameters), know nothing but a simulated office, and stem from one base. Each is asked on the same items how likely it is to write one particular wrong call, before that call was made and after its error came back; and what it would write.',
    subjectsAre: 'checkpoint',
    subjects: BUILT_IN.map(({ id, name, trainedOn }) => ({
      id,
      name,
      about: trainedOn,
      checkpointId: id,
      condition: 'fail',
      isForComparison: false,
    })),
    checkpointIds: BUILT_IN.map(({ id }) => id),
    conditions: ['pre', 'fail'],
    sets: [QUICK, CLASS, EXTENDED],
  },
  class: {
    preset: 'class',
    title: 'Ten-minute class',
    claim: 'One model, six failed calls: does it matter how the failure is shown to it?',
    lede: 'The model (“noisy”, about a million parameters) was trained on office episodes in which failed calls are often repeated. Six calls have failed. The failure is shown to it word for word, with a neutral text in place of the error, or as a note: a few words in place of call and error. Predict, run, and look at the note.',
    subjectsAre: 'shown as',
    subjects: [
      shown('fail', 'error', 'The failed call and its error, word for word.'),
      shown(
        'abstract',
        'note',
        'A note in place of both: that the attempt failed, with which tool and which kind of error, and that the call may not be made again. The call itself is not in view.',
      ),
      shown(
        'neut',
        'neutral text',
        'The failed call, and a text that says neither that it worked nor that it failed. For comparison.',
        true,
      ),
    ],
    checkpointIds: [NOISY.id],
    conditions: ['pre', 'fail', 'neut', 'abstract'],
    sets: [CLASS],
  },
};

/** Below the figures: what the claims are of. */
export const TRAINING_SCOPE =
  'Scripted mistakes, simulated office, checkpoints of about a million parameters trained on such episodes.';

/** Why the two kinds of mistake are kept apart. */
export const TWO_KINDS =
  'A form error (a wrong tool or argument name, an argument left out, a value of the wrong type, a place that cannot be written) is mostly made of words the model knows; a place that cannot be written may be a new one. A made-up value (something that does not exist, a date in another form, a name where an address belongs) is a string the model would hardly ever write of itself: in the context before it can cost tens of nats, and once it stands in the context it can simply be copied. So a made-up value can have a G far below zero in a model that never repeats it.';
