import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/contract/calls/calls.ts';
import type { PaymentMethod } from '../../api/contract/schemas/payments.ts';
import { keyOf } from '../lib/api.ts';

/** A person's saved cards, the default first. */
export const savedCardsQuery = () =>
  queryOptions<Answer<'listPaymentMethods'>>({ queryKey: keyOf('listPaymentMethods') });

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'eftpos',
};

/** A card's brand: 'Visa'; an unknown brand is called 'Card'. */
export const brandName = (brand: string): string => brands[brand] ?? 'Card';

/** 'Visa ending 4242'. */
export const cardName = ({ card }: PaymentMethod): string => `${brandName(card.brand)} ending ${card.last4}`;

/** '04/27'. */
export const expiryOf = ({ card }: PaymentMethod): string =>
  `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`;

/** Whether a card has expired; it is valid to the end of its month. */
export const isExpired = (method: PaymentMethod, now: Date = new Date()): boolean =>
  expiresWithin(method, 0, now);

/** Whether a card has expired so many days from now. */
export const expiresWithin = ({ card }: PaymentMethod, days: number, now: Date = new Date()): boolean =>
  now.getTime() + days * 86_400_000 >= Date.UTC(card.exp_year, card.exp_month, 1);
