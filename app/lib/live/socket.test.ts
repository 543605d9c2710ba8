import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerEvent } from '../../../api/contract/schemas/events.ts';
import { closeCodes } from '../../../api/contract/schemas/events.ts';

import { backoffMs, codes, type Line, LiveSocket } from './socket.ts';

const mia = { userId: 'mia', isSupport: false };

/** A browser's WebSocket whose other end is the test. */
class FakeLine implements Line {
  sent: string[] = [];
  closed = false;
  readyState: Line['readyState'] = 0;
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.call(this as never, {} as Event);
  }
  says(event: unknown) {
    this.onmessage?.call(this as never, { data: JSON.stringify(event) } as MessageEvent);
  }
  ends(code = 1006) {
    this.onclose?.call(this as never, { code } as CloseEvent);
  }
}

let lines: FakeLine[];
let signedOut: number;
const last = () => lines.at(-1) as FakeLine;

function makeSocket(random = 1) {
  return new LiveSocket({
    open: (path) => {
      lines.push(new FakeLine(path));
      return last();
    },
    random: () => random,
    since: Date.now(),
    signedOut: () => {
      signedOut += 1;
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  signedOut = 0;
});
afterEach(() => vi.useRealTimers());

test('the close codes are the contract’s', () => {
  expect(closeCodes).toMatchObject(codes);
});

test('a socket exists only while a person is signed in', () => {
  const socket = makeSocket();
  socket.wake();
  expect(lines).toHaveLength(0);
  socket.start(mia);
  last().opens();
  expect(socket.state).toBe('online');
  socket.stop();
  expect(last().closed).toBe(true);
  vi.advanceTimersByTime(600_000);
  socket.wake();
  expect(lines).toHaveLength(1);
  expect(socket.state).toBe('closed');
});

test('a second start for the same person keeps the socket', () => {
  const socket = makeSocket();
  socket.start(mia);
  socket.start({ ...mia });
  expect(lines).toHaveLength(1);
});

test('a lost socket returns, later each time, and soon again once it was settled', () => {
  const socket = makeSocket();
  socket.start(mia);
  const waits: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    const before = Date.now();
    const count = lines.length;
    last().ends();
    while (lines.length === count) vi.advanceTimersByTime(100);
    waits.push(Date.now() - before);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  last().opens();
  vi.advanceTimersByTime(11_000);
  last().ends(codes.goingAway);
  vi.advanceTimersByTime(500);
  expect(lines).toHaveLength(11);
});

test('nothing is sent over a socket that is closing and has not reported it yet', () => {
  const socket = makeSocket();
  socket.start(mia);
  last().opens();
  last().readyState = 2;
  expect(socket.send({ type: 'ping', data: {} })).toBe(false);
  expect(last().sent).toEqual([]);
  socket.probe();
  vi.advanceTimersByTime(5_000);
  expect(socket.state).toBe('closed');
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
});

test('waits are spread over their whole length', () => {
  expect([0, 0.5, 1].map((random) => backoffMs(3, random))).toEqual([0, 2000, 4000]);
  expect(backoffMs(30, 1)).toBe(30_000);
});

test('a socket that opens and is closed at once is not tried without a pause', () => {
  const socket = makeSocket();
  socket.start(mia);
  for (let i = 0; i < 4; i += 1) {
    last().opens();
    last().ends();
    vi.advanceTimersByTime(30_000);
  }
  last().opens();
  last().ends();
  const count = lines.length;
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(count);
});

test('a network that is back, or an app in front again, ends the wait', () => {
  const socket = makeSocket();
  socket.start(mia);
  for (let i = 0; i < 8; i += 1) {
    last().ends();
    socket.wake();
  }
  expect(lines).toHaveLength(9);
});

test('a socket that does not open in 10 s is abandoned', () => {
  const socket = makeSocket();
  socket.start(mia);
  vi.advanceTimersByTime(10_000);
  expect(socket.state).toBe('closed');
  const first = last();
  vi.advanceTimersByTime(1000);
  expect(lines).toHaveLength(2);
  // A socket is closed if it opens after all, and not before: the browser would log a warning.
  expect(first.closed).toBe(false);
  first.opens();
  expect(first.closed).toBe(true);
  expect(socket.state).toBe('connecting');
});

test('a silent socket is tested, and replaced if it does not answer', () => {
  const socket = makeSocket();
  socket.start(mia);
  last().opens();
  vi.advanceTimersByTime(25_000);
  expect(last().sent).toEqual(['{"type":"ping","data":{}}']);
  vi.advanceTimersByTime(2000);
  last().says({ type: 'pong', data: {} });
  vi.advanceTimersByTime(25_000);
  expect(last().sent).toHaveLength(2);
  vi.advanceTimersByTime(5000);
  expect(last().closed).toBe(true);
  vi.advanceTimersByTime(500);
  expect(lines).toHaveLength(2);
  // The age counts from the last event, not from the detected silence.
  expect(last().path).toBe('/chat?age=30500');
});

test('a dead socket that reports it later changes nothing any more', () => {
  const socket = makeSocket();
  socket.start(mia);
  const first = last();
  first.opens();
  vi.advanceTimersByTime(30_000);
  vi.advanceTimersByTime(500);
  last().opens();
  first.ends();
  expect(socket.state).toBe('online');
});

test('an app in front after a while tests the socket at once', () => {
  const socket = makeSocket();
  socket.start(mia);
  last().opens();
  vi.advanceTimersByTime(6000);
  socket.wake();
  expect(last().sent).toEqual(['{"type":"ping","data":{}}']);
});

test('the first socket names the time of the page’s reads, the next the time of the last event', () => {
  const socket = makeSocket();
  vi.advanceTimersByTime(2400);
  socket.start(mia);
  expect(last().path).toBe('/chat?age=2400');
  last().opens();
  vi.advanceTimersByTime(1000);
  last().ends();
  vi.advanceTimersByTime(1000);
  expect(last().path).toBe('/chat?age=2000');
});

test('a page in the browser’s cache has no socket, and gets one again when it is back', () => {
  const socket = makeSocket();
  socket.start(mia);
  last().opens();
  socket.pause();
  expect(last().closed).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(1);
  socket.wake();
  expect(lines).toHaveLength(2);
});

test('an ended session is reported once, and not asked about again soon', () => {
  const socket = makeSocket();
  socket.start(mia);
  last().opens();
  last().ends(codes.signedOut);
  expect(signedOut).toBe(1);
  socket.wake();
  vi.advanceTimersByTime(140_000);
  expect(lines).toHaveLength(1);
});

test.each([codes.tooMany, codes.refused])('a refusal with %i causes a wait of minutes', (code) => {
  const socket = makeSocket(0);
  socket.start(mia);
  last().opens();
  last().ends(code);
  socket.wake();
  vi.advanceTimersByTime(299_000);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(lines).toHaveLength(2);
});

test('events reach every listener; other text is ignored', () => {
  const socket = makeSocket();
  const heard: ServerEvent[] = [];
  const stop = socket.onEvent((event) => heard.push(event));
  socket.start(mia);
  last().opens();
  last().says({ type: 'changed', data: { keys: ['/api/hours'] } });
  last().onmessage?.call(last() as never, { data: 'no JSON' } as MessageEvent);
  last().says(null);
  stop();
  last().says({ type: 'changed', data: { keys: ['/api/bookings'] } });
  expect(heard).toEqual([{ type: 'changed', data: { keys: ['/api/hours'] } }]);
});

test('nothing is sent before the socket is open', () => {
  const socket = makeSocket();
  expect(socket.send({ type: 'ping', data: {} })).toBe(false);
  socket.start(mia);
  expect(socket.send({ type: 'ping', data: {} })).toBe(false);
  last().opens();
  expect(socket.send({ type: 'ping', data: {} })).toBe(true);
});
