import { expect, test } from 'vitest';
import { composeNotes } from '../../../api/contract/rules/booking-text.ts';
import { briefNotes } from './notes.ts';

test("a list shows the customer's own words only", () => {
  expect(briefNotes({ notes: composeNotes({ customerName: 'Ann Lee', notes: 'Mind the cat.' }) })).toBe(
    'Mind the cat.',
  );
  expect(briefNotes({ notes: 'Ring twice' })).toBe('Ring twice');
  expect(briefNotes({ notes: null })).toBe('');
});

test('of a request it shows the description and the notes', () => {
  const request = {
    serviceName: 'Piano tuning',
    description: 'An upright.\nNot tuned for years.',
    priority: 'urgent',
    location: '12 Wattle Street',
    contactInfo: '0400 000 000',
    notes: 'Mind the cat',
  };
  expect(briefNotes({ notes: composeNotes(request) })).toBe(
    'An upright. Not tuned for years. · Mind the cat',
  );
});
