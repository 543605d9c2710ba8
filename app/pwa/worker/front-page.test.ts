import 'fake-indexeddb/auto';
import { hashKey } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { keyOf } from '../../lib/api.ts';
import { clearCacheRecords, writeCacheRecords } from '../cache-records.ts';
import { rememberedId, userHash } from './front-page.ts';

test('the worker looks for the signed-in person under the name that the cache stores them by', () => {
  expect(userHash).toBe(hashKey(keyOf('readUser')));
});

test('whom the device remembers is found without reading all that it keeps of them', async () => {
  const kept = (hash: string, owner: string | null) => ({ hash, owner, mark: null, query: {} as never });
  expect(await rememberedId()).toBeNull();
  await writeCacheRecords([kept(userHash, 'mia'), kept('services', null)], []);
  const all = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  expect(await rememberedId()).toBe('mia');
  expect(all).not.toHaveBeenCalled();
  await clearCacheRecords();
  expect(await rememberedId()).toBeNull();
});
