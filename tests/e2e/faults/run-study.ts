import { spawn } from 'node:child_process';

export interface StudyEnded {
  readonly code: number | null;
  /** What was written to stdout: rows. */
  readonly out: string;
  /** What was said on stderr. */
  readonly lines: readonly string[];
}

/** Runs the command line as a user does. */
export function study(...options: string[]): Promise<StudyEnded> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/study.mjs', 'probe', '--threads', '1', ...options]);
    let out = '';
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, out, lines: said.trimEnd().split('\n') });
    });
  });
}
