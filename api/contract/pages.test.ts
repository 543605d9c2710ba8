import { expect, test } from 'vitest';
import { isAppPage } from './pages.ts';

test('the app’s pages are known', () => {
  for (const path of [
    '/',
    '/signin',
    '/services',
    '/bookings',
    '/bookings/1',
    '/checkout/1',
    '/subscribe',
    '/billing',
    '/profile',
    '/admin',
  ]) {
    expect(isAppPage(path), path).toBe(true);
  }
});

test('no route of the server is one', () => {
  for (const path of [
    '/api/login',
    '/api/logout',
    '/calendar/x.ics',
    '/chat',
    '/sandbox/identity/auth',
    '/oidc-consent/x',
    '/healthz',
    '/bookings/1/x',
    '/nowhere',
  ]) {
    expect(isAppPage(path), path).toBe(false);
  }
});
