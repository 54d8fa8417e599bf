/** A failed call that the model wrote itself in a rollout, scored where it wrote it and after it was shown its error. */
export interface OwnFailure {
  /** Of its rollout. */
  readonly traceKey: string;
  readonly taskId: string;
  readonly template: string;
  readonly harness: string;
  readonly seed: number;
  /** Of the failed call, from 0. */
  readonly step: number;
  readonly call: string;
  readonly errorKind: string;
  /** Σ log-probability of the call in the context in which it was written, as the probe scores candidates. */
  readonly logpBeforeNats: number;
  /** The same with the failed step and its error shown at the end of that context, whatever the harness shows. */
  readonly logpAfterNats: number;
  /** No call of its rollout had failed before. */
  readonly isFirst: boolean;
}
