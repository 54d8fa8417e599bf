import { likelySecrets, type LikelySecrets } from '../../../transcript/index.ts';

const PIECE = 500_000;
/** What begins in a piece may end behind it. */
const OVERLAP = 8_000;

/**
 * The same search in pieces, so that the page stays responsive on a long log; null: it was called off. A hit belongs to
 * the piece in which it begins.
 */
export async function secretsSoon(
  text: string,
  isOff: () => boolean,
  pieceLength = PIECE,
): Promise<LikelySecrets | null> {
  const found: LikelySecrets['found'][number][] = [];
  let count = 0;
  let read = 0;
  for (let from = 0; from < text.length;) {
    const to = cutBehind(text, from + pieceLength);
    const piece = likelySecrets(text.slice(from, to + OVERLAP));
    for (const hit of piece.found) {
      const [start, end] = [hit.start + from, hit.end + from];
      if (start < read || start >= to) continue;
      read = end;
      found.push({ ...hit, start, end });
    }
    count += piece.count;
    from = to;
    await new Promise((resolve) => setTimeout(resolve));
    if (isOff()) return null;
  }
  // Hits in an overlap are counted in both pieces; where all are listed, the list says how many they are.
  return { found, count: found.length < MOST_LISTED ? found.length : count };
}

/** A piece lists no more of its own, so that from here on the list may lack some. */
const MOST_LISTED = 200;

/** At the end of a line, unless it is far. */
function cutBehind(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const end = text.indexOf('\n', at);
  return end === -1 || end - at > OVERLAP ? at : end + 1;
}
