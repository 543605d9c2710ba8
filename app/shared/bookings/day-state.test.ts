import { expect, test } from 'vitest';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { dayState } from './day-state.ts';

const zone = 'Australia/Sydney';
// Friday 27 November, noon in Sydney.
const now = new Date('2026-11-27T01:00:00.000Z');

test('on its day a visit says how long it is until then, and afterwards that the team is due', () => {
  const at = (scheduledDate: string, status: Booking['status'] = 'scheduled') =>
    dayState({ scheduledDate, status }, zone, now);
  expect(at('2026-11-27T03:10:00.000Z')).toBe('In 2 h 10 min');
  expect(at('2026-11-27T01:00:30.000Z')).toBe('In 1 min');
  expect(at('2026-11-27T02:00:00.000Z')).toBe('In 1 h');
  expect(at('2026-11-27T00:30:00.000Z')).toBe('The team is due now');
  const scheduledDate = '2026-11-27T00:30:00.000Z';
  const within = (windowMinutes: number) =>
    dayState({ scheduledDate, windowMinutes, status: 'scheduled' }, zone, now);
  expect(within(60)).toBe('The team arrives by 12:30 pm');
  expect(within(30)).toBe('The team is due now');
  expect(at('2026-11-27T00:30:00.000Z', 'pending')).toBeNull();
  expect(at('2026-11-28T00:30:00.000Z')).toBeNull();
  expect(at('2026-11-26T00:30:00.000Z', 'in_progress')).toBe('The team is at work');
});
