import type { Page, Worker } from 'playwright/test';

/** The places of a text on a device, and the stores with any content. */
interface Kept {
  /** 'localStorage some-key', 'indexedDB some-database/some-store', 'caches some-cache /some/address'. */
  found: string[];
  /** The stores of all databases that are not empty: 'some-database/some-store'. */
  filled: string[];
}

/**
 * Searches a text in all storage of a device, as a page or a worker sees it: every key and value of every store of
 * every database, every address and body of every cache, and the plain storages.
 */
export const findKept = (where: Page | Worker, text: string): Promise<Kept> =>
  (where as Page).evaluate(async (wanted) => {
    const found: string[] = [];
    const filled: string[] = [];
    const look = async (place: string, value: unknown) => {
      if ((await textsOf(value)).some((one) => one.includes(wanted))) found.push(place);
    };
    const textsOf = async (value: unknown): Promise<string[]> => {
      if (typeof value === 'string') return [value];
      if (typeof value !== 'object' || value === null) return [];
      if (value instanceof Blob) return [await value.text()];
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return [new TextDecoder().decode(value), new TextDecoder('utf-16').decode(value)];
      const parts =
        value instanceof Map || value instanceof Set ? [...value].flat() : Object.entries(value).flat();
      return (await Promise.all(parts.map(textsOf))).flat();
    };
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });

    for (const name of ['localStorage', 'sessionStorage'] as const) {
      const storage = (globalThis as Partial<Pick<Window, 'localStorage' | 'sessionStorage'>>)[name];
      for (const [key, value] of Object.entries({ ...storage })) await look(`${name} ${key}`, [key, value]);
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(all.getAllKeys()), done(all.getAll())]);
        if (values.length) filled.push(`${name}/${store}`);
        await look(`indexedDB ${name}/${store}`, [keys, values]);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        await look(`caches ${name} ${request.url}`, [request.url, await answer?.text()]);
      }
    }
    return { found: found.sort(), filled: filled.sort() };
  }, text);
