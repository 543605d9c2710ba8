import type { CacheRecord } from './cache-records.ts';

/**
 * Answers that a page has read and not stored when it is left. WebKit aborts the page's work in IndexedDB then;
 * plain storage takes the answers at once, and the next page stores them.
 */
const name = 'hearthkeep-last-read';

export function keepLastRead(records: CacheRecord[]): void {
  if (!records.length) return;
  try {
    localStorage.setItem(name, JSON.stringify(records));
  } catch {
    // The storage is full or missing: the answers are read again.
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
    // The storage is missing, so there is nothing to drop.
  }
}
