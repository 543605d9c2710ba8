import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { createdFilter, integer, mergeMetadata, metadata, pageOf, parse, text } from '../core/wire.ts';
import { behaviourOf } from '../customers/cards.ts';
import { isHeld } from './disputes.ts';

const create = z.strictObject({
  payment_intent: z.optional(text),
  charge: z.optional(text),
  amount: z.optional(integer),
  reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: z.optional(metadata),
});
const list = z.strictObject({
  ...pageOf,
  created: createdFilter,
  payment_intent: z.optional(text),
  charge: z.optional(text),
});

function chargeToRefund(ctx: Context, input: z.output<typeof create>): Objects['charge'] {
  if (input.payment_intent !== undefined) {
    const intent = ctx.store.get('payment_intent', input.payment_intent);
    if (!intent) throw missing('payment_intent', input.payment_intent, 'payment_intent');
    const charge = ctx.store.get('charge', idOf(intent.latest_charge) ?? '');
    if (charge?.status !== 'succeeded') {
      throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
        param: 'payment_intent',
      });
    }
    return charge;
  }
  if (input.charge === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const charge = ctx.store.get('charge', input.charge);
  if (!charge) throw missing('charge', input.charge, 'charge');
  return charge;
}

/** The state of a refund on its way to the card. */
const reached = (reference_status: 'pending' | 'available' | 'unavailable') => ({
  destination_details: { type: 'card', card: { type: 'refund' as const, reference_status } },
});

/** Ends a refund that was under way, or that seemed to be made; a failed one leaves its charge as it was. */
export function settleRefund(ctx: Context, refund: Objects['refund']): void {
  const charge = ctx.store.get('charge', idOf(refund.charge) ?? '');
  const method = charge && ctx.store.get('payment_method', charge.payment_method ?? '');
  if (!charge || !method || behaviourOf(method).refund !== 'failed') {
    const made = { ...refund, ...reached('available'), status: 'succeeded' };
    ctx.emit('refund.updated', ctx.store.put(made), { status: refund.status });
    return;
  }
  ctx.store.put<Objects['charge']>({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  const failed = ctx.store.put<Objects['refund']>({
    ...refund,
    ...reached('unavailable'),
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  });
  ctx.emit('refund.failed', failed, { status: refund.status });
}

export const refundRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    handle(ctx, form) {
      const input = parse(create, form);
      const charge = chargeToRefund(ctx, input);
      if (isHeld(ctx, charge.id))
        throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        });
      if (ctx.refusesRefund())
        throw invalidRequest('Insufficient available funds in your account.', {
          code: 'balance_insufficient',
        });
      const left = charge.amount_captured - charge.amount_refunded;
      if (left === 0) {
        throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
          code: 'charge_already_refunded',
        });
      }
      const amount = input.amount ?? left;
      if (amount < 1 || amount > left) {
        throw invalidRequest(
          `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
          { param: 'amount' },
        );
      }
      const method = ctx.store.get('payment_method', charge.payment_method ?? '');
      const later = method && behaviourOf(method).refund;
      const refund = ctx.store.put<Objects['refund']>({
        id: newId('re'),
        object: 'refund',
        amount,
        balance_transaction: null,
        charge: charge.id,
        created: ctx.now(),
        currency: charge.currency,
        customer: idOf(charge.customer),
        customer_account: null,
        ...reached(later ? 'pending' : 'available'),
        metadata: mergeMetadata({}, input.metadata),
        payment_intent: idOf(charge.payment_intent),
        payment_method: charge.payment_method,
        reason: input.reason ?? null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: later === 'succeeded' ? 'pending' : 'succeeded',
        transfer_reversal: null,
      });
      ctx.emit('refund.created', refund);
      const refunded = ctx.store.put<Objects['charge']>({
        ...charge,
        amount_refunded: charge.amount_refunded + amount,
        refunded: amount === left,
      });
      ctx.emit('charge.refunded', refunded, {
        amount_refunded: charge.amount_refunded,
        refunded: charge.refunded,
      });
      return refund;
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    handle(ctx, form) {
      const { payment_intent, charge, ...page } = parse(list, form);
      const refunds = ctx.store.list('refund', { payment_intent, charge }, pageFrom(page));
      return presentList(ctx, '/v1/refunds', refunds);
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    handle(ctx, _form, id) {
      const refund = ctx.store.get('refund', id);
      if (!refund) throw missing('refund', id);
      return refund;
    },
  },
];
