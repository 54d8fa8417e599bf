import { expect, test } from 'vitest';
import { FILE_TEXTS, FIRST_NAMES, LAST_NAMES } from './office-stock.ts';
import { documentationRange, SYSTEM_PROMPT } from './system-prompt.ts';
import { signatureOf, TOOL_NAMES, TOOLS } from './tools.ts';

test('54 lines, the last one ended', () => {
  expect(SYSTEM_PROMPT.endsWith('\n')).toBe(true);
  expect(SYSTEM_PROMPT.trimEnd().split('\n')).toHaveLength(54);
});

test('12 tools with 21 parameters, in schema order', () => {
  expect(TOOL_NAMES.join(' ')).toBe(
    'list_files read_file write_file delete_file find_contact list_contacts list_events create_event cancel_event send_message set_reminder convert_units',
  );
  expect(TOOLS.flatMap(({ parameters }) => parameters)).toHaveLength(21);
  const places = TOOLS.map((tool) => SYSTEM_PROMPT.indexOf(`- ${signatureOf(tool)}\n`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('signatures', () => {
  const [, , write] = TOOLS;
  expect(write && signatureOf(write)).toBe('write_file(path: str, content: str) -> str');
  expect(TOOLS.map(signatureOf)).toContain(
    'create_event(title: str, date: str, time: str, attendees: list[str]) -> str',
  );
});

test('the documentation of each tool is found: from its signature to its last parameter', () => {
  const blocks = TOOLS.map((tool) => SYSTEM_PROMPT.slice(...documentationRange(tool.name)));
  blocks.forEach((block, index) => {
    const tool = TOOLS[index];
    const lines = block.split('\n');
    expect(lines).toHaveLength(2 + (tool?.parameters.length ?? 0));
    expect(lines[0]).toBe(tool && `- ${signatureOf(tool)}`);
    expect(lines.at(-1)).toMatch(new RegExp(`^  ${tool?.parameters.at(-1)?.name ?? ''}: `));
  });
  expect(SYSTEM_PROMPT.endsWith(`Tools:\n${blocks.join('\n')}\n`)).toBe(true);
});

test('no fact of any world', () => {
  for (const word of [...FIRST_NAMES, ...LAST_NAMES, ...Object.values(FILE_TEXTS)]) {
    expect(SYSTEM_PROMPT).not.toContain(word);
  }
});
