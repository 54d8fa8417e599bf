import { describe, expect, it } from 'vitest';
import python from '../../../tests/fixtures/python/similarity.json' with { type: 'json' };
import { closeMatches, nearestName, similarity } from './index.ts';

const TOOLS = [
  ...['list_files', 'read_file', 'write_file', 'delete_file', 'find_contact', 'list_contacts', 'list_events'],
  ...['create_event', 'cancel_event', 'send_message', 'set_reminder', 'convert_units'],
];

describe('nearestName', () => {
  it.each([
    ['remove_file', TOOLS, 'read_file'],
    ['save_file', TOOLS, 'read_file'],
    ['delete_event', TOOLS, 'create_event'],
    ['add_event', TOOLS, 'create_event'],
    ['send_email', TOOLS, 'send_message'],
    ['create_reminder', TOOLS, 'set_reminder'],
    ['recipient', ['to', 'subject', 'body'], 'subject'],
    ['amount', ['value', 'from_unit', 'to_unit'], 'to_unit'],
    ['note', ['text', 'date'], 'text'],
    ['id', ['event_id'], 'event_id'],
    ['day', ['date'], 'date'],
    ['marketing', ['design', 'platform', 'research', 'support'], 'design'],
    ['evt-9', ['evt-1', 'evt-2', 'evt-3'], 'evt-3'],
    ['documents', ['drafts', 'notes', 'reports', 'system'], 'notes'],
  ])('%s among %j: the published %s', (query, candidates, nearest) => {
    expect(nearestName(query, candidates)).toBe(nearest);
    expect(nearestName(query, [...candidates].reverse())).toBe(nearest);
  });

  it('finds something however bad, and nothing among nothing', () => {
    expect(nearestName('', ['q', 'z', 'y'])).toBe('z');
    expect(nearestName('abc', [])).toBeNull();
  });

  it('orders equally near names by code point', () => {
    expect(nearestName('x', ['\uffee', '😀'])).toBe('😀');
    expect(nearestName('x', ['a', 'b'])).toBe('b');
    expect(closeMatches('x', ['ab', 'ba', 'aa'], { cutoff: 0 })).toEqual(['ba', 'ab', 'aa']);
  });
});

describe('similarity', () => {
  it('is that of Python', () => {
    for (const [first, second, ratio] of python.ratios as [string, string, number][]) {
      expect(similarity(first, second), `${first} | ${second}`).toBe(ratio);
    }
  });
});

describe('closeMatches', () => {
  it.each(python.closeMatches as [string, number, number, string[]][])(
    '%s: the best %i from %d on, as in Python',
    (query, count, cutoff, matches) => {
      expect(closeMatches(query, python.names, { count, cutoff })).toEqual(matches);
    },
  );

  it('gives up to three that are fairly near unless told otherwise', () => {
    expect(closeMatches('appel', ['ape', 'apple', 'peach', 'puppy'])).toEqual(['apple', 'ape']);
  });
});
