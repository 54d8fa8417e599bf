import { mount } from 'svelte';
import type { CheckpointChoice } from '../../../src/lab/index.ts';
import type { AskedStep } from '../../../src/pasted-step/index.ts';
import { chosenStep, type CutSettings } from '../../../src/transcript/index.ts';
import { SAMPLE_LOG, SAMPLE_PLACE } from '../../../src/transcript/fitting/sample-log.ts';
import ModelView from '../../../src/ui/transcript/model/ModelView.svelte';
import { MadeUpRun } from './made-up-run.svelte.ts';

const choice = (id: string, rest: Partial<CheckpointChoice> = {}): CheckpointChoice => ({
  ...{ id, name: id, scope: 'general', bytes: 269e6, origin: 'served', isBuiltIn: false },
  source: { kind: 'served', baseUrl: './' },
  ...rest,
});
const BUILT_IN = choice('built-in-clean', {
  ...{ name: 'ToolShed, clean', scope: 'ToolShed only', bytes: 3e6, isBuiltIn: true },
});
const MIRROR = choice('smollm2', { name: 'SmolLM2-135M-Instruct, Q4_1 weights' });

const step = chosenStep(SAMPLE_LOG, SAMPLE_PLACE, 'function');
if (step === null) throw new Error('the sample has this step');

/** The room in small: what is asked, and what its owner changes. */
class SmallRoom {
  readonly run = new MadeUpRun();
  readonly loggedError = step?.error ?? '';
  checkpoints = $state.raw<readonly CheckpointChoice[]>([BUILT_IN, MIRROR]);
  error = $state.raw<string | null>(null);
  cut = $state.raw<CutSettings | null>(null);
  right = $state.raw<string | null>('find_event(title="daily", day="Thursday")');
  readonly asked = $derived.by((): AskedStep | null =>
    step === null
      ? null
      : {
          step: { ...step, error: this.error ?? step.error },
          ...{ cut: this.cut, right: this.right, tools: ['find_event', 'list_rooms'] },
          attempts: [2, 3, 4, 5].map((attempt) => ({ ...step, attempt })),
        },
  );
}

const room = new SmallRoom();
Object.assign(window, { room, BUILT_IN });
const target = document.getElementById('app');
if (target === null) throw new Error('the page has no place for it');
mount(ModelView, {
  target,
  props: {
    run: room.run,
    loggedError: room.loggedError,
    textMayLeave: true,
    get asked() {
      return room.asked;
    },
    get checkpoints() {
      return room.checkpoints;
    },
    onfiles: () => undefined,
    onedit: (error: string | null) => {
      room.error = error;
    },
    oncut: (cut: CutSettings | null) => {
      room.cut = cut;
    },
  },
});

export type { SmallRoom };
