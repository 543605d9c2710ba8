import { beforeEach, expect, test, vi } from 'vitest';
import { aStore } from '../../pwa/storage/testing/stores.ts';
import { keepWish, takeWish } from './wish.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', aStore(kept));
});

test('a visitor’s wish is there after the sign-in, once', () => {
  keepWish({ kind: 'subscription', serviceId: 'a' });
  expect(takeWish()).toEqual({ kind: 'subscription', serviceId: 'a' });
  expect(takeWish()).toBeNull();
});

test('a sign-in a quarter of an hour later drops the wish', () => {
  keepWish({ kind: 'custom_quote', serviceName: 'Gutter guard' }, 0);
  expect(takeWish(15 * 60_000)).toBeNull();
  keepWish({ kind: 'custom_quote', serviceName: 'Gutter guard' }, 0);
  expect(takeWish(15 * 60_000 - 1)).toEqual({ kind: 'custom_quote', serviceName: 'Gutter guard' });
});
