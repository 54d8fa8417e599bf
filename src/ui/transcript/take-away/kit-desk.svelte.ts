import { fail, ok, type LabError, type Result } from '../../../records/index.ts';
import {
  kitResultOfJson,
  testKit,
  type ChosenStep,
  type FailedAt,
  type KitResult,
  type PastedTranscript,
  type TestKit,
} from '../../../transcript/index.ts';

/** A failed step with all that its variants are made of. */
export interface KitInput {
  readonly transcript: PastedTranscript;
  readonly pasted: string;
  readonly failed: FailedAt;
  readonly step: ChosenStep;
  readonly right: string | null;
}

/** Every variant holds the log up to the failed call: a long log would make a file that nothing opens. */
const MOST_CHARACTERS = 60_000_000;
/** About so many variants a step has. */
const VARIANTS = 27;
const MOST_RESULT_CHARACTERS = 5_000_000;

/** All variants of a step; an error where they would be too much. */
export function kitOf(input: KitInput): Result<TestKit> {
  const characters = input.step.before.reduce((sum, { content }) => sum + content.length, 0);
  if (characters * VARIANTS > MOST_CHARACTERS) {
    return fail({
      kind: 'kit-too-large',
      happened:
        'This log is too long for a test kit: each of its variants holds the log up to the failed call.',
      stillWorks: 'The rewritten log, the counts and everything above.',
      cure: 'Paste the part of the log from the task up to this failed call, and leave out what is not needed.',
      details: `${characters} characters before the failed call, about ${VARIANTS} variants, ${MOST_CHARACTERS} characters at most`,
    });
  }
  return ok(testKit(input));
}

/** A file that is gone or locked since it was chosen is said, not thrown. */
async function textOf(file: Blob): Promise<Result<string>> {
  try {
    return ok(await file.text());
  } catch (thrown) {
    return fail({
      ...NOT_TAKEN,
      kind: 'file-not-read',
      happened: 'The file could not be read.',
      details: String(thrown),
    });
  }
}

const NOT_TAKEN = {
  stillWorks: 'Nothing was replaced. The log and the figures stay as they are.',
  cure: 'Drop the file that the script wrote (usually result.json), unchanged.',
} as const;

const tooLarge = (bytes: number): LabError => ({
  ...NOT_TAKEN,
  kind: 'not-a-kit-result',
  happened: 'This file is too large to be a result of the test kit, which holds counts only.',
  details: `${bytes} bytes, ${MOST_RESULT_CHARACTERS} at most`,
});

/** Tells one step of a log from another, and one edit from the next. */
const nameOf = ({ failed, step, right }: KitInput): string =>
  JSON.stringify([failed.call, failed.result, step.call, step.error, step.style, right]);

/** The result of a test kit that was dropped on the page. It outlives a visit to another room and is stored nowhere. */
class KitDesk {
  result = $state.raw<KitResult | null>(null);
  error = $state.raw<LabError | null>(null);
  #of = $state.raw<{ readonly name: string; readonly pasted: string } | null>(null);

  /** Whether the result belongs to the step that is looked at now. */
  isOf(input: KitInput): boolean {
    return this.result !== null && this.#of?.name === nameOf(input) && this.#of.pasted === input.pasted;
  }

  async take(file: Blob, input: KitInput): Promise<void> {
    const kit = kitOf(input);
    const text = file.size > MOST_RESULT_CHARACTERS ? fail(tooLarge(file.size)) : await textOf(file);
    const read = !kit.ok ? kit : text.ok ? kitResultOfJson(text.value, kit.value) : text;
    this.error = read.ok ? null : read.error;
    if (!read.ok) return;
    this.result = read.value;
    this.#of = { name: nameOf(input), pasted: input.pasted };
  }

  refuse(error: LabError | null): void {
    this.error = error;
  }

  putAway(): void {
    this.result = null;
    this.error = null;
    this.#of = null;
  }
}

export const kitDesk = new KitDesk();
