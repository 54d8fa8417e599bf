import type { Page } from '@playwright/test';

/** The places of a browser that outlive a window, or leave it, and hold a text: storage of every kind, the address, the history. */
export const placesHolding = (page: Page, text: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const found: string[] = [];
    const look = (place: string, held: string): void => {
      if (held.includes(wanted)) found.push(place);
    };
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result);
        };
        request.onerror = () => {
          reject(new Error(String(request.error)));
        };
      });
    const written = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) =>
        part instanceof ArrayBuffer || ArrayBuffer.isView(part) ? new TextDecoder().decode(part) : part,
      );

    look('address', decodeURIComponent(location.href));
    look('history', written({ state: history.state as unknown }));
    look('localStorage', written(Object.entries(localStorage)));
    look('sessionStorage', written(Object.entries(sessionStorage)));
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const held = [await asked(objects.getAllKeys()), await asked(objects.getAll())];
        look(`indexedDB ${name} ${store}`, written(held));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        look(`cache ${name}`, request.url);
        look(`cache ${name}`, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        look('files', name);
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle);
        else look('files', await (await handle.getFile()).text());
      }
    };
    await walk(await navigator.storage.getDirectory());
    return found;
  }, text);
