import { expect, test } from 'vitest';
import { hasDrafts, readDraft } from '../../pwa/storage/drafts.ts';
import { signedInAs } from '../../pwa/storage/testing/stores.ts';
import { contactKeyFor, contactTextIn, forgetContact, keepContactText } from './contact-drafts.ts';

signedInAs('ada');

const kept = (bookingId: string) => contactTextIn(readDraft('ada', `contact ${bookingId}`));

test('a message to a customer is kept by booking, and counts as begun until it is emptied', () => {
  keepContactText('ada', 'b1', 'We come at nine');
  keepContactText('ada', 'b2', 'The key');
  expect([kept('b1'), kept('b2')]).toEqual(['We come at nine', 'The key']);
  expect(hasDrafts('ada')).toBe(true);
  keepContactText('ada', 'b1', '');
  forgetContact('ada', 'b2', 'The key');
  expect(hasDrafts('ada')).toBe(false);
});

test('a repeated attempt is the same message; a changed or already sent text is another', () => {
  keepContactText('ada', 'b1', 'We come at nine ');
  const key = contactKeyFor('b1', 'We come at nine');
  expect(contactKeyFor('b1', 'We come at nine')).toBe(key);
  expect(contactKeyFor('b1', 'We come at ten')).not.toBe(key);
  const later = contactKeyFor('b1', 'We come at nine');
  keepContactText('ada', 'b1', 'We come at nine. Bring the dog in.');
  forgetContact('ada', 'b1', 'We come at nine');
  expect(kept('b1')).toBe('We come at nine. Bring the dog in.');
  expect(contactKeyFor('b1', 'We come at nine')).not.toBe(later);
});

test('a draft of an older version keeps its text; anything else is no message', () => {
  expect(contactTextIn('')).toBe('');
  expect(contactTextIn('null')).toBe('');
  expect(contactTextIn('{"text":"At nine","attempt":{"message":"At nine","key":"k"}}')).toBe('At nine');
});
