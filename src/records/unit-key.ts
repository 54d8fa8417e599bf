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
export const unitKey = (scorer: ScorerIdentity, content: ScoredContent): string =>
  unitKeyMaker(scorer)(content);

/**
 * unitKey for many units of one scorer. Prompts and goals recur in hundreds of contexts, and contexts in all their
 * candidates: each text, each context and each unit is hashed once, however often and by however many makers its key
 * is asked for.
 */
export function unitKeyMaker(scorer: ScorerIdentity): (content: ScoredContent) => string {
  const textHashes = new Map<string, string>();
  const hashOfText = (text: string): string => remembered(textHashes, text, () => sha256OfText(text));
  const hashOfContext = (context: ScoredContent['context']): string =>
    remembered(contextHashes, context, () =>
      sha256OfText(canonicalJson(context.map(({ role, content }) => [role, hashOfText(content)]))),
    );
  const scorerText = canonicalJson({
    checkpoint: scorer.checkpointSha256,
    tokenizer: scorer.tokenizerSha256,
    engine: scorer.engineVersion,
  });
  return (content) => {
    const known = lastKeys.get(content);
    if (known?.scorerText === scorerText) return known.key;
    const key = keyOf(content);
    lastKeys.set(content, { scorerText, key });
    return key;
  };

  function keyOf(content: ScoredContent): string {
    return sha256OfText(
      canonicalJson({
        checkpoint: scorer.checkpointSha256,
        tokenizer: scorer.tokenizerSha256,
        engine: scorer.engineVersion,
        context: hashOfContext(content.context),
        candidate: content.candidate,
        scoreEndOfTurn: content.scoreEndOfTurn,
        hidden: content.hidden.map((part) => ({
          ...rangeOf(part),
          sameTokensAs: part.sameTokensAs === undefined ? null : rangeOf(part.sameTokensAs),
        })),
      }),
    );
  }
}

/** By identity: the key of a unit for the scorer that asked for it last. */
const lastKeys = new WeakMap<ScoredContent, { readonly scorerText: string; readonly key: string }>();

/** By identity: the candidates of a condition share one list of messages. */
const contextHashes = new WeakMap<ScoredContent['context'], string>();

function remembered<K>(
  known: { get(key: K): string | undefined; set(key: K, hash: string): unknown },
  key: K,
  make: () => string,
): string {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

const rangeOf = ({ message, start, end }: HiddenRange): { readonly [key: string]: Json } => ({
  message,
  start,
  end,
});
