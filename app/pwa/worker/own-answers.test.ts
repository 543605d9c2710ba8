import { expect, test } from 'vitest';
import { isOwn } from './own-answers.ts';

const answer = (type: string, { status = 200, policy = '' } = {}) =>
  new Response('', { status, headers: { 'content-type': type, 'content-security-policy': policy } });

test('files of ours have the types of their names', () => {
  for (const [path, type] of [
    ['/assets/app-1a.js', 'text/javascript; charset=utf-8'],
    ['/assets/app-1a.css', 'text/css; charset=utf-8'],
    ['/assets/fraunces-1a.woff2', 'font/woff2'],
    ['/icons/mark.svg', 'image/svg+xml'],
    ['/icons/icon-192.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ] as const) {
    expect(isOwn(path, answer(type)), path).toBe(true);
    expect(isOwn(path, answer('text/html')), path).toBe(false);
    expect(isOwn(path, answer(type, { status: 511 })), path).toBe(false);
  }
});

test('a page of ours has its policy, a portal’s does not', () => {
  const policy = "default-src 'none'; require-trusted-types-for 'script'; trusted-types default";
  expect(isOwn('/index.html', answer('text/html; charset=utf-8', { policy }))).toBe(true);
  expect(isOwn('/index.html', answer('text/html'))).toBe(false);
});

test('a redirected answer is not ours', () => {
  const redirected = { ok: true, redirected: true, headers: new Headers({ 'content-type': 'text/css' }) };
  expect(isOwn('/assets/app-1a.css', redirected as Response)).toBe(false);
});
