import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { outboxStore } from '../outbox/store.ts';
import { aKeptPhoto, aQueuedMessage } from '../outbox/testing/entry.ts';
import { keepSeen, readSeen } from '../photos/seen.ts';
import { keepShared, readShared } from '../photos/shared.ts';
import { hasDrafts, readChatDraft, readDraft, saveChatDraft, saveDraft } from '../storage/drafts.ts';
import { tidyUp } from './leftovers.ts';

test('an earlier person’s data is removed, except unsent work', async () => {
  const seen = { owner: 'mia', id: 'p0', size: 'small' } as const;
  await keepSeen(seen, new ArrayBuffer(3), 'image/webp');
  await keepShared([new File(['gate'], 'gate.jpg', { type: 'image/jpeg' })], async () => 'mia');
  await outboxStore.saveDraftPhotos([
    aKeptPhoto('p1', { draftOf: 'b1' }),
    aKeptPhoto('p2', { draftOf: 'b1', userId: 'ben' }),
    // A shared photo as an earlier release stored it.
    aKeptPhoto('p3', { draftOf: 'shared', userId: '' }),
  ]);
  const { seq: _, ...message } = aQueuedMessage('Look');
  for (const person of ['mia', 'ben']) {
    saveDraft(person, 'b1', 'Look');
    saveChatDraft(person, person, 'Hello');
  }
  await outboxStore.add(message, [aKeptPhoto('p4', { draftOf: 'b1' })]);

  await tidyUp('ben');

  expect(await readSeen(seen)).toBeUndefined();
  expect(await readShared('mia')).toEqual([]);
  const left = await Promise.all(['p1', 'p2', 'p3', 'p4'].map((id) => outboxStore.readPhoto(id)));
  expect(left.map((photo) => photo?.id)).toEqual([undefined, 'p2', undefined, 'p4']);
  expect(await outboxStore.list('mia')).toHaveLength(1);
  expect([hasDrafts('mia'), readDraft('mia', 'b1'), readChatDraft('mia', 'mia')]).toEqual([false, '', '']);
  expect([hasDrafts('ben'), readDraft('ben', 'b1'), readChatDraft('ben', 'ben')]).toEqual([
    true,
    'Look',
    'Hello',
  ]);
});
