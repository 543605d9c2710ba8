import { expect, test } from 'vitest';
import { detailsFromAddress } from './plan-handover.ts';
import { safeReturn, tierOf } from './wanted.ts';

const home = 'https://hearthkeep.example';

test('every plan on sale can be named; without a name it is the standard one', () => {
  for (const tier of ['basic', 'standard', 'deluxe', 'premium']) expect(tierOf(tier)).toBe(tier);
  expect(tierOf(null)).toBe('standard');
  expect(tierOf('')).toBe('standard');
});

test('an unknown plan is not replaced by another', () => {
  for (const name of ['none', 'gold', 'Standard', 'constructor']) expect(tierOf(name)).toBeNull();
});

test('Back leads to a path of this app and nowhere else', () => {
  expect(safeReturn('/billing?x=1', home)).toBe('/billing?x=1');
  for (const foreign of [
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/.//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ]) {
    expect(safeReturn(foreign, home)).toBe('/profile');
  }
});

test('all parameters of the booking are taken from the address', () => {
  const all = {
    customerName: 'Ann Lee',
    phone: '0412 345 678',
    email: 'ann@example.com',
    address: '12 Banksia Street',
    emergencyContact: 'Mai Tran',
    emergencyPhone: '0498 765 432',
    accessInstructions: 'Side gate',
    serviceBooked: 'Lawn mowing',
    scheduledDate: '2026-11-23T22:30:00.000Z',
    notes: 'Mind the cat',
  };
  expect(detailsFromAddress(all)).toEqual(all);
});

test('the address’s booking details are shown, except an invalid date', () => {
  expect(
    detailsFromAddress({ serviceBooked: 'Lawn mowing', customerName: 'Ann', scheduledDate: 'x' }),
  ).toMatchObject({ serviceBooked: 'Lawn mowing', customerName: 'Ann' });
  expect(detailsFromAddress({ scheduledDate: 'x' }).scheduledDate).toBeUndefined();
});
