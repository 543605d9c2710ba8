import { expect, test } from 'vitest';
import { memberBookings, planPeriods } from './member-history.ts';

const everyDay = Array.from(
  { length: 366 },
  (_, day) => new Date(Date.UTC(2027, 10, 1, 13, 30) + day * 86_400_000),
);

test('periods join without gaps on every day of the year, are a month long, and the second one is running', async () => {
  for (const now of everyDay) {
    const [first, second] = planPeriods(now);
    expect(second.start).toBe(first.end);
    expect(now.toISOString() >= second.start && now.toISOString() < second.end).toBe(true);
    expect(new Set([first.start, second.start, second.end].map((at) => at.slice(8)))).toHaveLength(1);
  }
});

test('bookings of every day of the year happened in order and in the past', () => {
  for (const now of everyDay) {
    for (const booking of memberBookings(now, 'Australia/Sydney')) {
      const life = [booking.createdAt, ...booking.changes.map((c) => c.at)];
      expect(life).toEqual([...life].sort());
      const thread = booking.thread.map((m) => m.at);
      expect(thread).toEqual([...thread].sort());
      for (const at of [...life, ...thread]) expect(at < now.toISOString()).toBe(true);
    }
  }
});
