import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ConditionName } from '../../src/probe/index.ts';
import type { RecordedRun } from '../../src/ui/probe/recorded-run.ts';
import { frozenSet, sampleRecord, type Inventor } from './sample-records.ts';
import { NEEDED, sheetOf, type SheetSources } from './sheet-of.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sheet = read('docs/teach.md');
const recipe: unknown = JSON.parse(read('scripts/training/recipe.json'));

const CLASS = frozenSet('toolshed-paper-2026-class-6');
const QUICK = frozenSet('toolshed-paper-2026-quick-12');
const CLASS_CONDITIONS: readonly ConditionName[] = ['pre', 'fail', 'neut', 'abstract'];

/** −20 before; the error −14, and it repeats three; the note −27 and one right; the neutral text −16. */
const flipping: Inventor = (condition, index) => {
  switch (condition) {
    case 'fail':
      return { failedNats: -14 - index / 10, repeats: index < 3 };
    case 'neut':
      return { failedNats: -16 };
    case 'abstract':
      return { failedNats: index === 5 ? -19 : -27, right: index === 0 };
    default:
      return { failedNats: -20, right: index < 4 };
  }
};

/** Made-up values come far nearer than form errors; noisy repeats, clean moves away from all and puts nothing right. */
const ROOM: Readonly<Record<string, Inventor>> = {
  'toolshed-base': (condition, index) => ({
    failedNats: condition === 'pre' ? -10 : index % 2 === 0 ? -8 : -12,
    right: condition === 'pre' || index < 5,
  }),
  'toolshed-clean': (condition) => ({
    failedNats: condition === 'pre' ? -10 : -17,
    right: condition === 'pre',
  }),
  'toolshed-noisy': (condition, index) => ({
    failedNats: condition === 'pre' ? -10 : -4,
    repeats: index < 7,
  }),
  'toolshed-recovery': (condition, index) => ({
    failedNats: condition === 'pre' ? -30 : -20 - index,
    right: true,
  }),
};

function sources(classRun: Inventor, change: (run: RecordedRun) => RecordedRun = (run) => run): SheetSources {
  const sets = new Map([CLASS, QUICK].map((set) => [set.name, set]));
  return {
    recipe,
    set: (name) => {
      const found = sets.get(name);
      if (found === undefined) throw new Error(`no set ${name}`);
      return found;
    },
    runs: (set) =>
      new Map(
        set === CLASS.name
          ? [['toolshed-noisy', change(sampleRecord('toolshed-noisy', CLASS, CLASS_CONDITIONS, classRun))]]
          : Object.entries(ROOM).map(([id, invent]) => [
              id,
              sampleRecord(id, QUICK, ['pre', 'fail'], invent),
            ]),
      ),
  };
}

const blockOf = (text: string, name: string): string =>
  text.split(`<!-- figures:${name} -->`)[1]?.split('<!-- /figures')[0]?.trim() ?? '';

