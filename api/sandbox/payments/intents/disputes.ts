import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { createdFilter, pageOf, parse, text } from '../core/wire.ts';

type Dispute = Objects['dispute'];

/** The time that the bank gives for an answer. */
const answerSeconds = 7 * 24 * 3600;

const list = z.strictObject({
  ...pageOf,
  created: createdFilter,
  payment_intent: z.optional(text),
  charge: z.optional(text),
});

/** Whether the bank holds a charge's money or has returned it, so that it cannot be refunded again. */
export const isHeld = (ctx: Context, charge: string): boolean =>
  ctx.store.list('dispute', { charge }).data.some(({ status }) => status !== 'won');

/** The cardholder disputes an intent's payment at their bank. */
export function openDispute(ctx: Context, given: { paymentIntent: string; reason: string }): Dispute {
  const intent = ctx.store.get('payment_intent', given.paymentIntent);
  const charge = ctx.store.get('charge', idOf(intent?.latest_charge) ?? '');
  if (!intent || charge?.status !== 'succeeded') throw missing('charge', given.paymentIntent);
  if (isHeld(ctx, charge.id)) throw invalidRequest(`Charge ${charge.id} is disputed already.`);
  const dispute = ctx.store.put<Dispute>({
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: ctx.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: ctx.now() + answerSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: given.reason,
    status: 'needs_response',
  });
  ctx.store.put<Objects['charge']>({ ...charge, disputed: true });
  ctx.emit('charge.dispute.created', dispute);
  return dispute;
}

/** The bank decides for the business or for the cardholder. */
export function closeDispute(ctx: Context, given: { paymentIntent: string; won: boolean }): void {
  const [open] = ctx.store
    .list('dispute', { payment_intent: given.paymentIntent })
    .data.filter(({ status }) => status === 'needs_response' || status === 'under_review');
  if (!open) throw missing('dispute', given.paymentIntent);
  const closed = ctx.store.put<Dispute>({ ...open, status: given.won ? 'won' : 'lost' });
  ctx.emit('charge.dispute.closed', closed, { status: open.status });
}

export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    handle(ctx, form) {
      const { payment_intent, charge, ...page } = parse(list, form);
      return presentList(
        ctx,
        '/v1/disputes',
        ctx.store.list('dispute', { payment_intent, charge }, pageFrom(page)),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    handle(ctx, _form, id) {
      const dispute = ctx.store.get('dispute', id);
      if (!dispute) throw missing('dispute', id);
      return dispute;
    },
  },
];

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
