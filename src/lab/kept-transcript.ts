import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { fail, ok, type LabError, type Result } from '../records/index.ts';

/** A pasted log that its owner wants to find here again. */
export interface KeptTranscript {
  readonly pasted: string;
  /** Of the file it came from; null: it was pasted. */
  readonly name: string | null;
  readonly keptAt: string;
}

interface KeptSchema extends DBSchema {
  transcripts: { key: string; value: KeptTranscript };
}

const DATABASE = 'backfire-lab-transcript';
const STORE = 'transcripts';
const ONLY = 'kept';

/** Keeps a log, in the place of one that was kept before. */
export async function keepTranscript(kept: KeptTranscript): Promise<Result<null>> {
  try {
    await inDatabase((database) => database.put(STORE, kept, ONLY));
    return ok(null);
  } catch (thrown) {
    return fail(notKept(thrown));
  }
}

/** The log that is kept in this browser; looking for it leaves nothing behind. */
export async function keptTranscript(): Promise<KeptTranscript | null> {
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === DATABASE)) return null;
    return (await inDatabase((database) => database.get(STORE, ONLY))) ?? null;
  } catch {
    // Where there is no storage nothing can have been kept in it.
    return null;
  }
}

/** Takes away what was kept, and the place where it was. */
export async function forgetTranscript(): Promise<Result<null>> {
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === DATABASE)) return ok(null);
    // Emptied first: another tab may put off the removal of the place.
    await inDatabase((database) => database.clear(STORE));
    await deleteDB(DATABASE);
    return ok(null);
  } catch (thrown) {
    return fail(notForgotten(thrown));
  }
}

async function inDatabase<T>(use: (database: IDBPDatabase<KeptSchema>) => Promise<T>): Promise<T> {
  const database = await openDB<KeptSchema>(DATABASE, 1, {
    upgrade(fresh) {
      fresh.createObjectStore(STORE);
    },
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
    },
  });
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

const notKept = (thrown: unknown): LabError => ({
  kind: 'transcript-not-kept',
  happened: 'The transcript could not be written to this browser’s storage.',
  stillWorks: 'It stays on the page until the window is closed.',
  cure: 'Leave private browsing or free some disk space, then keep it again; or keep the file itself.',
  details: String(thrown),
});

const notForgotten = (thrown: unknown): LabError => ({
  kind: 'transcript-not-forgotten',
  happened: 'The kept transcript could not be taken out of this browser’s storage.',
  stillWorks: 'It is gone from this page.',
  cure: 'Press “Forget” again, or clear this site’s data in the browser’s settings.',
  details: String(thrown),
});
