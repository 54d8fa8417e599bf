// @ts-check
// The machine a figure belongs to, and whether anybody else is using it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** What matrix kernels, native or in wasm, are chosen by. */
const FLAGS_THAT_MATTER = /^(sse4_[12]|avx2?|fma|f16c|avx512\w*|avx_vnni|amx_\w+|asimd\w*|sve2?|i8mm|bf16)$/;
/** Above this load average somebody else is probably computing. */
export const IDLE_LOAD = 0.5;
/** Above this share of all cores, seen while we do nothing, a measurement is shared. */
const IDLE_SHARE = 0.1;
const WATCH_MS = 700;

/** @returns {string[] | null} null where the system does not say */
function cpuFlags() {
  try {
    const line = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? '';
    return line.split(/\s+/).filter((flag) => FLAGS_THAT_MATTER.test(flag));
  } catch {
    return null;
  }
}

export const coreCount = () => cpus().length;

/** @param {string} chromium its version */
export function describeMachine(chromium) {
  return {
    cores: coreCount(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cpuFlags: cpuFlags(),
    memoryGB: Number((totalmem() / 1e9).toFixed(1)),
    system: `${process.platform} ${process.arch} ${release()}`,
    node: process.version,
    chromium,
  };
}

/** Load averages of 1, 5 and 15 minutes; null on systems that keep none. */
export const loadNow = () =>
  process.platform === 'win32' ? null : loadavg().map((load) => Number(load.toFixed(2)));

const ticks = () => {
  let all = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    all += times.user + times.nice + times.sys + times.idle + times.irq;
    idle += times.idle;
  }
  return { all, idle };
};

/**
 * Share of all cores that is busy while we wait and do nothing, 0 to 1. The load average cannot tell: it still holds
 * what we did a moment ago ourselves.
 */
async function busyShare() {
  const before = ticks();
  await wait(WATCH_MS);
  const after = ticks();
  const all = after.all - before.all;
  return all === 0 ? 0 : 1 - (after.idle - before.idle) / all;
}

/** Collects what makes figures doubtful. */
export class Doubts {
  /** @type {string[]} */
  warnings = [];
  /** @type {(line: string) => void} */
  #say;

  /** @param {(line: string) => void} say */
  constructor(say) {
    this.#say = say;
  }

  /** @param {string} warning */
  add(warning) {
    this.warnings.push(warning);
    this.#say(`warning: ${warning}`);
  }

  /** Looks whether the machine is idle before something is measured. @param {string} what */
  async lookBefore(what) {
    const share = await busyShare();
    if (share > IDLE_SHARE)
      this.add(`before ${what}: others kept ${(100 * share).toFixed(0)} % of the machine busy`);
  }
}

/** @param {string} root the repository */
export function commitOf(root) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    return {
      commit: git('rev-parse', '--short', 'HEAD'),
      uncommitted: git('status', '--porcelain', '--untracked-files=no') !== '',
    };
  } catch {
    return { commit: 'unknown', uncommitted: true };
  }
}
