import { expect, test, vi } from 'vitest';
import { hasBegunForms } from '../../../pwa/storage/begun.ts';
import { aStore } from '../../../pwa/storage/testing/stores.ts';

const page = { cookie: 'hearthkeep-in=anna' };
const kept = new Map<string, string>();
vi.stubGlobal('document', page);
vi.stubGlobal('sessionStorage', aStore(kept));
const { draftOf, forgetAttempt, forgetDraft, keepDraft, keyFor } = await import('./drafts.ts');

test('typed text survives a reload, and is not shown to another person', async () => {
  keepDraft('one_time', 'r', { phone: '0400' });
  vi.resetModules();
  const reloaded = await import('./drafts.ts');
  expect(reloaded.draftOf('one_time', 'r')).toEqual({ phone: '0400' });
  page.cookie = 'other=1; hearthkeep-in=bob';
  expect(reloaded.draftOf('one_time', 'r')).toBeUndefined();
  page.cookie = 'hearthkeep-in=anna';
});

test('typed text is kept per service and kind of booking', () => {
  keepDraft('one_time', 'a', { phone: '0400' });
  keepDraft('subscription', 'a', { city: 'Newtown' });
  expect(draftOf('one_time', 'a')).toEqual({ phone: '0400' });
  expect(draftOf('subscription', 'a')).toEqual({ city: 'Newtown' });
  expect(draftOf('one_time', 'b')).toBeUndefined();
});

test('content has one key, also after text was typed and removed again', () => {
  const key = keyFor('one_time', 'c', { phone: '1' });
  keepDraft('one_time', 'c', { phone: '1' });
  expect(keyFor('one_time', 'c', { phone: '1' })).toBe(key);
  expect(keyFor('one_time', 'c', { phone: '2' })).not.toBe(key);
});

test('after booking, the same content is a new attempt and the form is empty', () => {
  const key = keyFor('subscription', 'd', 'x');
  keepDraft('subscription', 'd', { city: 'Newtown' });
  forgetDraft('subscription', 'd');
  expect(draftOf('subscription', 'd')).toBeUndefined();
  expect(keyFor('subscription', 'd', 'x')).not.toBe(key);
});

test('a refused key is renewed and typed text is kept', () => {
  keepDraft('one_time', 'e', { phone: '1' });
  const key = keyFor('one_time', 'e', 'x');
  forgetAttempt('one_time', 'e');
  expect(draftOf('one_time', 'e')).toEqual({ phone: '1' });
  expect(keyFor('one_time', 'e', 'x')).not.toBe(key);
});

test('a request survives a reload like a booking, separate from it', async () => {
  const typed = {
    serviceName: 'Piano tuning',
    description: 'An upright',
    estimatedHours: 2.5,
    scheduledDate: '2026-11-23T22:30:00.000Z',
    priority: 'urgent' as const,
    location: 'Newtown',
    contactInfo: 'Ann',
    notes: 'Mind the cat',
  };
  keepDraft('custom_quote', 'custom-service', typed);
  const key = keyFor('custom_quote', 'custom-service', typed);
  vi.resetModules();
  const reloaded = await import('./drafts.ts');
  expect(reloaded.draftOf('custom_quote', 'custom-service')).toEqual(typed);
  expect(reloaded.keyFor('custom_quote', 'custom-service', typed)).toBe(key);
  expect(reloaded.draftOf('one_time', 'custom-service')).toBeUndefined();
});

test('a sign-out counts a draft until it is booked, and no draft of another person', async () => {
  page.cookie = 'hearthkeep-in=mia';
  const begun = () => ['mia', 'mi', 'bob'].map(hasBegunForms);
  keyFor('one_time', 'f', {});
  expect(begun()).toEqual([false, false, false]);
  keepDraft('one_time', 'f', { phone: '0400' });
  expect(begun()).toEqual([true, false, false]);
  forgetDraft('one_time', 'f');
  expect(begun()).toEqual([false, false, false]);
  page.cookie = 'hearthkeep-in=anna';
});

test('an attempt of an earlier release, which kept it in the draft, has its key until it is booked', async () => {
  const attempt = { content: JSON.stringify({ phone: '1' }), key: 'key-of-the-earlier-release' };
  const drafts = { 'anna:one_time:o': { typed: {}, attempt }, 'anna:subscription:o': { attempt } };
  kept.set('hearthkeep-drafts', JSON.stringify({ state: drafts, version: 0 }));
  vi.resetModules();
  const updated = await import('./drafts.ts');
  expect(updated.keyFor('one_time', 'o', { phone: '1' })).toBe(attempt.key);
  expect(updated.attemptKeyOf('o')).toBe(attempt.key);
  updated.forgetDraft('one_time', 'o');
  expect(updated.keyFor('one_time', 'o', { phone: '1' })).not.toBe(attempt.key);
});
