import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { clearDatabase } from './clear-database.ts';

test('a database is emptied whatever it contains, while another tab has it open', async () => {
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

test('a missing database is not created', async () => {
  await clearDatabase('none');
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('none');
});
