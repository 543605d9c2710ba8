/**
 * Lets other waiting work run. SQLite answers within one turn of the event loop, so a long series of its queries
 * would hold up the whole server.
 */
export const letOthersGo = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
