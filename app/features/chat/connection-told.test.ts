import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, ConnectionTold } from './connection-told.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openChat() {
  const reports: string[] = [];
  const taken: string[] = [];
  const teller = new ConnectionTold((what) => {
    reports.push(what);
    return () => taken.push(what);
  });
  let now: Connection = { state: 'closed', joined: false, inFront: true };
  const see = (change: Partial<Connection>) => {
    now = { ...now, ...change };
    teller.see(now);
  };
  return {
    reports,
    taken,
    teller,
    see,
    connect: () => {
      see({ state: 'connecting' });
      see({ state: 'online' });
      see({ joined: true });
    },
    lose: () => see({ state: 'closed', joined: false }),
  };
}

test('a chat that connects reports it once, and nothing about the time before', () => {
  const { reports, see, connect } = openChat();
  see({});
  connect();
  see({});
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual(['connected']);
});

test('the notice of a connection is removed when the connection is lost, not when nobody looks', () => {
  const { reports, taken, see, connect, lose } = openChat();
  connect();
  see({ inFront: false, joined: false });
  see({ inFront: true, joined: true });
  expect(taken).toEqual([]);
  lose();
  see({ state: 'connecting' });
  expect(taken).toEqual(['connected']);
  vi.advanceTimersByTime(60_000);
  connect();
  expect(reports).toEqual(['connected', 'failed', 'connected']);
  expect(taken).toEqual(['connected']);
});

test('a failed first attempt is reported at once, and so is the later connection', () => {
  const { reports, see, connect } = openChat();
  see({ state: 'connecting' });
  see({ state: 'closed' });
  expect(reports).toEqual(['failed']);
  see({ state: 'connecting' });
  see({ state: 'closed' });
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual(['failed']);
  connect();
  expect(reports).toEqual(['failed', 'connected']);
});

test('a socket that returns soon causes no notice, however many attempts it needs', () => {
  const { reports, see, connect, lose } = openChat();
  connect();
  for (const _ of [1, 2, 3]) {
    lose();
    vi.advanceTimersByTime(2000);
    see({ state: 'connecting' });
    see({ state: 'closed' });
    vi.advanceTimersByTime(2000);
    connect();
  }
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual(['connected']);
});

test('a socket lost for 5 s is reported once, whatever is tried meanwhile', () => {
  const { reports, see, connect, lose } = openChat();
  connect();
  lose();
  vi.advanceTimersByTime(3000);
  see({ state: 'connecting' });
  vi.advanceTimersByTime(1999);
  expect(reports).toEqual(['connected']);
  vi.advanceTimersByTime(1);
  expect(reports).toEqual(['connected', 'failed']);
  see({ state: 'closed' });
  vi.advanceTimersByTime(60_000);
  connect();
  expect(reports).toEqual(['connected', 'failed', 'connected']);
});

test('a socket without any attempt is reported after 5 s', () => {
  const { reports, see } = openChat();
  see({});
  vi.advanceTimersByTime(5000);
  expect(reports).toEqual(['failed']);
});

test('a background app reports nothing, and waits again when it is in front', () => {
  const { reports, see, connect, lose } = openChat();
  connect();
  see({ inFront: false });
  lose();
  see({ state: 'connecting' });
  see({ state: 'closed' });
  vi.advanceTimersByTime(60_000);
  see({ inFront: true });
  vi.advanceTimersByTime(4999);
  expect(reports).toEqual(['connected']);
  connect();
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual(['connected']);
});

test('a closed chat reports nothing more', () => {
  const { reports, connect, lose, teller } = openChat();
  connect();
  lose();
  teller.end();
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual(['connected']);
});
