import { expect, test } from 'vitest';
import { icsHref, subscribeHref } from './calendar-address.ts';

test('a calendar subscribes by webcal, whatever the installation is reached by', () => {
  expect(subscribeHref('https://home.example/calendar/a.b.ics')).toBe(
    'webcal://home.example/calendar/a.b.ics',
  );
  expect(subscribeHref('http://localhost:3000/calendar/a.ics')).toBe(
    'webcal://localhost:3000/calendar/a.ics',
  );
});

test('a booking’s own file is one of the API’s', () => {
  expect(icsHref('7f3a')).toBe('/api/bookings/7f3a/calendar.ics');
});
