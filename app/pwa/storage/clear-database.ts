import { deleteDB, openDB } from 'idb';

/**
 * Leaves nothing in a database, of whichever release it is. Its stores are emptied, which waits for no other tab, while
 * a deletion waits for all; only what can't be opened is deleted.
 */
export async function clearDatabase(name: string): Promise<void> {
  try {
    // One that was never made stays unmade: without its stores, it would be in the way of who makes it.
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
