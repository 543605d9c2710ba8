import { expect, test } from 'vitest';
import { isAppPage, isUnknownPage } from './pages.ts';

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
    '/admin/bookings/1',
    '/admin/requests',
    '/admin/support',
    '/admin/support/1',
    '/admin/schedule',
    '/admin/live',
    '/admin/report',
    '/admin/disputes',
    '/admin/customers',
    '/admin/customers/1',
    '/admin/audit',
    '/admin/settings',
    '/admin/settings/business',
  ]) {
    expect(isAppPage(path), path).toBe(true);
  }
});

test('routes of the server are no pages of the app', () => {
  for (const path of [
    '/api/login',
    '/api/logout',
    '/calendar/x.ics',
    '/chat',
    '/sandbox/identity/auth',
    '/oidc-consent/x',
    '/healthz',
    '/bookings/1/x',
    '/admin/schedule/1',
    '/admin/nowhere',
    '/nowhere',
  ]) {
    expect(isAppPage(path), path).toBe(false);
  }
});

test('an unknown path that is no file and no route of the server gets our own not-found page', () => {
  for (const path of ['/nowhere', '/bookings/1/x', '/checkout', '/apiary'])
    expect(isUnknownPage(path), path).toBe(true);
  for (const path of ['/', '/bookings/1', '/api/login', '/chat', '/sandbox/x', '/robots.txt', '/assets/a.js'])
    expect(isUnknownPage(path), path).toBe(false);
});
