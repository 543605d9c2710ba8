import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BookingDetails,
  choicesOf,
  type DetailName,
  detailLines,
  detailNames,
  labelOfDetail,
} from './booking-details.ts';
import { composeNotes, detailsIn, parseNotes, readNotes } from './booking-text.ts';

const details = {
  customerName: 'Ann Lee',
  phone: '0400 000 000',
  email: 'ann@example.com',
  address: '12 Wattle Street',
  city: 'Newtown',
  state: 'NSW',
  postalCode: '2042',
  emergencyContact: 'Bo Lee',
  emergencyPhone: '0400 000 001',
  subscriptionTier: 'standard' as const,
  accessInstructions: 'Side gate\ncode 4417',
  scheduledDate: '2026-11-23T22:30:00.000Z',
  notes: 'Mind the cat.\nName: Tom',
};

test('the text contains all details, one line each', () => {
  expect(composeNotes(details)).toBe(
    [
      'Name: Ann Lee',
      'Phone: 0400 000 000',
      'E-mail: ann@example.com',
      'Address: 12 Wattle Street',
      'City: Newtown',
      'State: NSW',
      'Postcode: 2042',
      'Emergency contact: Bo Lee',
      'Emergency phone: 0400 000 001',
      'Plan: Standard',
      'Access: Side gate, code 4417',
      'Notes: Mind the cat.',
      'Name: Tom',
    ].join('\n'),
  );
});

test('empty details have no line', () => {
  expect(composeNotes({ customerName: 'Ann', notes: ' ', accessInstructions: '' })).toBe('Name: Ann');
});

test('a text is parsed, with a last note of several lines', () => {
  expect(readNotes(composeNotes(details)).slice(-3)).toEqual([
    { label: 'Plan', text: 'Standard' },
    { label: 'Access', text: 'Side gate, code 4417' },
    { label: 'Notes', text: 'Mind the cat.\nName: Tom' },
  ]);
  const { scheduledDate, ...written } = details;
  expect(detailsIn(composeNotes(details))).toEqual({
    ...written,
    accessInstructions: 'Side gate, code 4417',
  });
});

test('plain notes stay as they were written', () => {
  expect(readNotes('Ring twice\nplease')).toEqual([{ label: null, text: 'Ring twice\nplease' }]);
  expect(detailsIn('Ring twice\nplease')).toEqual({});
});

const request = {
  serviceName: 'Piano tuning',
  description: 'An upright.\nNot tuned for years.',
  priority: 'urgent' as const,
  location: '12 Wattle Street',
  contactInfo: '0400 000 000',
  notes: 'Mind the cat',
};

test('a request’s text begins with the label that the team looks for, and is parsed line by line', () => {
  const text = composeNotes(request);
  expect(text.startsWith('Custom Service Request: Piano tuning')).toBe(true);
  expect(readNotes(text)).toEqual([
    { label: 'Custom Service Request', text: 'Piano tuning' },
    { label: 'Description', text: 'An upright. Not tuned for years.' },
    { label: 'Priority', text: 'Urgent (24-48 hours)' },
    { label: 'Location', text: '12 Wattle Street' },
    { label: 'Contact', text: '0400 000 000' },
    { label: 'Notes', text: 'Mind the cat' },
  ]);
  expect(composeNotes({ ...request, notes: ' ' })).not.toContain('Notes');
});

test('texts of earlier card payments are parsed too, although they say Email', () => {
  const text = 'Name: Ann Lee\nPhone: 0400 000 000\nEmail: ann@example.com\nAddress: 12 Wattle Street';
  expect(readNotes(text).map((line) => line.label)).toEqual(['Name', 'Phone', 'E-mail', 'Address']);
  expect(detailsIn(text)).toEqual({
    customerName: 'Ann Lee',
    phone: '0400 000 000',
    email: 'ann@example.com',
    address: '12 Wattle Street',
  });
});

test('a line without a label is no part of the detail above it', () => {
  expect(detailsIn('Address: 12 Wattle Street\r\nThe key is under the mat\nCity: Newtown')).toEqual({
    address: '12 Wattle Street',
    city: 'Newtown',
  });
});

test('a choice that is none of ours is no detail', () => {
  expect(detailsIn('Plan: Platinum\nPriority: constructor')).toEqual({});
});

const labels = detailNames.map((name) => `${labelOfDetail(name)}: `);
/** Texts that may break a grammar of lines: labels, line breaks of every kind, spaces, emoji, and Arabic. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...labels,
        'Email: ',
        'Notes:',
        '\n',
        '\n\n',
        '\r\n',
        '\r',
        '\u2028',
        ' ',
        '\t',
        '.',
        ':',
      ),
      fc.constantFrom(
        '🏡',
        '👩‍👩‍👧',
        '\u202eمفتاح\u202c',
        'شارع',
        '\u0301',
        '\0',
        '\ud83d',
        '__proto__',
        'constructor',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const numRuns = 2_000;

test('details come back from their text, whatever they contain', () => {
  const field = (name: DetailName) => {
    const choices = choicesOf(name);
    return fc.option(choices ? fc.constantFrom(...Object.keys(choices)) : hostile, { nil: undefined });
  };
  const given: fc.Arbitrary<BookingDetails> = fc.record(
    Object.fromEntries(detailNames.map((name) => [name, field(name)])),
  );
  fc.assert(
    fc.property(given, (all) => {
      const text = composeNotes(all);
      const read = detailsIn(text);
      expect(composeNotes(read)).toBe(text);
      expect(parseNotes(text)).toEqual(read);
      // A page that shows the details shows the lines of the text.
      if (text) expect(detailLines(all)).toEqual(readNotes(text));
      expect(read.notes).toBe(all.notes?.trim() || undefined);
      expect(read.subscriptionTier).toBe(all.subscriptionTier);
      // Each detail is in its own place, without any part of another.
      for (const name of detailNames)
        expect(composeNotes({ [name]: read[name] })).toBe(composeNotes({ [name]: all[name] }));
    }),
    { numRuns },
  );
});

test('details of any text give it back byte for byte', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(composeNotes(parseNotes(text))).toBe(text);
    }),
    { numRuns },
  );
});

test('a text of no known form loses nothing when its lines are shown', () => {
  fc.assert(
    // The other spelling of one label is shown as ours.
    fc.property(
      hostile.filter((text) => !text.includes('Email: ')),
      (text) => {
        const shown = readNotes(text).map(({ label, text: words }) =>
          label === null ? words : `${label}: ${words}`,
        );
        expect(shown.join('\n')).toBe(text);
      },
    ),
    { numRuns },
  );
});
