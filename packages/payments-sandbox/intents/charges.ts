import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { createdFilter, pageOf, parse, text } from '../core/wire.ts';
import type { Decline } from '../customers/cards.ts';

/** One attempt to charge an intent to a card: paid, or declined with the reason. */
export function newCharge(
  ctx: Context,
  intent: Objects['payment_intent'],
  method: Objects['payment_method'],
  decline: Decline | null,
  given: { id?: string; created?: number } = {},
): Objects['charge'] {
  const card = method.card;
  return ctx.store.put<Objects['charge']>({
    id: given.id ?? newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created: given.created ?? ctx.now(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: decline ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.declineCode ?? null,
      risk_level: 'normal',
      risk_score: 10,
      seller_message: decline ? 'The bank did not return any further details.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: card ? cardDetails(card, intent.amount, decline) : null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  });
}

function cardDetails(
  card: NonNullable<Objects['payment_method']['card']>,
  amount: number,
  decline: Decline | null,
): Objects['charge']['payment_method_details'] {
  return {
    type: 'card',
    card: {
      amount_authorized: decline ? null : amount,
      authorization_code: decline ? null : '123456',
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

const list = z.strictObject({ ...pageOf, created: createdFilter, payment_intent: z.optional(text) });
const update = z.strictObject({ description: text });

function chargeOf(ctx: Context, id: string): Objects['charge'] {
  const charge = ctx.store.get('charge', id);
  if (!charge) throw missing('charge', id);
  return charge;
}

export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    handle(ctx, form) {
      const { payment_intent, ...page } = parse(list, form);
      return presentList(ctx, '/v1/charges', ctx.store.list('charge', { payment_intent }, pageFrom(page)));
    },
  },
  { method: 'GET', path: '/v1/charges/:id', handle: (ctx, _form, id) => chargeOf(ctx, id) },
  {
    // Little more than the description of a charge can be changed (docs: update a charge).
    method: 'POST',
    path: '/v1/charges/:id',
    handle(ctx, form, id) {
      const { description } = parse(update, form);
      return ctx.store.put<Objects['charge']>({ ...chargeOf(ctx, id), description });
    },
  },
];
