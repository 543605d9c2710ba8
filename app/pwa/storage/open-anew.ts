import { deleteDB } from 'idb';

/**
 * Opens a database of copies. A newer release's that was rolled back from can't be read by this one: it is made anew.
 * @throws where the device keeps nothing
 */
export const openAnew = <T>(name: string, open: () => Promise<T>): Promise<T> =>
  open().catch(async (error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
    await deleteDB(name);
    return open();
  });
