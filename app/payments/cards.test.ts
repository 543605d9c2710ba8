import { expect, test } from 'vitest';
import type { PaymentMethod } from '../../api/contract/schemas/payments.ts';
import { cardName, expiryOf, isExpired } from './cards.ts';

const aCard = (card: Partial<PaymentMethod['card']> = {}): PaymentMethod => ({
  id: 'pm_1',
  is_default: false,
  card: { last4: '4242', brand: 'visa', exp_month: 4, exp_year: 2027, ...card },
});

test('a card is named by its brand and its last digits', () => {
  expect(cardName(aCard())).toBe('Visa ending 4242');
  expect(cardName(aCard({ brand: 'girocard' }))).toBe('Card ending 4242');
});

test('an expiry has two digits for month and year', () => {
  expect(expiryOf(aCard())).toBe('04/27');
  expect(expiryOf(aCard({ exp_month: 12, exp_year: 2100 }))).toBe('12/00');
});

test('a card is valid to the last moment of its month, on every device', () => {
  expect(isExpired(aCard(), new Date('2027-04-30T23:59:59Z'))).toBe(false);
  expect(isExpired(aCard(), new Date('2027-05-01T00:00:00Z'))).toBe(true);
  expect(isExpired(aCard({ exp_month: 12 }), new Date('2027-12-31T12:00:00Z'))).toBe(false);
  expect(isExpired(aCard({ exp_month: 12 }), new Date('2028-01-01T00:00:00Z'))).toBe(true);
});
