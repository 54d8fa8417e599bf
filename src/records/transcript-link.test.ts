import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  EMPTY_TRANSCRIPT_LINK,
  fragmentOfTranscriptLink,
  LONGEST_LINKED_TEXT,
  transcriptLinkOfFragment,
  type TranscriptLink,
} from './transcript-link.ts';

const KNOWN = { ways: ['error', 'instructed-before'], styles: ['function', 'as-written'] };
const full: TranscriptLink = {
  ...{ checkpoint: 'onnx/model:1 & co', way: 'instructed-before', style: 'as-written' },
  ...{ lastMessages: 0, system: 'this-tool', mostCharacters: 2000, text: 'a-_9' },
};

it.each([EMPTY_TRANSCRIPT_LINK, { ...full, text: null }, full])('is written and read again: %j', (link) => {
  expect(transcriptLinkOfFragment(fragmentOfTranscriptLink(link), KNOWN)).toEqual({ link, notes: [] });
});

it('holds no text unless it is told to', () => {
  expect(fragmentOfTranscriptLink({ ...full, text: null })).not.toContain('text');
  expect(fragmentOfTranscriptLink(EMPTY_TRANSCRIPT_LINK)).toBe('#/transcript');
});

it.each([
  ['way=party', /“way” is “party”/u],
  ['style=%E0%A4%A', /“style” cannot be read/u],
  ['last=-1', /“last” cannot be read/u],
  ['longest=99999999999', /“longest” cannot be read/u],
  ['system=none', /“system”/u],
  ['text=a/b', /damaged or too long/u],
  [`text=${'a'.repeat(LONGEST_LINKED_TEXT + 1)}`, /damaged or too long/u],
  ['v=2', /newer version/u],
  ['colour=red', /“colour”/u],
  ['way=error&way=error', /twice/u],
])('%.40s is named and left out', (query, note) => {
  const { link, notes } = transcriptLinkOfFragment(`#/transcript?${query}`, KNOWN);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(note);
  expect({ ...link, way: null }).toEqual(EMPTY_TRANSCRIPT_LINK);
});

test('no fragment throws', () => {
  const piece = fc.constantFrom('way', 'text', '=', '&', '%', '%F0', 'v=1', 'error', '\ud800', '?', '#/');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((all) => all.join('')),
      ),
      (query) => {
        const { link } = transcriptLinkOfFragment(`#/transcript?${query}`, KNOWN);
        expect([null, ...KNOWN.ways]).toContain(link.way);
      },
    ),
  );
});
