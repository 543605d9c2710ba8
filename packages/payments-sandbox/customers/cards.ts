import { createHash } from 'node:crypto';
import * as z from 'zod';
import { brandOf, cvcLengthOf, passesLuhn } from '../core/card-numbers.ts';
import { ApiError } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { text } from '../core/wire.ts';

/** The behaviour of a test card; without any entry it is charged and saved. */
export interface CardBehaviour {
  /** Whether the bank asks the payer; `until_kept`: not again once the owner has saved the card. */
  authentication?: 'always' | 'until_kept';
  decline?: Decline;
  /** Declined only when charged, not when saved. */
  attaches?: true;
  /** The later result of a refund, which is under way until then. */
  refund?: 'succeeded' | 'failed';
  /** The reason with which the owner disputes each charge at once. */
  disputed?: 'fraudulent' | 'product_not_received';
}

/** A declined card in the provider's words (docs.stripe.com/declines/codes). */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const refused = (code: string, message: string): Decline => ({ code, declineCode: code, message });

const insufficientFunds = declined('insufficient_funds', 'Your card has insufficient funds.');

/** The provider's test cards that the sandbox accepts (design §10; docs.stripe.com/testing). */
const testCards: Record<string, CardBehaviour> = {
  '4242424242424242': {},
  '4000056655665556': {},
  '5555555555554444': {},
  '2223003122003222': {},
  '5200828282828210': {},
  '5105105105105100': {},
  '378282246310005': {},
  '371449635398431': {},
  '6011111111111117': {},
  '6011000990139424': {},
  '30569309025904': {},
  '3566002020360505': {},
  '6200000000000005': {},
  '4000000000003055': {},
  '4000002500003155': { authentication: 'until_kept' },
  '4000003800000446': { authentication: 'until_kept' },
  '4000002760003184': { authentication: 'always' },
  '4000000000003220': { authentication: 'always' },
  '4000008260003178': { authentication: 'always', decline: insufficientFunds, attaches: true },
  '4000008400001629': { authentication: 'always', decline: declined('generic_decline') },
  '4000000000000002': { decline: declined('generic_decline') },
  '4000000000009995': { decline: insufficientFunds },
  '4000000000009987': { decline: declined('lost_card') },
  '4000000000009979': { decline: declined('stolen_card') },
  '4100000000000019': { decline: declined('fraudulent') },
  '4000000000006975': {
    decline: declined(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  },
  '4000000000000069': { decline: refused('expired_card', 'Your card has expired.') },
  '4000000000000127': { decline: refused('incorrect_cvc', "Your card's security code is incorrect.") },
  '4000000000000119': {
    decline: refused(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  '4000000000000259': { disputed: 'fraudulent' },
  '4000000000002685': { disputed: 'product_not_received' },
  '4000000000007726': { refund: 'succeeded' },
  '4000000000005126': { refund: 'failed' },
  '4000000000000341': { decline: declined('generic_decline'), attaches: true },
};

/** Equal for all cards of one number without revealing it; the only part of a number that is stored. */
const fingerprintOf = (digits: string): string =>
  createHash('sha256').update(`sandbox:${digits}`).digest('hex').slice(0, 16);

const byFingerprint = new Map(
  Object.entries(testCards).map(([digits, behaviour]) => [fingerprintOf(digits), behaviour]),
);

export function behaviourOf(method: Objects['payment_method']): CardBehaviour {
  return byFingerprint.get(method.card?.fingerprint ?? '') ?? {};
}

export const cardInput = z.strictObject({ number: text, exp_month: text, exp_year: text, cvc: text });

const cardError = (code: string, message: string, param: string, declineCode?: string) =>
  new ApiError(402, {
    type: 'card_error',
    code,
    message,
    param,
    ...(declineCode && { decline_code: declineCode }),
  });

/**
 * Checks a card's details and returns the part that is stored. Only test cards are accepted: any other number is
 * refused, as the provider does in test mode, and not stored.
 * @throws ApiError 402 with the provider's code and message
 */
export function readCard(
  input: z.output<typeof cardInput>,
  now: Date,
): NonNullable<Objects['payment_method']['card']> {
  const digits = input.number.replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const month = Number(input.exp_month);
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const year = /^\d{2}$/.test(input.exp_year) ? 2000 + Number(input.exp_year) : Number(input.exp_year);
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const brand = brandOf(digits);
  if (!/^\d+$/.test(input.cvc) || input.cvc.length !== cvcLengthOf(brand)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  if (!testCards[digits]) {
    throw cardError(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
        'For a list of valid test cards, visit: https://docs.stripe.com/testing.',
      'number',
      'test_mode_live_card',
    );
  }
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'AU',
    display_brand: brand,
    exp_month: month,
    exp_year: year,
    fingerprint: fingerprintOf(digits),
    funding: 'credit',
    generated_from: null,
    last4: digits.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}
