import { expect, test, vi } from 'vitest';
import {
  aKeptPhoto,
  aQueuedChat,
  aQueuedMessage,
  storedChat,
  storedMessage,
} from '../outbox/testing/entry.ts';
import { memoryStore } from '../outbox/testing/memory-store.ts';
import { heardIn, sender } from './send.ts';
import { answerTo, requestOf, type Work } from './work.ts';

const heard = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  heardIn(status, new Headers(headers), typeof body === 'string' ? body : JSON.stringify(body)).kind;

const entry = aQueuedMessage('Hello', { clientId: 'c1' });

test('a message is stored if the server’s answer has its own id', () => {
  expect(answerTo(entry, storedMessage(entry).message)).toEqual(storedMessage(entry));
  for (const body of [{ ok: true }, { id: 'm', clientId: 'another' }, { id: 'b1', statusChanges: [] }])
    expect(answerTo(entry, body), JSON.stringify(body)).toBeNull();
});

test('a change is done if the answer is its booking’s new state', () => {
  const detail = { id: 'b1', statusChanges: [] };
  for (const work of [
    { kind: 'review', rating: 5, review: '' },
    { kind: 'reschedule', from: null, to: '2026-12-01T00:00:00.000Z' },
    { kind: 'cancel', terms: { outcome: 'free', amountCents: 0, hours: 0 } },
  ] satisfies Work[]) {
    const change = { clientId: 'c1', bookingId: 'b1', work };
    expect(answerTo(change, detail)).toEqual({ kind: 'booking', detail });
    for (const body of [{ id: 'b1' }, { id: 'b2', statusChanges: [] }, { clientId: 'c1' }])
      expect(answerTo(change, body), JSON.stringify(body)).toBeNull();
  }
});

test('a cancellation sends all of its agreed terms', () => {
  const terms = { outcome: 'forfeit', amountCents: 0, hours: 2 } as const;
  for (const agreed of [terms, { ...terms, chargeCents: 26_040 }]) {
    const { method, path, body } = requestOf({ bookingId: 'b1', work: { kind: 'cancel', terms: agreed } });
    expect([method, path, body]).toEqual(['POST', '/api/bookings/b1/cancel', agreed]);
  }
});

test('a chat message names its conversation and side; the team’s also the last message that its writer saw', () => {
  const bodyOf = (entry: ReturnType<typeof aQueuedChat>) => requestOf(entry).body;
  const answer = { conversationId: 'noah', isSupport: true, content: 'Yes' };
  const asTeam = (lastSeenId?: string | null) =>
    aQueuedChat('Yes', {
      bookingId: 'noah',
      isSupport: true,
      ...(lastSeenId !== undefined && { lastSeenId }),
    });
  expect(requestOf(aQueuedChat('Hello'))).toEqual({
    method: 'POST',
    path: '/api/chat/messages',
    body: { conversationId: 'mia', isSupport: false, content: 'Hello' },
  });
  expect(bodyOf(asTeam('m1'))).toEqual({ ...answer, lastSeenId: 'm1' });
  expect(bodyOf(asTeam(null))).toEqual({ ...answer, lastSeenId: null });
  expect(bodyOf(asTeam())).toEqual(answer);
  expect(bodyOf(aQueuedChat('Mine', { lastSeenId: 'm1' }))).not.toHaveProperty('lastSeenId');
});

test('a chat message is stored if the server’s answer has its own id', () => {
  const chat = aQueuedChat('Hello', { clientId: 'c1' });
  expect(answerTo(chat, storedChat(chat).message)).toEqual(storedChat(chat));
  expect(answerTo(chat, { ok: true })).toBeNull();
  expect(answerTo(chat, storedChat(aQueuedChat('Another')).message)).toBeNull();
});

test('a call that an earlier release of the server does not know waits for the newer one', () => {
  expect(heard(405, { code: 'method_not_allowed', message: 'This method is not allowed here' })).toBe(
    'later',
  );
  expect(heard(405, '<html>')).toBe('no-network');
});

