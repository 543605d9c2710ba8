import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { BookingDetail } from '../../../api/contract/schemas/bookings.ts';
import { keyOf } from '../../lib/api.ts';
import type { History } from '../../lib/cache/chat-history.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { aQueuedChat, aQueuedMessage, storedChat, storedMessage } from '../outbox/testing/entry.ts';
import { showAnswers, showKept, showMissed } from './show.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const thread = keyOf('listMessages', { id: 'b1' });
const yesterday = Date.now() - 86_400_000;

test('a thread of yesterday stays as old after an own message was sent, and is read when no answer follows', async () => {
  const reads = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', reads);
  queryClient.setQueryData(thread, [], { updatedAt: yesterday });
  await queryClient.invalidateQueries({ queryKey: thread });
  const stop = new QueryObserver(queryClient, {
    queryKey: thread,
    refetchOnMount: false,
    queryFn: async () => (await reads()).json(),
  }).subscribe(() => {});
  for (const text of ['One', 'Two']) await showAnswers([storedMessage(aQueuedMessage(text))]);
  expect(queryClient.getQueryData(thread)).toHaveLength(2);
  expect(queryClient.getQueryState(thread)).toMatchObject({ isInvalidated: true, dataUpdatedAt: yesterday });
  expect(reads).not.toHaveBeenCalled();
  showMissed();
  await expect.poll(() => queryClient.getQueryState(thread)?.isInvalidated).toBe(false);
  expect(reads).toHaveBeenCalledOnce();
  stop();
});

test('a current thread is not read again for an own message', async () => {
  const reads = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', reads);
  queryClient.setQueryData(thread, []);
  await showAnswers([storedMessage(aQueuedMessage('One'))]);
  showMissed();
  expect(queryClient.getQueryState(thread)?.isInvalidated).toBe(false);
  expect(reads).not.toHaveBeenCalled();
});

test('a sent chat message is in its own side’s conversation, once, whoever brings it first', async () => {
  const mine = keyOf('listChatMessages');
  const teams = keyOf('listConversationMessages', { id: 'mia' });
  for (const key of [mine, teams]) queryClient.setQueryData(key, { messages: [], next: null });
  const [first, second] = [aQueuedChat('One'), aQueuedChat('Two')];
  const answers = [storedChat(first, 1), storedChat(second, 2)];
  await showAnswers(answers.slice(0, 1));
  await showKept(answers.map((answered) => ({ clientId: '', userId: 'mia', answered, at: yesterday })));
  const contents = (key: readonly unknown[]) =>
    queryClient.getQueryData<History>(key)?.messages.map(({ content }) => content);
  expect(contents(mine)).toEqual(['One', 'Two']);
  expect(contents(teams)).toEqual([]);
  await showAnswers([storedChat(aQueuedChat('Three', { isSupport: true }), 1)]);
  expect(contents(teams)).toEqual(['Three']);
});

const detailKey = keyOf('readBooking', { id: 'b1' });
const list = keyOf('listBookings');
/** An answer of that time with the booking's status, as stored on the device. */
const kept = (status: string, at: number) => ({
  clientId: 'c1',
  userId: 'mia',
  answered: { kind: 'booking', detail: { id: 'b1', status } as BookingDetail } as const,
  at,
});
const known = (key: readonly unknown[], data: unknown, updatedAt: number) =>
  queryClient.setQueryData(key, data, { updatedAt });

test('a booking read since the answer stays, an older one is replaced, and both are read again', async () => {
  known(detailKey, { id: 'b1', status: 'completed' }, Date.now());
  await showKept([kept('pending', yesterday)]);
  expect(queryClient.getQueryState(detailKey)).toMatchObject({
    data: { status: 'completed' },
    isInvalidated: true,
  });
  known(detailKey, { id: 'b1', status: 'scheduled' }, yesterday);
  await showKept([kept('pending', Date.now())]);
  expect(queryClient.getQueryState(detailKey)).toMatchObject({
    data: { status: 'pending' },
    isInvalidated: true,
  });
});

test('a list read since the answer stays too, whatever the booking’s own state', async () => {
  known(detailKey, { id: 'b1', status: 'scheduled' }, yesterday - 1);
  known(list, [{ id: 'b1', status: 'completed' }], Date.now());
  await showKept([kept('pending', yesterday)]);
  expect(queryClient.getQueryState(detailKey)).toMatchObject({
    data: { status: 'pending' },
    isInvalidated: true,
  });
  expect(queryClient.getQueryState(list)).toMatchObject({
    data: [{ status: 'completed' }],
    isInvalidated: true,
  });
});

test('the last of several answers for a booking counts, on its page and in the list', async () => {
  for (const age of [{ isOld: false }, { isOld: true }]) {
    known(detailKey, { id: 'b1', status: 'scheduled' }, yesterday - 1);
    known(list, [{ id: 'b1', status: 'scheduled' }, { id: 'b2' }], yesterday - 1);
    if (age.isOld) await queryClient.invalidateQueries();
    await showKept([kept('pending', yesterday), kept('cancelled', yesterday + 1)]);
    expect(queryClient.getQueryData(detailKey)).toMatchObject({ status: 'cancelled' });
    expect(queryClient.getQueryData(list)).toMatchObject([{ status: 'cancelled' }, { id: 'b2' }]);
  }
});
