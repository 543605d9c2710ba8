import { deleteDB } from 'idb';

/** The databases that this page has opened. */
const opened = new Set<string>();

/**
 * Opens a database of copies. This release cannot read the database of a newer one that was rolled back, so it is
 * deleted and created again; but not by a page that has opened it before, since a newer release then uses it now.
 * @throws if the device, or this page, can store nothing
 */
export async function openAnew<T>(name: string, open: () => Promise<T>): Promise<T> {
  const db = await open().catch(async (error: unknown) => {
    const isNewer = error instanceof DOMException && error.name === 'VersionError';
    if (!isNewer || opened.has(name)) throw error;
    await deleteDB(name);
    return open();
  });
  opened.add(name);
  return db;
}