test('a foreign answer counts as none, whatever its status', () => {
  for (const body of [null, 'true', '<html>Welcome</html>', ''])
    expect(heard(200, body), JSON.stringify(body)).toBe('no-network');
  expect(heard(403, { blocked: 'by the hotel' })).toBe('no-network');
  expect(heard(404, '<html>')).toBe('no-network');
  expect(heard(511, '<html>')).toBe('no-network');
});

test('a refusal names its reason; 401 waits for the person; 429 and 5xx wait as long as they say', () => {
  const refusal = JSON.stringify({ code: 'not_found', message: 'Booking not found' });
  expect(heardIn(404, new Headers(), refusal)).toEqual({
    kind: 'refused',
    code: 'not_found',
    reason: 'Booking not found',
  });
  expect(heard(401, { code: 'unauthorized' })).toBe('signed-out');
  expect(heard(401, { error: 'login required' })).toBe('no-network');
  expect(heardIn(429, new Headers({ 'retry-after': '7' }), '')).toEqual({ kind: 'later', afterMs: 7000 });
  const full = JSON.stringify({ code: 'too_many_requests', message: 'Your day is full.', requestId: 'r' });
  expect(heardIn(429, new Headers({ 'retry-after': '7' }), full)).toEqual({
    kind: 'later',
    afterMs: 7000,
    reason: 'Your day is full.',
  });
  expect(heardIn(503, new Headers(), '<html>')).toEqual({ kind: 'later', afterMs: null });
  const stalled = JSON.stringify({ code: 'unavailable', message: 'Please try again', requestId: 'r' });
  expect(heardIn(503, new Headers({ 'retry-after': '5' }), stalled)).toEqual({
    kind: 'later',
    afterMs: 5000,
  });
});

/** A server with given answers, which notes its requests in order. */
function aServer(answer: (method: string, path: string) => [status: number, body: object]) {
  const requests: string[] = [];
  const headers: Record<string, string>[] = [];
  const fetchIt: typeof fetch = async (path, init) => {
    requests.push(`${init?.method} ${path}`);
    headers.push(init?.headers as Record<string, string>);
    const [status, body] = answer(init?.method ?? '', String(path));
    return new Response(JSON.stringify(body), { status });
  };
  return { requests, headers, fetchIt };
}

test('the photos of a message are sent before it, each once, and in the name of its writer', async () => {
  const store = memoryStore();
  const written = { ...entry, work: { ...entry.work, photoIds: ['p1', 'p2'] } };
  const kept = await store.add(written, [aKeptPhoto('p1'), aKeptPhoto('p2')]);
  let broken = true;
  const server = aServer((method, path) => {
    if (method === 'POST') return [200, storedMessage(entry).message];
    return path.endsWith('p2') && broken ? [503, {}] : [200, { id: path.slice(-2) }];
  });
  const send = sender(store, server.fetchIt);
  expect(await send(kept)).toEqual({ kind: 'later', afterMs: null });
  broken = false;
  expect(await send(kept)).toMatchObject({ kind: 'stored' });
  expect(server.requests).toEqual([
    'PUT /api/bookings/b1/photos/p1',
    'PUT /api/bookings/b1/photos/p2',
    'PUT /api/bookings/b1/photos/p2',
    'POST /api/bookings/messages',
  ]);
  for (const headers of server.headers)
    expect(headers).toMatchObject({ 'hearthkeep-person': 'mia', 'idempotency-key': 'c1' });
});

test.each([
  ['that a sign-out removed', (store: ReturnType<typeof memoryStore>) => store.clear()],
  ['that was refused', (store: ReturnType<typeof memoryStore>) => store.update(1, { state: 'failed' })],
])('a message %s while its photos were on their way is not sent after them', async (_, meanwhile) => {
  const store = memoryStore();
  const written = { ...entry, work: { ...entry.work, photoIds: ['p1'] } };
  const kept = await store.add(written, [aKeptPhoto('p1')]);
  const server = aServer(() => [200, { id: 'p1' }]);
  const fetchIt: typeof fetch = async (...of) => {
    const answer = await server.fetchIt(...of);
    await meanwhile(store);
    return answer;
  };
  expect(await sender(store, fetchIt)(kept)).toEqual({ kind: 'later', afterMs: 1 });
  expect(server.requests).toEqual(['PUT /api/bookings/b1/photos/p1']);
});

