/** A call that the model wrote itself in a rollout and that failed, scored on the spot. */
export interface OwnFailure {
  readonly traceKey: string;
  readonly taskId: string;
  readonly template: string;
  readonly harness: string;
  readonly seed: number;
  /** From 0: the step of the failed call. */
  readonly step: number;
  readonly call: string;
  readonly errorKind: string;
  /** log p of the call in the context it was written in. */
  readonly logpBeforeNats: number;
  /** The same with the failed step shown with its error. */
  readonly logpAfterNats: number;
  /** No failure came before it in its rollout. */
  readonly isFirst: boolean;
}
