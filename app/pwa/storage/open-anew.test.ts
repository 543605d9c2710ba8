import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page of a release, with its own modules: reads the database's content, and writes what is given. */
async function aPage(version: number) {
  vi.resetModules();
  const { openAnew } = await import('./open-anew.ts');
  const open = () =>
    openDB('copies', version, {
      upgrade(db) {
        if (!db.objectStoreNames.contains('copies')) db.createObjectStore('copies');
      },
    });
  return async (content?: string): Promise<string | undefined> => {
    const db = await openAnew('copies', open);
    if (content) await db.put('copies', content, 'key');
    const kept = await db.get('copies', 'key');
    db.close();
    return kept;
  };
}

test('a page that has stored copies does not delete those of a newer release', async () => {
  const older = await aPage(1);
  await older('old');
  const newer = await aPage(2);
  await newer('new');
  await expect(older('old again')).rejects.toThrow(expect.objectContaining({ name: 'VersionError' }));
  expect(await newer()).toBe('new');
});

test('a page of a release that was rolled back to begins with an empty database', async () => {
  await (await aPage(2))('new');
  const older = await aPage(1);
  expect(await older()).toBeUndefined();
  expect(await older('old')).toBe('old');
});
