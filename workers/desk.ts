/** The desk worker: measures and statistics, so that neither they nor a bootstrap ever hold up the page. */
import { expose } from 'comlink';
import { growingReading, type GrowingReading } from '../src/probe/index.ts';
import type { TraceRow } from '../src/records/index.ts';
import { readRollouts } from '../src/rollout/index.ts';
import { PUBLISHED_SEED } from '../src/statistics/index.ts';
import { logReading } from '../src/transcript/index.ts';
import type { DeskDoor } from './desk-door.ts';

let reading: GrowingReading = growingReading([]);
let traces: TraceRow[] = [];
let log = '';

const door: DeskDoor = {
  begin: (items, wording) => {
    reading = growingReading(items, wording);
  },
  add: (rows) => {
    reading.add(rows);
  },
  read: (conditions, draws, view) => reading.read(conditions, { draws, seed: PUBLISHED_SEED }, view),
  beginRollouts: () => {
    traces = [];
  },
  addRollouts: (more) => {
    traces.push(...more);
  },
  readRollouts: (asked) => readRollouts(traces, asked),
  takeLog: (pasted) => {
    log = pasted;
  },
  readLog: (choice) => logReading(log, choice),
};

expose(door);
