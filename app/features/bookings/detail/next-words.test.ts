import { expect, test } from 'vitest';
import { nextWords } from './next-words.ts';

const zone = 'Australia/Sydney';
// Friday 27 November, noon in Sydney.
const now = new Date('2026-11-27T01:00:00.000Z');
const booking = {
  paymentType: 'subscription' as const,
  scheduledDate: '2026-11-30T01:00:00.000Z',
  completedDate: null,
  statusChanges: [],
};

test('a booking says what happens next, and a finished one how and when it ended', () => {
  const words = (given: Partial<Parameters<typeof nextWords>[0]>) =>
    nextWords({ ...booking, status: 'pending', ...given }, zone, now);
  expect(words({})).toContain('the team confirms this time');
  expect(words({ paymentType: 'custom_quote' })).toBeNull();
  expect(words({ status: 'scheduled' })).toBe('The time is agreed. The team comes then.');
  expect(words({ status: 'scheduled', worker: { name: 'Mia Rossi', picture: null } })).toBe(
    'The time is agreed.',
  );
  expect(words({ status: 'scheduled', scheduledDate: '2026-11-27T02:00:00.000Z' })).toBe('In 1 h');
  expect(words({ status: 'in_progress' })).toBe('The team is at work');
  expect(words({ status: 'completed', completedDate: '2026-11-26T01:00:00.000Z' })).toBe(
    'Done yesterday, 12:00 pm',
  );
  const cancelled = { from: 'pending', to: 'cancelled', at: '2026-11-20T01:00:00.000Z' } as const;
  expect(words({ status: 'cancelled', statusChanges: [cancelled] })).toBe('Called off Fri 20 Nov, 12:00 pm');
  expect(words({ status: 'cancelled' })).toBe('Called off');
});
