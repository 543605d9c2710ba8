import { expect, test } from 'vitest';
import { hasDrafts, readDraft } from '../../pwa/storage/drafts.ts';
import { contactDraftIn, contactKeyFor, forgetContact, keepContactText } from './contact-drafts.ts';

const kept = (bookingId: string) => contactDraftIn(readDraft('ada', `contact ${bookingId}`)).text;

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

test('a draft of an older version is no message', () => {
  expect(contactDraftIn('').text).toBe('');
  expect(contactDraftIn('null').text).toBe('');
  expect(contactDraftIn('{"text":"At nine"}')).toEqual({
    text: 'At nine',
    attempt: { message: '', key: '' },
  });
});
