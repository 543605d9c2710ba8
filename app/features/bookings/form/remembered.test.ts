import { expect, test } from 'vitest';
import { composeNotes } from '../../../../api/contract/rules/booking-text.ts';
import { placeFields, rememberedFields, rememberFrom, splitAddress, wholeAddress } from './remembered.ts';

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
  accessInstructions: 'Side gate',
  notes: 'Mind the cat',
};
const booked = (more: object) => ({ notes: composeNotes({ ...details, ...more }) });
/** The notes of a card payment, in the server's form. */
const paid = (address: string, phone = '0499 999 999') => ({
  notes: `Name: Ann Lee\nPhone: ${phone}\nEmail: ann@example.com\nAddress: ${address}`,
});

test('the newest booking gives telephone, emergency contact and address; the visit’s own notes are not repeated', () => {
  const remembered = rememberFrom([booked({}), booked({ phone: '0400 000 009', emergencyContact: 'Old' })]);
  expect(rememberedFields('subscription', remembered)).toEqual({
    phone: '0400 000 000',
    emergencyContact: 'Bo Lee',
    emergencyPhone: '0400 000 001',
    address: '12 Wattle Street',
    city: 'Newtown',
    state: 'NSW',
    postalCode: '2042',
    accessInstructions: 'Side gate',
  });
  expect(rememberedFields('one_time', remembered)).toEqual({
    phone: '0400 000 000',
    address: '12 Wattle Street, Newtown NSW 2042',
  });
});

test('each address is offered once, however it was written and paid for, the last one first', () => {
  const remembered = rememberFrom([
    paid('3 Banksia Road, Leichhardt NSW 2040'),
    paid('12 WATTLE STREET, Newtown, NSW 2042'),
    booked({}),
    booked({ address: '3 Banksia Road', city: 'Leichhardt', postalCode: '2040', accessInstructions: '' }),
  ]);
  expect(remembered.places.map(wholeAddress)).toEqual([
    '3 Banksia Road, Leichhardt NSW 2040',
    '12 WATTLE STREET, Newtown NSW 2042',
  ]);
  expect(remembered.places[1]?.accessInstructions).toBe('Side gate');
  expect(remembered.phone).toBe('0499 999 999');
});

test('a suburb repeated in the first line appears once', () => {
  const place = {
    address: '12 Banksia Street, Newtown NSW',
    city: 'Newtown',
    state: 'NSW',
    postalCode: '2042',
  };
  expect(wholeAddress(place)).toBe('12 Banksia Street, Newtown NSW 2042');
  expect(wholeAddress({ ...place, address: '12 Banksia Street, Newtown NSW 2042' })).toBe(
    '12 Banksia Street, Newtown NSW 2042',
  );
});

test('four addresses are offered at most', () => {
  const many = [1, 2, 3, 4, 5].map((n) => paid(`${n} Banksia Road, Leichhardt NSW 2040`));
  expect(rememberFrom(many).places).toHaveLength(4);
});

test('an address of another shape stays whole in both forms', () => {
  expect(splitAddress('12 Banksia Street, Newtown NSW')).toEqual({
    address: '12 Banksia Street, Newtown NSW',
  });
  expect(splitAddress('Unit 3, Newtown NSW 2042')).toEqual({ address: 'Unit 3, Newtown NSW 2042' });
  expect(splitAddress('5/12 King Street, Surry Hills NSW 2010')).toEqual({
    address: '5/12 King Street',
    city: 'Surry Hills',
    state: 'NSW',
    postalCode: '2010',
  });
  expect(placeFields('subscription', { address: '12 Banksia Street, Newtown NSW' })).toMatchObject({
    address: '12 Banksia Street, Newtown NSW',
    city: '',
  });
});

test('bookings without our labels give no details', () => {
  const remembered = rememberFrom([{ notes: null }, { notes: 'Ring twice' }]);
  expect(remembered).toEqual({ places: [] });
  expect(rememberedFields('one_time', remembered)).toEqual({});
});

test('a place without access instructions keeps those for every visit', () => {
  const remembered = rememberFrom([booked({ accessInstructions: '' })]);
  expect(rememberedFields('subscription', remembered)).not.toHaveProperty('accessInstructions');
});
