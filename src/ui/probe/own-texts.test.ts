import { expect, test } from 'vitest';
import { MENDED_WORDING, PAPER_WORDING } from '../../transcript/index.ts';
import {
  conditionsChanged,
  conditionsWith,
  faultOf,
  ownTextsWords,
  TEXT_FIELDS,
  textsMark,
} from './own-texts.ts';

test('each text is shown under some condition, and a changed one changes exactly those', () => {
  for (const field of TEXT_FIELDS) {
    expect(conditionsWith(field)).not.toEqual([]);
    expect(conditionsChanged({ ...PAPER_WORDING, [field]: 'Something else.' }, PAPER_WORDING)).toEqual(
      conditionsWith(field),
    );
  }
  expect(conditionsChanged(PAPER_WORDING, PAPER_WORDING)).toEqual([]);
});

test('a fault is told at its own text only', () => {
  const draft = { ...PAPER_WORDING, note: '{mood}', marker: ' ' };
  expect(faultOf(draft, 'note', PAPER_WORDING)?.happened).toContain('{mood}');
  expect(faultOf(draft, 'marker', PAPER_WORDING)?.happened).toContain('empty');
  expect(faultOf(draft, 'error', PAPER_WORDING)).toBeNull();
});

test('an instruction that names the call is refused in the system prompt alone', () => {
  const draft = { ...PAPER_WORDING, instruction: 'Not {call} again.' };
  expect(faultOf(draft, 'instruction', PAPER_WORDING)?.happened).toContain('system prompt');
  expect(faultOf({ ...draft, instructionPlace: 'after-error' }, 'instruction', PAPER_WORDING)).toBeNull();
  expect(
    faultOf({ ...MENDED_WORDING, instructionPlace: 'system-prompt' }, 'instruction', MENDED_WORDING),
  ).toBeNull();
});

test('the words name the mark and the conditions that are asked', () => {
  const own = { ...PAPER_WORDING, neutral: 'Noted.' };
  expect(ownTextsWords(own, PAPER_WORDING, ['pre', 'fail', 'neut'])).toBe(
    `Texts of one’s own (${textsMark(own)}), shown under “neutral text”.`,
  );
  expect(ownTextsWords(own, PAPER_WORDING, ['pre', 'fail'])).toContain('no condition that is asked');
  expect(textsMark(own)).toMatch(/^[0-9a-f]{12}$/);
  expect(textsMark(own)).not.toBe(textsMark({ ...own, neutral: 'Noted!' }));
});
