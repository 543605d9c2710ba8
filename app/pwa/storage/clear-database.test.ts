import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { clearDatabase } from './clear-database.ts';

test('whatever a database holds is gone, while another tab has it open', async () => {
  const other = await openDB('some', 7, {
    upgrade(db) {
      db.createObjectStore('one');
      db.createObjectStore('two');
    },
  });
  await other.put('one', 'a word', 1);
  await other.put('two', 'another', 1);
  await clearDatabase('some');
  expect([await other.count('one'), await other.count('two')]).toEqual([0, 0]);
  other.close();
});

test('one that was never made stays unmade', async () => {
  await clearDatabase('none');
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('none');
});
