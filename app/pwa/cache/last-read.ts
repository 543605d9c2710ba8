import type { CacheRecord } from './cache-records.ts';

/**
 * What a page that goes away has read and not yet written down. WebKit gives up what a page has under way in IndexedDB
 * when it is left; plain storage takes it at once, until the next page brings it in.
 */
const name = 'hearthkeep-last-read';

export function keepLastRead(records: CacheRecord[]): void {
  if (!records.length) return;
  try {
    localStorage.setItem(name, JSON.stringify(records));
  } catch {
    // Full or gone: it is read anew.
  }
}

export function lastRead(): CacheRecord[] {
  try {
    const records: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(records) ? records : [];
  } catch {
    return [];
  }
}

export function dropLastRead(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // There is nothing.
  }
}
