import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropOutbox } from '../outbox/database.ts';
import { outboxStore } from '../outbox/store.ts';
import { PlainStorage } from '../storage/testing/stores.ts';
import { countOlderChat, hasOlderChat, moveOlderChat } from './older-chat.ts';

let plain: PlainStorage;
beforeEach(() => {
  plain = new PlainStorage();
  vi.stubGlobal('localStorage', plain);
  vi.stubGlobal('indexedDB', new IDBFactory());
  dropOutbox();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const keyOf = (userId: string) => `hearthkeep-chat-unsent:${userId}`;
/** A message as the earlier release kept it. */
const older = (clientId: string, over: object = {}) => ({
  clientId,
  conversationId: 'mia',
  isSupport: false,
  content: `Text of ${clientId}`,
  createdAt: '2026-11-20T01:00:00.000Z',
  refused: null,
  ...over,
});
const keep = (userId: string, ...list: object[]) => plain.setItem(keyOf(userId), JSON.stringify(list));
const idsOf = async (userId: string) => (await outboxStore.list(userId)).map(({ clientId }) => clientId);

test('messages of the earlier release move into the outbox once, in order, with all that is known of them', async () => {
  keep('mia', older('a'), older('b', { refused: 'Too many messages. Please wait a moment.' }));
  const asTeam = { conversationId: 'noah', isSupport: true };
  keep('sam', older('c', { ...asTeam, lastSeenId: null }), older('d', asTeam));
  expect(hasOlderChat()).toBe(true);
  await moveOlderChat();
  expect(hasOlderChat()).toBe(false);
  const rest = { createdAt: '2026-11-20T01:00:00.000Z', code: null, attempts: 0, notBefore: 0 };
  const mine = { ...rest, userId: 'mia', bookingId: 'mia' };
  expect(await outboxStore.list('mia')).toEqual([
    {
      ...mine,
      seq: 1,
      clientId: 'a',
      work: { kind: 'chat', isSupport: false, content: 'Text of a' },
      state: 'waiting',
      reason: null,
    },
    {
      ...mine,
      seq: 2,
      clientId: 'b',
      work: { kind: 'chat', isSupport: false, content: 'Text of b' },
      state: 'failed',
      reason: 'Too many messages. Please wait a moment.',
    },
  ]);
  expect((await outboxStore.list('sam')).map(({ bookingId, work }) => [bookingId, work])).toEqual([
    ['noah', { kind: 'chat', isSupport: true, content: 'Text of c', lastSeenId: null }],
    ['noah', { kind: 'chat', isSupport: true, content: 'Text of d' }],
  ]);
  await moveOlderChat();
  expect(await idsOf('mia')).toEqual(['a', 'b']);
});

test('two tabs at once, and a page killed before it emptied plain storage, move each message once', async () => {
  keep('mia', older('a'), older('b'));
  await Promise.all([moveOlderChat(), moveOlderChat()]);
  expect(await idsOf('mia')).toEqual(['a', 'b']);
  keep('mia', older('a'), older('b'), older('c'));
  await moveOlderChat();
  expect(await idsOf('mia')).toEqual(['a', 'b', 'c']);
});

test('a message that a tab of the earlier release adds meanwhile is not removed', async () => {
  keep('mia', older('a'));
  const adopt = outboxStore.adopt;
  vi.spyOn(outboxStore, 'adopt').mockImplementationOnce(async (entries) => {
    await adopt(entries);
    keep('mia', older('a'), older('b'));
  });
  await moveOlderChat();
  expect(JSON.parse(plain.getItem(keyOf('mia')) ?? '[]')).toEqual([older('b')]);
  await moveOlderChat();
  expect(await idsOf('mia')).toEqual(['a', 'b']);
});

test('messages stay where they are if the outbox cannot take them', async () => {
  keep('mia', older('a'));
  vi.spyOn(outboxStore, 'adopt').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
  await expect(moveOlderChat()).rejects.toThrow('Full');
  expect(hasOlderChat()).toBe(true);
  await moveOlderChat();
  expect(await idsOf('mia')).toEqual(['a']);
});

test('other things in plain storage stay, and an unreadable list is removed', async () => {
  plain.setItem('hearthkeep-chat-draft:mia:mia', 'Hel');
  plain.setItem(keyOf('mia'), '{');
  await moveOlderChat();
  expect(Object.keys(plain)).toEqual(['hearthkeep-chat-draft:mia:mia']);
  expect(await idsOf('mia')).toEqual([]);
});

test('an entry that is no message keeps no other from moving', async () => {
  plain.setItem(keyOf('mia'), JSON.stringify([null, 7, { clientId: 'x' }, older('a')]));
  plain.setItem(keyOf('noah'), '{"clientId":"b"}');
  keep('sam', older('c'));
  expect(countOlderChat()).toBe(2);
  await moveOlderChat();
  expect([await idsOf('mia'), await idsOf('noah'), await idsOf('sam')]).toEqual([['a'], [], ['c']]);
  expect(hasOlderChat()).toBe(false);
});
