import { expect, test } from 'vitest';
import { ApiError, nextOf } from './api.ts';

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

test('an error says its status, a colon, a space and the body, or the status text where there is none', () => {
  const body = '{"message":"Unauthorized"}';
  expect(new ApiError(401, body, 'Unauthorized', null).message).toBe(`401: ${body}`);
  expect(new ApiError(500, 'Oops', 'Internal Server Error', null).message).toBe('500: Oops');
  expect(new ApiError(502, '', 'Bad Gateway', null).message).toBe('502: Bad Gateway');
});