describe('the teacher’s sheet', () => {
  const made = sheetOf(sheet, sources(flipping));

  it('has a place for every block, and says the same when written again', () => {
    expect(sheetOf(made, sources(flipping))).toBe(made);
    expect(made).not.toContain('NaN');
    for (const line of made.split('\n').filter((one) => one.startsWith('|')))
      expect(line.replaceAll('\\|', '').split('|').length - 2, line).toBeLessThanOrEqual(6);
  });

  it('tells of the class what its cards show, and what flips', () => {
    const block = blockOf(made, 'class');
    expect(block).toContain('| error | −5.8 [−5.9 to −5.6] | 6 | 0 → 3 | 4 → 0 |');
    expect(block).toContain('| neutral text (to compare) | −4.0 [−4.0 to −4.0] | 6 | 0 → 0 | 4 → 0 |');
    expect(block).toContain(
      '**From the error to the note.** The sign of the mean G flips: it is below zero after the error (−5.8), above zero after the note (5.7). Item by item, G goes from below zero to above it in 5 of 6.',
    );
    expect(block).toContain(
      'Failed call again, word for word: 3 of 6 after the error, 0 after the note (before the failure: 0).',
    );
    expect(block).toContain(
      'Right call: 0 of 6 after the error, 1 after the note (before the failure: 4). After the note the failed call is less likely, and still the right one would not be written in 5 of 6.',
    );
    expect(block).toContain(
      'Of it, −4.0 [−4.0 to −4.0] nats come from the call alone, before a neutral text (−copy), and −1.8 [−1.9 to −1.6] from the words of the error (−sem)',
    );
    expect(block).not.toContain('Nothing flips');
  });

  it('lists the class item by item', () => {
    const [, , first, ...others] = blockOf(made, 'class-items').split('\n');
    expect(first).toBe('| 1. argument left out | −6.0 | 7.0 | −4.0 | error | before, note |');
    expect(others).toHaveLength(5);
    expect(others.at(-1)).toMatch(/^\| 6\. .* \| never \| never \|$/);
  });

  it('gives the item with the fewest steps before it as the one to be read aloud', () => {
    expect(blockOf(made, 'class-call')).toBe(
      "Item 3. Asked for: “Delete notes/budget.md. Then leave a reminder for 2026-11-17 with the text 'notes/budget.md was deleted'.” Failed call: `delete_file(path='notes/meeting_notes.md')`. Error: “LookupError: there is no file 'notes/meeting_notes.md'. The closest match is 'notes/budget.md'.” Right call: `delete_file(path='notes/budget.md')`.",
    );
  });

  it('says that nothing flips where nothing does', () => {
    const block = blockOf(
      sheetOf(
        sheet,
        sources((condition) => ({ failedNats: condition === 'pre' ? -20 : -14 })),
      ),
      'class',
    );
    expect(block).toContain(
      'Nothing flips. The sign of the mean G does not flip: it is below zero after the error (−6.0) and after the note (−6.0). Item by item, G keeps its sign in all 6.',
    );
    expect(block).toContain('Right call: 0 of 6 after the error, 0 after the note (before the failure: 0).');
  });

  it('claims no flip of a mean that cannot be told from zero', () => {
    const block = blockOf(
      sheetOf(
        sheet,
        sources((condition, index) => ({
          failedNats: condition === 'abstract' ? (index < 3 ? -22 : -18) : condition === 'pre' ? -20 : -14,
        })),
      ),
      'class',
    );
    expect(block).toContain(
      'That the sign of the mean G flips cannot be said: it is below zero after the error (−6.0), not to be told from zero after the note (0.0). Item by item, G goes from below zero to above it in 3 of 6.',
    );
    expect(block).not.toContain('Nothing flips');
  });

  it('holds four checkpoints side by side, G never alone', () => {
    const block = blockOf(made, 'room');
    expect(block).toContain('| noisy | −6.0 [−6.0 to −6.0] | 12 | 7 → 7 | 0 → 0 |');
    expect(block).toContain(
      'Failed call more likely, and written again: *noisy* (written again in 7, right call in 0). Failed call more likely, and yet nowhere written again: *recovery* (written again in 0, right call in 12).',
    );
    expect(block).toContain(
      'Failed call less likely, and the right call in half of the items or fewer, which is no correction: *clean* (written again in 0, right call in 0).',
    );
    expect(block).toContain('Mean G not to be told from zero: *base* (written again in 0, right call in 5).');
    expect(block).toContain('from most to fewest: recovery 12, base 5, clean 0, noisy 0.');
  });

  it('keeps form errors and made-up values apart', () => {
    const block = blockOf(made, 'room-kinds');
    expect(block).toContain('| clean | form (7) | 7.0 [7.0 to 7.0] | 0 | 0 → 0 | 7 → 0 |');
    expect(block).toContain('| clean | made-up (5) | 7.0 [7.0 to 7.0] | 0 | 0 → 0 | 5 → 0 |');
    expect(block).toMatch(/held against that on form errors, is lower for .*; higher for recovery \(by/);
  });

  it('says of what records it is, and what may be rounded otherwise', () => {
    const block = blockOf(made, 'records');
    expect(block).toContain(
      'Items: `toolshed-paper-2026-class-6`, `toolshed-paper-2026-quick-12`. Weights (first digits of their SHA-256): `toolshed-noisy` cccccccccccc, `toolshed-base` cccccccccccc,',
    );
    expect(block).toContain('Computed by engine 1 on onnxruntime-web 1.30.0.');
    expect(block).toMatch(/neighbouring tenth: −5\.750 \(error, 6 items\)/);
  });

  it('names every fault of the records at once', () => {
    const cut = (run: RecordedRun): RecordedRun => ({
      ...run,
      itemSet: { ...run.itemSet, sha256: 'd'.repeat(64) },
    });
    expect(() => sheetOf(sheet, sources(flipping, cut))).toThrow(
      'toolshed-noisy.toolshed-paper-2026-class-6.json: was made with another edition of the set',
    );
    const part = (run: RecordedRun): RecordedRun => {
      const values = { ...run.items.values };
      delete values['G of abstract'];
      return { ...run, items: { ...run.items, values } };
    };
    expect(() => sheetOf(sheet, sources(flipping, part))).toThrow('abstract is known of 0 of 6 items');
    expect(() => sheetOf(sheet, { ...sources(flipping), runs: () => new Map() })).toThrow(
      /there is no such record/,
    );
  });

  it('needs the records that the two presets of the page play', () => {
    expect(NEEDED.map(({ file }) => file)).toEqual([
      'toolshed-noisy.toolshed-paper-2026-class-6.json',
      ...['base', 'clean', 'noisy', 'recovery'].map(
        (name) => `toolshed-${name}.toolshed-paper-2026-quick-12.json`,
      ),
    ]);
    expect(NEEDED[0]?.madeBy).toContain('--conditions pre,fail,neut,abstract');
  });
});
