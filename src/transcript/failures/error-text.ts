const SHOWN_CHARACTERS = 120;

/**
 * What failures of one kind have in common: their snippet without its numbers, so that times, line numbers and
 * identifiers part nothing that says the same.
 */
export function errorTextOf(snippet: string): string {
  const plain = snippet
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    .replaceAll(/\b0x[0-9a-f]+\b/gi, '#')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > SHOWN_CHARACTERS ? `${plain.slice(0, SHOWN_CHARACTERS - 1)}…` : plain;
}
