/** One step of an agent: the call it wrote and what it read afterwards. */
export interface Step {
  readonly call: string;
  readonly observation: string;
}

/** A step whose call failed, with the texts that may stand where its result was read. */
export interface FailedStep {
  readonly call: string;
  /** The error as the tools reported it. */
  readonly error: string;
  /** An acknowledgement that says neither success nor failure. */
  readonly neutral: string;
  /** What would have been read had the call worked. */
  readonly success: string;
}
