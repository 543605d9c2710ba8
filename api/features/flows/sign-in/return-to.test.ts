import { expect, test } from 'vitest';
import { safeReturnTo } from './return-to.ts';

test('a page of ours is returned to with its query and fragment', () => {
  for (const path of [
    '/',
    '/bookings',
    '/bookings/1?tab=all#thread',
    '/subscribe?notes=a%20b&returnUrl=/profile',
  ])
    expect(safeReturnTo(path)).toBe(path);
});

test('no value leads to another site', () => {
  for (const attack of [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'http:evil.example',
    'javascript:alert(1)',
    'evil.example',
    ' //evil.example',
    '@evil.example',
    '',
  ])
    expect(safeReturnTo(attack), JSON.stringify(attack)).toBe('/');
});

test('no value leads to a route of the server, however it is written', () => {
  for (const path of [
    '/api/logout',
    '/API/logout',
    '/x/../api/logout',
    '/./api/login',
    '/api',
    '/sandbox/mailbox',
  ])
    expect(safeReturnTo(path), path).toBe('/');
  expect(safeReturnTo('/apiary')).toBe('/apiary');
});

test('the sign-in page and addresses too long for a cookie lead home', () => {
  expect(safeReturnTo('/signin?error=denied')).toBe('/');
  expect(safeReturnTo(`/bookings?q=${'x'.repeat(2000)}`)).toBe('/');
  expect(safeReturnTo(`/bookings?q=${'é'.repeat(1000)}`)).toBe('/');
  expect(safeReturnTo(undefined)).toBe('/');
  expect(safeReturnTo(['/a', '/b'])).toBe('/');
});
