import { deleteDB, openDB } from 'idb';

/**
 * Empties a database of any release. The stores are emptied, because a deletion would wait for all other tabs; only
 * a database that cannot be opened is deleted.
 */
export async function clearDatabase(name: string): Promise<void> {
  try {
    // A missing database must not be created: without its stores it would block the code that creates it.
    const db = await openDB(name, undefined, {
      upgrade(_db, _from, _to, tx) {
        tx.done.catch(() => {});
        tx.abort();
      },
    });
    try {
      const stores = [...db.objectStoreNames];
      if (!stores.length) return;
      const tx = db.transaction(stores, 'readwrite');
      await Promise.all([...stores.map((store) => tx.objectStore(store).clear()), tx.done]);
    } finally {
      db.close();
    }
  } catch {
    await deleteDB(name);
  }
}
