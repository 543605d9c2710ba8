import { expect, test } from 'vitest';
import { categoryOffText, concernsSomebody, effectsText } from './effects.ts';

const now = { isOffered: true, priceCents: 9500, minutes: 90 };
const some = { openBookings: 3, begunPayments: 1 };

test('a new price and a new length say who keeps the old ones', () => {
  expect(effectsText(now, { ...now, priceCents: 11_000 }, some)).toBe(
    'Whoever books from now on is shown the new price first. 3 open bookings keep the old price. 1 customer who is paying now pays the old price.',
  );
  expect(
    effectsText(now, { ...now, priceCents: null, minutes: 120 }, { openBookings: 1, begunPayments: 0 }),
  ).toBe(
    'Whoever books from now on is shown the new price and length first. 1 open booking keeps the old price and length.',
  );
});

test('a service that is taken off the offer says what becomes of its bookings and payments', () => {
  expect(effectsText(now, { ...now, isOffered: false }, some)).toBe(
    'Customers no longer find or book it. 3 open bookings stay as they are. 1 customer is paying now; what they pay is given back.',
  );
});

test('a planned change says from which day it holds', () => {
  const from = 'Monday 1 March 2027';
  expect(effectsText(now, { ...now, priceCents: 11_000 }, some, from)).toMatch(
    /^Whoever books from Monday 1 March 2027 on is shown the new price first\./,
  );
  expect(effectsText(now, { ...now, isOffered: false }, some, from)).toMatch(
    /^From Monday 1 March 2027 on, customers no longer find or book it\./,
  );
});

test('nothing is said of a new service, of unchanged terms, and before the numbers are known', () => {
  expect(effectsText(null, now, some)).toBe('');
  expect(effectsText(now, now, some)).toBe('');
  expect(effectsText(now, { ...now, isOffered: false }, undefined)).toBe('');
});

test('a category that is taken off the offer says what becomes of the bookings of its services', () => {
  expect(categoryOffText({ openBookings: 1, begunPayments: 0 })).toBe(
    'Customers no longer see it, and no longer find or book its services. 1 open booking stays as it is.',
  );
  expect(categoryOffText({ openBookings: 0, begunPayments: 0 }, 'Monday 1 March 2027')).toBe(
    'From Monday 1 March 2027 on, customers no longer see it, and no longer find or book its services.',
  );
  expect(categoryOffText(undefined)).toMatch(/Bookings of them stay as they are\.$/);
});

test('only numbers that are known to be none concern nobody', () => {
  expect(concernsSomebody({ openBookings: 0, begunPayments: 0 })).toBe(false);
  expect(concernsSomebody({ openBookings: 0, begunPayments: 1 })).toBe(true);
  expect(concernsSomebody(undefined)).toBe(true);
});
