import { expect, test } from 'vitest';
import { detailsOf, linesOf, withOneAddress } from './details.ts';

/** A booking as the release of November 2026 answered it, and as devices keep it. */
const stored = {
  notes:
    'Name: Ann Lee\nPhone: 0400 000 000\nE-mail: ann@example.com\nAddress: 12 Wattle Street\nCity: Newtown\nState: NSW\nPostcode: 2042\nEmergency contact: Bo Lee\nEmergency phone: 0400 000 001\nPlan: Standard\nAccess: Side gate\nNotes: Mind the cat.\nName: Tom',
};
/** The same booking as a server answers it today. */
const answered = {
  ...stored,
  details: {
    customerName: 'Ann Lee',
    phone: '0400 000 000',
    email: 'ann@example.com',
    address: '12 Wattle Street',
    city: 'Newtown',
    state: 'NSW',
    postalCode: '2042',
    emergencyContact: 'Bo Lee',
    emergencyPhone: '0400 000 001',
    subscriptionTier: 'standard',
    accessInstructions: 'Side gate',
    notes: 'Mind the cat.\nName: Tom',
  },
};

test('a booking that an earlier release stored has the details and the lines of today', () => {
  expect(detailsOf(stored)).toEqual(answered.details);
  expect(linesOf(stored)).toEqual(linesOf(answered));
  expect(linesOf(answered).slice(-3)).toEqual([
    { label: 'Plan', text: 'Standard' },
    { label: 'Access', text: 'Side gate' },
    { label: 'Notes', text: 'Mind the cat.\nName: Tom' },
  ]);
});

test('a text of another form is shown as it was sent, whoever read it', () => {
  const notes = 'Ring twice\nPhone: 0400 000 000\nplease';
  const lines = [
    { label: null, text: 'Ring twice' },
    { label: 'Phone', text: '0400 000 000\nplease' },
  ];
  expect(linesOf({ notes })).toEqual(lines);
  expect(linesOf({ notes, details: { phone: '0400 000 000', asSent: notes } })).toEqual(lines);
  expect(detailsOf({ notes }).phone).toBe('0400 000 000');
});

test('a label that this release does not know stays with the line above it', () => {
  const notes = 'Access: Side gate\nHelipad: on the roof\nNotes: Hi';
  expect(linesOf({ notes })[0]).toEqual({ label: 'Access', text: 'Side gate\nHelipad: on the roof' });
  expect(detailsOf({ notes })).toMatchObject({ accessInstructions: 'Side gate', notes: 'Hi' });
});

test('a booking without a text has neither', () => {
  expect(detailsOf({ notes: null })).toEqual({});
  expect(linesOf({ notes: null })).toEqual([]);
});

test('the parts of an address stand in one line; an address without a city is left as it is', () => {
  const line = (label: string, text: string) => ({ label, text });
  const [name, phone] = [line('Name', 'Ada'), line('Phone', '0400 000 000')];
  const parts = [line('City', 'Marrickville'), line('State', 'NSW'), line('Postcode', '2204')];
  expect(withOneAddress([name, line('Address', '14 Wattle Street'), ...parts, phone])).toEqual([
    name,
    line('Address', '14 Wattle Street, Marrickville NSW 2204'),
    phone,
  ]);
  const whole = [line('Address', '14 Wattle Street, Marrickville NSW 2204'), phone];
  expect(withOneAddress(whole)).toEqual(whole);
});
