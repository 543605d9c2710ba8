import { expect, test } from 'vitest';
import { plans } from '../../../api/contract/rules/plans.ts';
import { detailsFromAddress } from './plan-handover.ts';
import { planFor, safeReturn } from './wanted.ts';

const home = 'https://hearthkeep.example';

const onSale = [plans.basic, plans.standard, plans.deluxe, plans.premium].map((plan) => ({
  ...plan,
  versionId: plan.id,
}));
const idOf = (value: string | null, offer = onSale) => planFor(value, offer)?.id ?? null;

test('every plan on sale can be named; without a name it is Standard, else the popular one', () => {
  for (const { id } of onSale) expect(idOf(id)).toBe(id);
  expect([idOf(null), idOf('')]).toEqual(['standard', 'standard']);
  const [basic, , deluxe, premium] = onSale;
  const without = [basic, deluxe, premium].filter((plan) => plan !== undefined);
  expect(idOf(null, without)).toBe('deluxe');
  expect(idOf(null, without.slice(0, 1))).toBe('basic');
  expect(idOf(null, [])).toBeNull();
  // One that is not sold any more is none.
  expect(idOf('standard', without)).toBeNull();
});

test('an unknown plan is not replaced by another', () => {
  for (const name of ['none', 'gold', 'Standard', 'constructor']) expect(idOf(name)).toBeNull();
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
