/** The desk worker: statistics, so that a bootstrap never holds up the page. */
import { expose } from 'comlink';
import { summarise } from '../src/probe/index.ts';
import { PUBLISHED_SEED } from '../src/statistics/index.ts';
import type { DeskDoor } from './desk-door.ts';

const door: DeskDoor = {
  summarise: (measures, conditions, draws, view) =>
    Promise.resolve(summarise(measures, conditions, { draws, seed: PUBLISHED_SEED }, view)),
};

expose(door);
