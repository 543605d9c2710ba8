import { expect, test } from 'vitest';
import { usualTimeOf } from './usual-time.ts';

const zone = 'Australia/Sydney';
const visit = (day: string, time: string, status = 'completed') => ({
  status,
  scheduledDate: new Date(`2026-${day}T${time}:00+11:00`).toISOString(),
});

test('a habit is the weekday and time that most visits share, or the time alone', () => {
  const tuesdays = [visit('11-24', '09:30'), visit('11-19', '14:00'), visit('11-17', '09:30')];
  expect(usualTimeOf(tuesdays, zone)).toEqual({ weekday: 1, time: '09:30' });
  expect(usualTimeOf([visit('11-24', '09:30'), visit('11-19', '09:30')], zone)).toEqual({
    weekday: null,
    time: '09:30',
  });
  expect(usualTimeOf([visit('11-24', '09:30'), visit('11-17', '10:00')], zone)).toBeNull();
  expect(usualTimeOf([visit('11-24', '09:30'), visit('11-17', '09:30', 'cancelled')], zone)).toBeNull();
  expect(usualTimeOf([{ status: 'pending', scheduledDate: null }], zone)).toBeNull();
});
