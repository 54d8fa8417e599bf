import { canonicalJson, sha256OfText, type Json } from './content-hash.ts';

/** Who scores, as far as it decides a number. */
export interface ScorerIdentity {
  readonly checkpointSha256: string;
  readonly tokenizerSha256: string;
  readonly engineVersion: string;
}

interface HiddenRange {
  readonly message: number;
  readonly start: number;
  readonly end: number;
}

/** What is scored, as far as it decides a number: a ScoreRequest without its name and its place in the order. */
export interface ScoredContent {
  readonly context: readonly { readonly role: string; readonly content: string }[];
  readonly candidate: string;
  readonly scoreEndOfTurn: boolean;
  readonly hidden: readonly (HiddenRange & { readonly sameTokensAs?: HiddenRange })[];
}

/**
 * Content hash of one unit of work: sha256 over the canonical JSON of everything that decides its number. Two
 * items that ask the same thing share a key, and a rebuilt item, another tokenizer or another engine never does.
 */
export function unitKey(scorer: ScorerIdentity, content: ScoredContent): string {
  return sha256OfText(
    canonicalJson({
      checkpoint: scorer.checkpointSha256,
      tokenizer: scorer.tokenizerSha256,
      engine: scorer.engineVersion,
      context: contextHash(content.context),
      candidate: content.candidate,
      scoreEndOfTurn: content.scoreEndOfTurn,
      hidden: content.hidden.map((part) => ({
        ...rangeOf(part),
        sameTokensAs: part.sameTokensAs === undefined ? null : rangeOf(part.sameTokensAs),
      })),
    }),
  );
}

/** Contexts are long and shared by all candidates of a condition: each is hashed once. */
const contextHashes = new WeakMap<ScoredContent['context'], string>();

function contextHash(context: ScoredContent['context']): string {
  const known = contextHashes.get(context);
  if (known !== undefined) return known;
  const hash = sha256OfText(canonicalJson(context.map(({ role, content: text }) => ({ role, text }))));
  contextHashes.set(context, hash);
  return hash;
}

const rangeOf = ({ message, start, end }: HiddenRange): { readonly [key: string]: Json } => ({
  message,
  start,
  end,
});
