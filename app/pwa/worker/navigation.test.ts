import { expect, test } from 'vitest';
import { isAppPage } from './navigation.ts';

test('the worker answers for the pages of the app', () => {
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

test('the worker leaves every route of the server alone', () => {
  for (const path of [
    '/api/login',
    '/api/logout',
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
