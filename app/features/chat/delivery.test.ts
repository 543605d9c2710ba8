import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import type { ClientEvent } from '../../../api/contract/schemas/events.ts';
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

test('messages are sent one after another’s answer, in the order of writing', () => {
  const { write, stores, ids, left } = makeWorld();
  write('a');
  write('b');
  expect(ids()).toEqual(['a']);
  stores('a');
  expect(ids()).toEqual(['a', 'b']);
  stores('b');
  expect(left()).toEqual([]);
});

test('a message under way when the socket is lost is sent again under its id, before later ones', () => {
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

test('a refused message shows the reason and delays no other', () => {
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

test('a missing answer makes the client test the connection and send the message again', () => {
  const { write, ids, socket } = makeWorld();
  write('a');
  vi.advanceTimersByTime(10_000);
  expect(socket.probe).toHaveBeenCalledOnce();
  expect(ids()).toEqual(['a', 'a']);
});

test('a message of the team names its conversation, one of a customer does not', () => {
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

test('an answer carries the last message that its writer saw; an entry without one is sent without', () => {
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

test('a message written for the team by a former member is refused on the device, and delays no other', () => {
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

test('an answer to another tab’s send counts as well', () => {
  const { write, stores, left } = makeWorld();
  write('a');
  write('b');
  stores('b');
  expect(left()).toEqual([['a', null]]);
});
