/** Under which the speed of rollouts is remembered: writing is slower than scoring. */
export const speedName = (checkpointId: string): string => `rollouts ${checkpointId}`;
