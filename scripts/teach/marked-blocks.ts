/** `<!-- figures:NAME -->` … `<!-- /figures:NAME -->`, each on a line of its own. */
const OPENING = /^<!-- figures:([a-z-]+) -->$/;
const closingOf = (name: string): string => `<!-- /figures:${name} -->`;

/**
 * The text with each marked block replaced by the block of that name; everything else stays as it is. Throws where text
 * and blocks do not fit: a block that nobody computes would stay as it is for ever, and look as if it were kept true.
 */
export function withBlocks(text: string, blocks: Readonly<Record<string, string>>): string {
  const lines = text.split('\n');
  const out: string[] = [];
  const placed = new Set<string>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    out.push(line);
    const name = OPENING.exec(line)?.[1];
    if (name === undefined) {
      if (/^<!--.*figures/.test(line)) throw new Error(`line ${at + 1}: not the start of a block: ${line}`);
      continue;
    }
    const block = blocks[name];
    if (block === undefined) throw new Error(`line ${at + 1}: nothing computes the block “${name}”`);
    if (placed.has(name)) throw new Error(`line ${at + 1}: the block “${name}” stands there twice`);
    placed.add(name);
    const end = lines.indexOf(closingOf(name), at + 1);
    if (end === -1) throw new Error(`line ${at + 1}: the block “${name}” does not end: ${closingOf(name)}`);
    if (lines.slice(at + 1, end).some((one) => OPENING.test(one)))
      throw new Error(`line ${at + 1}: another block begins within “${name}”`);
    out.push('', block, '', closingOf(name));
    at = end;
  }
  const missing = Object.keys(blocks).filter((name) => !placed.has(name));
  if (missing.length > 0) throw new Error(`no place is marked for: ${missing.join(', ')}`);
  return out.join('\n');
}