test('photos that the server did not keep are sent again, once', async () => {
  const store = memoryStore();
  const kept = await store.add({ ...entry, work: { ...entry.work, photoIds: ['p1'] } }, [
    aKeptPhoto('p1', { sent: true }),
  ]);
  let has = false;
  const server = aServer((method) => {
    if (method === 'PUT') return [200, { id: 'p1' }];
    return has ? [200, storedMessage(entry).message] : [409, { code: 'photo_missing', message: 'Not here' }];
  });
  const send = sender(store, server.fetchIt);
  expect(await send(kept)).toEqual({ kind: 'later', afterMs: null });
  expect(await send(kept)).toEqual({ kind: 'refused', code: 'photo_missing', reason: 'Not here' });
  has = true;
  expect(await send(kept)).toMatchObject({ kind: 'stored' });
  expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
});

test('a full device, which can note nothing, sends photos with their message, each once, and once more if needed', async () => {
  const store = memoryStore();
  vi.spyOn(store, 'markPhotos').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  const kept = await store.add({ ...entry, work: { ...entry.work, photoIds: ['p1'] } }, [aKeptPhoto('p1')]);
  const answers: [number, object][] = [
    [503, {}],
    [409, { code: 'photo_missing', message: 'Not here' }],
    [200, storedMessage(entry).message],
  ];
  const server = aServer((method) =>
    method === 'PUT' ? [200, { id: 'p1' }] : (answers.shift() ?? [500, {}]),
  );
  const send = sender(store, server.fetchIt);
  expect(await send(kept)).toMatchObject({ kind: 'later' });
  expect(await send(kept)).toMatchObject({ kind: 'later' });
  expect(await send(kept)).toMatchObject({ kind: 'stored' });
  expect(server.requests.map((line) => line.slice(0, 4))).toEqual(['PUT ', 'POST', 'POST', 'PUT ', 'POST']);
});

test('photos on a slow network are sent in several turns', async () => {
  const store = memoryStore();
  const photoIds = ['p1', 'p2', 'p3'];
  const kept = await store.add(
    { ...entry, work: { ...entry.work, photoIds } },
    photoIds.map((id) => aKeptPhoto(id)),
  );
  let now = 0;
  const server = aServer((method, path) => {
    now += 40_000;
    return [200, method === 'PUT' ? { id: path.slice(-2) } : storedMessage(entry).message];
  });
  const send = sender(store, server.fetchIt, () => now);
  expect(await send(kept)).toEqual({ kind: 'later', afterMs: 1 });
  expect(await send(kept)).toMatchObject({ kind: 'stored' });
  expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
});

test('a message with a lost photo says so, and is not sent without it', async () => {
  const store = memoryStore();
  const kept = await store.add({ ...entry, work: { ...entry.work, photoIds: ['p1'] } });
  const server = aServer(() => [200, {}]);
  expect(await sender(store, server.fetchIt)(kept)).toMatchObject({ kind: 'refused' });
  expect(server.requests).toEqual([]);
});

test('a photo without room on the server stays here with its message, which shows the reason, and is sent once there is room', async () => {
  const store = memoryStore();
  const photoIds = ['p1', 'p2'];
  const written = { ...entry, work: { ...entry.work, photoIds } };
  const kept = await store.add(
    written,
    photoIds.map((id) => aKeptPhoto(id)),
  );
  const reason = 'You have sent as many photos as fit in one day.';
  let isFull = true;
  const server = aServer((method, path) => {
    if (method === 'POST') return [200, storedMessage(entry).message];
    return path.endsWith('p2') && isFull
      ? [413, { code: 'too_large', message: reason }]
      : [200, { id: path.slice(-2) }];
  });
  const send = sender(store, server.fetchIt);
  expect(await send(kept)).toEqual({ kind: 'refused', code: 'too_large', reason });
  expect(await store.readPhoto('p2')).toMatchObject({ sent: false });
  isFull = false;
  expect(await send(kept)).toMatchObject({ kind: 'stored' });
  expect(server.requests.slice(2)).toEqual(['PUT /api/bookings/b1/photos/p2', 'POST /api/bookings/messages']);
});
