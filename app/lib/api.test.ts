import { expect, test } from 'vitest';
import { nextOf } from './api.ts';

test('the next page is the address that the Link header names', () => {
  expect(nextOf('</api/bookings?limit=200&cursor=abc>; rel="next"')).toBe(
    '/api/bookings?limit=200&cursor=abc',
  );
  expect(nextOf(null)).toBeNull();
  expect(nextOf('</api/bookings>; rel="prev"')).toBeNull();
});

test('an address of elsewhere is not followed', () => {
  expect(nextOf('<https://elsewhere.example/api>; rel="next"')).toBeNull();
});
