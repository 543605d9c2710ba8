import { expect, test } from 'vitest';
import type { SuggestedHome } from '../../../../api/contract/schemas/homes/homes.ts';
import type { BookingFields } from './drafts.ts';
import { againFields, chosenFields, firstFields, homeAt, homeOfForm, placeFields } from './homes.ts';

const wattle: SuggestedHome = {
  label: '',
  phone: '0400 000 000',
  address: '12 Wattle Street',
  city: 'Newtown',
  state: 'NSW',
  postalCode: '2042',
  access: 'Side gate',
  pets: 'A cat',
  parking: '',
  emergencyContact: 'Bo Lee',
  emergencyPhone: '0400 000 001',
};
const office: SuggestedHome = {
  ...{ ...wattle, access: '', pets: '', emergencyContact: '', emergencyPhone: '', phone: '' },
  address: '3 Banksia Road',
  city: 'Leichhardt',
  postalCode: '2040',
};
const inLine = '12 Wattle Street, Newtown NSW 2042';
const byFields = { address: '12 Wattle Street', city: 'Newtown', state: 'NSW', postalCode: '2042' };
const household = { phone: '0400 000 000', emergencyContact: 'Bo Lee', emergencyPhone: '0400 000 001' };
const homes = [wattle, office];
const instructions = 'Ring twice';

test('a form begins with the last used home, each kind with its own fields', () => {
  expect(firstFields('subscription', { homes, instructions })).toEqual({
    ...byFields,
    ...household,
    accessInstructions: 'Side gate\nPets: A cat',
  });
  expect(firstFields('one_time', { homes, instructions })).toEqual({
    phone: '0400 000 000',
    address: inLine,
    notes: 'Side gate\nPets: A cat',
  });
  expect(firstFields('one_time', { homes: [], instructions })).toEqual({ notes: 'Ring twice' });
});

test('a repeated booking begins with its own place, by the home’s fields if there is one', () => {
  const known = (notes: string) => againFields('subscription', { notes });
  const again = (notes: string) =>
    firstFields('subscription', { homes: [office, wattle], known: known(notes), instructions });
  expect(again(`Phone: 0499 999 999\nAddress: ${inLine}\nNotes: Mind the step`)).toEqual({
    ...byFields,
    ...household,
    phone: '0499 999 999',
    accessInstructions: 'Side gate\nPets: A cat',
    notes: 'Mind the step',
  });
  expect(again('Address: 99 Elsewhere, Marrickville 2204'), 'nothing of another home').toEqual({
    address: '99 Elsewhere, Marrickville 2204',
    city: '',
    state: '',
    postalCode: '',
    accessInstructions: 'Ring twice',
  });
  expect(again('Mind the step'), 'no place').toMatchObject({ address: '3 Banksia Road' });
  expect(againFields('one_time', { notes: null })).toEqual({});
});

test('details to be checked before a payment keep their time', () => {
  const known = { address: '99 Elsewhere, Marrickville 2204', scheduledDate: '2026-03-02T23:00:00.000Z' };
  expect(firstFields('one_time', { homes, known, instructions })).toEqual({ ...known, notes: 'Ring twice' });
});

test('a home is known at the form’s place in either form of the address', () => {
  expect(homeAt(homes, { address: ' 12 wattle street,  Newtown NSW 2042' })).toBe(wattle);
  expect(homeAt(homes, { ...byFields })).toBe(wattle);
  expect(homeAt(homes, { ...byFields, address: '14 Wattle Street' })).toBeUndefined();
  expect(homeAt(homes, {})).toBeUndefined();
});

test('another home brings its own place and access; a person’s own notes and known contacts stay', () => {
  const now = { ...byFields, ...household, notes: 'Side gate\nPets: A cat' } as BookingFields;
  const chosen = (kind: 'one_time' | 'subscription', more: Partial<BookingFields> = {}) =>
    chosenFields(kind, office, { ...now, ...more }, { homes, instructions });
  expect(chosen('subscription')).toEqual({
    address: '3 Banksia Road',
    city: 'Leichhardt',
    state: 'NSW',
    postalCode: '2040',
    accessInstructions: 'Ring twice',
  });
  expect(chosen('one_time')).toEqual({ address: '3 Banksia Road, Leichhardt NSW 2040', notes: 'Ring twice' });
  expect(chosen('one_time', { notes: 'Mind the step' })).not.toHaveProperty('notes');
});

test('a street that is too short for the plan’s form has its suburb with it', () => {
  expect(placeFields('subscription', { ...byFields, address: '1 Bay St' }).address).toBe('1 Bay St, Newtown');
});

test('a sent form is kept as a home; a known home keeps its own words about access', () => {
  const fields = {
    ...byFields,
    ...household,
    accessInstructions: 'Side gate\nPets: A cat',
    customerName: 'Ann',
  } as BookingFields;
  expect(homeOfForm('subscription', fields)).toEqual({
    ...byFields,
    ...household,
    access: 'Side gate\nPets: A cat',
  });
  expect(homeOfForm('subscription', fields, wattle)).toEqual({
    ...byFields,
    ...household,
    access: 'Side gate',
  });
  expect(homeOfForm('one_time', { ...fields, address: inLine })).toEqual({
    address: inLine,
    phone: '0400 000 000',
  });
});
