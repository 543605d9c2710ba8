import { expect, test } from 'vitest';
import { teamKeyOf } from '../shared/team-api.ts';
import { ApiError, followingPage, keyOf, nextOf } from './api.ts';

test('the next page is the address in the Link header', () => {
  expect(nextOf('</api/bookings?limit=200&cursor=abc>; rel="next"')).toBe(
    '/api/bookings?limit=200&cursor=abc',
  );
  expect(nextOf(null)).toBeNull();
  expect(nextOf('</api/bookings>; rel="prev"')).toBeNull();
});

test('an address of another server is not followed', () => {
  expect(nextOf('<https://elsewhere.example/api>; rel="next"')).toBeNull();
});

test('each following page is as long as all before it, so that few calls read a long list again', () => {
  const sizes: (string | null)[] = [];
  const pages: { items: unknown[] }[] = [{ items: Array(20) }];
  for (let page = 1; page < 8; page += 1) {
    const next = followingPage({ next: '/api/admin/bookings?status=pending&cursor=a%2Bb' }, pages) ?? '';
    const query = new URL(next, 'http://app').searchParams;
    expect([query.get('status'), query.get('cursor')]).toEqual(['pending', 'a+b']);
    sizes.push(query.get('limit'));
    pages.push({ items: Array(Number(query.get('limit'))) });
  }
  expect(sizes).toEqual(['20', '40', '80', '160', '200', '200', '200']);
  expect(followingPage({ next: null }, pages)).toBeNull();
});

test('an error’s message is the status, a colon, a space and the body, or the status text without one', () => {
  const body = '{"message":"Unauthorized"}';
  expect(new ApiError(401, body, 'Unauthorized', null).message).toBe(`401: ${body}`);
  expect(new ApiError(500, 'Oops', 'Internal Server Error', null).message).toBe('500: Oops');
  expect(new ApiError(502, '', 'Bad Gateway', null).message).toBe('502: Bad Gateway');
});

test('a customer’s page cannot name a call of the team, whose table it does not load', () => {
  // @ts-expect-error The name is not in the table of customers.
  expect(() => keyOf('listCustomers')).toThrow(TypeError);
  expect(teamKeyOf('readCustomer', { id: 'a' })).toEqual(['/api', 'admin', 'users', 'a']);
});
