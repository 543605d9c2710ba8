import { expect, test } from 'vitest';
import { icsHref, subscribeHref } from './calendar-address.ts';

test('a calendar subscribes by webcal, from any address of the installation', () => {
  expect(subscribeHref('https://home.example/calendar/a.b.ics')).toBe(
    'webcal://home.example/calendar/a.b.ics',
  );
  expect(subscribeHref('http://localhost:3000/calendar/a.ics')).toBe(
    'webcal://localhost:3000/calendar/a.ics',
  );
});

test('a booking’s own calendar file is served by the API', () => {
  expect(icsHref('7f3a')).toBe('/api/bookings/7f3a/calendar.ics');
});
