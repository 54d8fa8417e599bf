/** Who computed: goes into every record. */
export interface Provenance {
  readonly checkpointName: string;
  readonly checkpointId: string;
  readonly scope: 'general' | 'ToolShed only';
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string | null;
  }[];
  /** sha256 over config, tokenizer and template bytes. */
  readonly tokenizerSha256: string;
  /** Identity of the weights: sha256 over the sorted "path bytes sha256" lines of the files. */
  readonly checkpointSha256: string;
  readonly parameters: number;
  readonly architecture: string;
  readonly holding: 'folded' | 'resident';
  readonly threads: number;
  readonly simd: boolean;
  readonly engineVersion: string;
  readonly ortVersion: string;
  readonly windowTokens: number;
  readonly selfCheck:
    | { readonly state: 'none' }
    | { readonly state: 'agrees' | 'differs'; readonly largestDifferenceNats: number };
}
