import { expect, test } from 'vitest';
import { briefNotes, compositeNotes, detailsIn, readNotes, requestNotes } from './notes.ts';

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

test('the notes contain all details, one line each', () => {
  expect(compositeNotes(details)).toBe(
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
  expect(compositeNotes({ customerName: 'Ann', notes: ' ', accessInstructions: '' })).toBe('Name: Ann');
});

test('a composite text is parsed, with a last note of several lines', () => {
  expect(readNotes(compositeNotes(details)).slice(-3)).toEqual([
    { label: 'Plan', text: 'Standard' },
    { label: 'Access', text: 'Side gate, code 4417' },
    { label: 'Notes', text: 'Mind the cat.\nName: Tom' },
  ]);
});

test('plain notes stay as they were written', () => {
  expect(readNotes('Ring twice\nplease')).toEqual([{ label: null, text: 'Ring twice\nplease' }]);
});

test("a list shows the customer's own words only", () => {
  expect(briefNotes(compositeNotes({ ...details, notes: 'Mind the cat.' }))).toBe('Mind the cat.');
  expect(briefNotes('Ring twice')).toBe('Ring twice');
  expect(briefNotes(null)).toBe('');
});

const request = {
  serviceName: 'Piano tuning',
  description: 'An upright.\nNot tuned for years.',
  priority: 'urgent' as const,
  location: '12 Wattle Street',
  contactInfo: '0400 000 000',
  notes: 'Mind the cat',
};

test('a request’s notes begin with the label that the team looks for, and are parsed line by line', () => {
  const notes = requestNotes(request);
  expect(notes.startsWith('Custom Service Request: Piano tuning')).toBe(true);
  expect(readNotes(notes)).toEqual([
    { label: 'Custom Service Request', text: 'Piano tuning' },
    { label: 'Description', text: 'An upright. Not tuned for years.' },
    { label: 'Priority', text: 'Urgent (24-48 hours)' },
    { label: 'Location', text: '12 Wattle Street' },
    { label: 'Contact', text: '0400 000 000' },
    { label: 'Notes', text: 'Mind the cat' },
  ]);
  expect(briefNotes(notes)).toBe('An upright. Not tuned for years. · Mind the cat');
  expect(requestNotes({ ...request, notes: ' ' })).not.toContain('Notes');
});

test('the notes of a card payment are parsed too, although the server writes Email', () => {
  const notes = 'Name: Ann Lee\nPhone: 0400 000 000\nEmail: ann@example.com\nAddress: 12 Wattle Street';
  expect(readNotes(notes).map((line) => line.label)).toEqual(['Name', 'Phone', 'E-mail', 'Address']);
  expect(detailsIn(notes)).toEqual({
    customerName: 'Ann Lee',
    phone: '0400 000 000',
    email: 'ann@example.com',
    address: '12 Wattle Street',
  });
});
