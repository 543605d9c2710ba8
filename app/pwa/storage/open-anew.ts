import { deleteDB } from 'idb';

/**
 * Opens a database of copies. This release cannot read the database of a newer one that was rolled back, so it is
 * deleted and created again.
 * @throws if the device can store nothing
 */
export const openAnew = <T>(name: string, open: () => Promise<T>): Promise<T> =>
  open().catch(async (error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
    await deleteDB(name);
    return open();
  });
