export { fail, ok, type LabError, type Result } from './lab-error.ts';
export type { ScoreRow } from './score-row.ts';
