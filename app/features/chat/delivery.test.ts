import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../../../api/contract/chat.ts';
import type { ClientEvent } from '../../../api/contract/events.ts';
import type { Unsent } from '../../pwa/storage/chat-unsent.ts';
import { Delivery } from './delivery.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function makeWorld() {
  const sent: Extract<ClientEvent, { type: 'message' }>['data'][] = [];
  let list: Unsent[] = [];
  const socket = {
    state: 'online' as 'online' | 'closed',
    speaker: { userId: 'mia', isSupport: false },
    probe: vi.fn(),
    send: (event: ClientEvent) => {
      if (event.type === 'message') sent.push(event.data);
      return true;
    },
  };
  const delivery = new Delivery({
    socket,
    list: () => list,
    stored: ({ clientId }) => {
      list = list.filter((unsent) => unsent.clientId !== clientId);
    },
    refused: (clientId, refused) => {
      list = list.map((unsent) => (unsent.clientId === clientId ? { ...unsent, refused } : unsent));
    },
  });
  return {
    sent,
    socket,
    delivery,
    ids: () => sent.map(({ clientId }) => clientId),
    left: () => list.map(({ clientId, refused }) => [clientId, refused]),
    write: (clientId: string, over: Partial<Unsent> = {}) => {
      const unsent = {
        clientId,
        conversationId: 'mia',
        isSupport: false,
        content: clientId,
        createdAt: '',
        refused: null,
      };
      list = [...list, { ...unsent, ...over }];
      delivery.pump();
    },
    stores: (clientId: string) => delivery.hear({ type: 'stored', data: { clientId } as ChatMessage }),
  };
}

test('messages go one after the other’s answer, in the order of writing', () => {
  const { write, stores, ids, left } = makeWorld();
  write('a');
  write('b');
  expect(ids()).toEqual(['a']);
  stores('a');
  expect(ids()).toEqual(['a', 'b']);
  stores('b');
  expect(left()).toEqual([]);
});

test('what was on its way when the socket went goes again under its id, before what came after', () => {
  const { write, stores, ids, delivery, socket } = makeWorld();
  write('a');
  socket.state = 'closed';
  delivery.cut();
  write('b');
  expect(ids()).toEqual(['a']);
  socket.state = 'online';
  delivery.pump();
  stores('a');
  expect(ids()).toEqual(['a', 'a', 'b']);
});

test('a refused one says why and holds up no other', () => {
  const { write, ids, left, delivery } = makeWorld();
  write('a');
  write('b');
  delivery.hear({ type: 'refused', data: { clientId: 'a', reason: 'Too long' } });
  expect(ids()).toEqual(['a', 'b']);
  expect(left()).toEqual([
    ['a', 'Too long'],
    ['b', null],
  ]);
});

test('without an answer the server is asked whether it lives, and the message goes again', () => {
  const { write, ids, socket } = makeWorld();
  write('a');
  vi.advanceTimersByTime(10_000);
  expect(socket.probe).toHaveBeenCalledOnce();
  expect(ids()).toEqual(['a', 'a']);
});

test('the team names the conversation that it means, a customer none', () => {
  const { write, stores, sent, socket } = makeWorld();
  write('a');
  stores('a');
  socket.speaker.isSupport = true;
  write('b', { conversationId: 'noah', isSupport: true });
  expect(sent.map(({ conversationId, isSupport }) => [conversationId, isSupport])).toEqual([
    [undefined, false],
    ['noah', true],
  ]);
});

test('of an answer the server is told what its writer had seen; what says nothing of it goes without', () => {
  const { write, stores, sent, socket } = makeWorld();
  socket.speaker.isSupport = true;
  const asked = { conversationId: 'noah', isSupport: true };
  write('a', { ...asked, lastSeenId: 'm1' });
  stores('a');
  write('b', { ...asked, lastSeenId: null });
  stores('b');
  write('c', asked);
  expect(sent.map((data) => 'lastSeenId' in data && data.lastSeenId)).toEqual(['m1', null, false]);
});

test('what was written for the team by one who is no longer of it is refused here, and holds up no other', () => {
  const { write, sent, left, socket } = makeWorld();
  socket.state = 'closed';
  write('a', { conversationId: 'noah', isSupport: true });
  write('b');
  expect(left()).toEqual([
    ['a', null],
    ['b', null],
  ]);
  socket.state = 'online';
  write('c', { conversationId: 'noah', isSupport: true });
  expect(sent.map(({ clientId, isSupport }) => [clientId, isSupport])).toEqual([['b', false]]);
  expect(left()).toEqual([
    ['a', 'You are no longer of the team'],
    ['b', null],
    ['c', 'You are no longer of the team'],
  ]);
});

test('an answer that another tab’s sending got counts as well', () => {
  const { write, stores, left } = makeWorld();
  write('a');
  write('b');
  stores('b');
  expect(left()).toEqual([['a', null]]);
});
