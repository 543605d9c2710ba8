import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from './connection.ts';
import { createHints } from './hints.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const lists = ['/api/admin/bookings', '/api/admin/bookings/'];

/** A team's open page, which notes each hint with its time in ms. */
function aTeamPage() {
  const hints = createHints();
  const heard: { at: number; keys: string[] }[] = [];
  const began = performance.now();
  const send: Connection['send'] = (event) => {
    if (event.type === 'changed') heard.push({ at: performance.now() - began, keys: event.data.keys });
  };
  const connection = { person: { id: 'robin', role: 'admin' }, send } as Connection;
  hints.add(connection, null);
  return {
    hints,
    heard,
    connection,
    at: (path: string) => heard.find(({ keys }) => keys.includes(path))?.at,
  };
}

test('ten messages a second by one member become few hints, and another’s change is told at once', () => {
  const { hints, heard, at } = aTeamPage();
  const write = () => hints.tell({ admins: true, of: 'mia', keys: lists });
  for (let n = 0; n < 600; n++) {
    write();
    if (n === 555) hints.tell({ admins: true, of: 'noah', keys: ['/api/of-noah'] });
    vi.advanceTimersByTime(100);
  }
  expect(heard.length).toBeLessThan(15);
  expect((at('/api/of-noah') ?? Number.NaN) - 55_500).toBeLessThanOrEqual(500);
});

test('after the rush, changes of this member are told at once again, and no path was lost', () => {
  const { hints, heard, at } = aTeamPage();
  for (let n = 0; n < 300; n++) {
    hints.tell({ admins: true, of: 'mia', keys: [`/api/thing/${n}`] });
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(16_000);
  expect(new Set(heard.flatMap(({ keys }) => keys)).size).toBe(300);
  hints.tell({ admins: true, of: 'mia', keys: ['/api/late'] });
  expect(at('/api/late')).toBe(46_000);
});

test('a talk at an ordinary pace is told without delay', () => {
  const { hints, heard } = aTeamPage();
  for (let n = 0; n < 20; n++) {
    hints.tell({ admins: true, of: 'mia', keys: ['/api/bookings/1/messages'] });
    vi.advanceTimersByTime(2_000);
  }
  expect(heard.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => n * 2_000));
});

test('many members who each change a little are told to a page every four seconds', () => {
  const { hints, heard } = aTeamPage();
  for (let n = 0; n < 600; n++) {
    hints.tell({ admins: true, of: `member-${n}`, keys: lists });
    vi.advanceTimersByTime(50);
  }
  expect(heard.length).toBeLessThan(12);
  const last = heard.slice(-2).map(({ at }) => at);
  expect((last[1] ?? 0) - (last[0] ?? 0)).toBe(4_000);
});

test('a closed page is told nothing more', () => {
  const { hints, heard, connection } = aTeamPage();
  for (let n = 0; n < 5; n++) hints.tell({ admins: true, keys: lists });
  hints.remove(connection);
  vi.advanceTimersByTime(60_000);
  expect(heard).toHaveLength(1);
});
