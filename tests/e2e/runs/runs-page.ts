import {
  loadItemSet,
  openItemFile,
  ProbeRun,
  RowStore,
  RunShelf,
  servedCheckpoints,
  SHIPPED_ITEM_SETS,
} from '../../../src/lab/index.ts';

/** What a room binds, without a room. */
const lab = { loadItemSet, openItemFile, ProbeRun, RowStore, RunShelf, servedCheckpoints, SHIPPED_ITEM_SETS };
export type Lab = typeof lab;
Object.assign(window, { lab });
