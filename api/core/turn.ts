/**
 * Lets everything else that is waiting have its turn. SQLite answers without leaving the one that it is in: who reads
 * or writes much of it in a row holds up the whole server.
 */
export const letOthersGo = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
