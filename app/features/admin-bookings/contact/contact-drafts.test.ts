import { expect, test } from 'vitest';
import { hasDrafts, readDraft, saveDraft } from '../../../pwa/storage/drafts.ts';
import { signedInAs } from '../../../pwa/storage/testing/stores.ts';
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
  const key = contactKeyFor('ada', 'b1', 'We come at nine');
  expect(contactKeyFor('ada', 'b1', 'We come at nine')).toBe(key);
  expect(contactKeyFor('ada', 'b1', 'We come at ten')).not.toBe(key);
  const later = contactKeyFor('ada', 'b1', 'We come at nine');
  keepContactText('ada', 'b1', 'We come at nine. Bring the dog in.');
  forgetContact('ada', 'b1', 'We come at nine');
  expect(kept('b1')).toBe('We come at nine. Bring the dog in.');
  expect(contactKeyFor('ada', 'b1', 'We come at nine')).not.toBe(later);
});

test('a draft of an older version keeps its text; anything else is no message', () => {
  expect(contactTextIn('')).toBe('');
  expect(contactTextIn('null')).toBe('');
  expect(contactTextIn('{"text":"At nine","attempt":{"message":"At nine","key":"k"}}')).toBe('At nine');
});

test('an attempt of an older version, which kept it in the draft, has its key until the message is sent', () => {
  const attempt = { message: 'We come at one', key: 'key-of-the-earlier-release' };
  saveDraft('ada', 'contact b3', JSON.stringify({ text: 'We come at one', attempt }));
  keepContactText('ada', 'b3', 'We come at one ');
  expect(contactKeyFor('ada', 'b3', 'We come at one')).toBe(attempt.key);
  keepContactText('ada', 'b3', 'We come at one. Bring the dog in.');
  forgetContact('ada', 'b3', 'We come at one');
  expect(contactKeyFor('ada', 'b3', 'We come at one')).not.toBe(attempt.key);
});
