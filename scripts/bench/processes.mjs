// @ts-check
// Processes of a browser and their memory, from /proc. Linux only: elsewhere nothing is found, and nothing is measured.
import { readdirSync, readFileSync } from 'node:fs';

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile, or is not ours to look at.
    return '';
  }
}

function processNames() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function processes() {
  return processNames().map((name) => ({
    pid: Number(name),
    // The name in parentheses may hold blanks; the parent is the second field after it.
    parent: Number(
      read(`/proc/${name}/stat`)
        .replace(/^.*\) /s, '')
        .split(' ')[1] ?? 0,
    ),
    command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' '),
  }));
}

/**
 * Renderer processes of the browser that uses this profile folder.
 * @param {string} profile @returns {number[]}
 */
export function renderersOf(profile) {
  const all = processes();
  const roots = all.filter(({ command }) => command.includes(`--user-data-dir=${profile}`));
  const family = new Set(roots.map(({ pid }) => pid));
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of all) {
      if (family.has(pid) || !family.has(parent)) continue;
      family.add(pid);
      grown = true;
    }
  }
  return all
    .filter(({ pid, command }) => family.has(pid) && command.includes('--type=renderer'))
    .map(({ pid }) => pid);
}

/**
 * Memory of a process, megabytes (10^6): its peak, what is resident, and the part of that which is its own (the rest is
 * mapped files, above all the browser's code, shared by all its processes).
 * @param {number} pid
 */
export function memoryMB(pid) {
  const status = read(`/proc/${pid}/status`);
  const megabytes = (/** @type {string} */ name) =>
    (1024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN)) / 1e6;
  return {
    peakMB: megabytes('VmHWM'),
    residentMB: megabytes('VmRSS'),
    ownMB: megabytes('RssAnon') + megabytes('RssShmem'),
  };
}

/**
 * Whether a renderer runs a worker of ours. Chromium keeps renderers in reserve that hold no page; this tells them apart.
 * @param {number} pid
 */
export function runsWorker(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).some((task) =>
      // The system keeps fifteen letters of a thread's name.
      read(`/proc/${pid}/task/${task}/comm`).startsWith('DedicatedWorker'),
    );
  } catch {
    return false;
  }
}
