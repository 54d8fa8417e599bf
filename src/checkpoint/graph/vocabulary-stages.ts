/** The vocabulary as a table of `groups` rows of `width` entries, the last `padding` of them not real. */
export interface VocabularyStages {
  readonly groups: number;
  readonly width: number;
  readonly padding: number;
}

/** A sum this long loses less than 1e-6 in float32, far under what is promised. */
const SHORT_SUM = 1_024;
const PADDED_WIDTH = 256;

/**
 * How the sum over the vocabulary is cut in two, so that each float32 sum stays short: one over 49,152 entries
 * loses 7e-5 nats, always in the same direction. Takes the factors nearest to a square; a vocabulary without
 * suitable factors is padded.
 */
export const vocabularyStages = (vocabularySize: number): VocabularyStages => {
  if (vocabularySize <= SHORT_SUM) return { groups: 1, width: vocabularySize, padding: 0 };
  for (let groups = Math.floor(Math.sqrt(vocabularySize)); groups > 1; groups--) {
    if (vocabularySize % groups !== 0) continue;
    const width = vocabularySize / groups;
    if (width <= 2 * SHORT_SUM) return { groups, width, padding: 0 };
    break;
  }
  const groups = Math.ceil(vocabularySize / PADDED_WIDTH);
  return { groups, width: PADDED_WIDTH, padding: groups * PADDED_WIDTH - vocabularySize };
};
