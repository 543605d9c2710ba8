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

/** An inquiry takes no money, and one that was closed never will. */
const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_');

/** Whether the bank holds a charge's money or has returned it, so that it cannot be refunded again. */
export const isHeld = (ctx: Context, charge: string): boolean =>
  ctx.store
    .list('dispute', { charge })
    .data.some((dispute) => dispute.status !== 'won' && !isInquiry(dispute));

/** The cardholder disputes an intent's payment at their bank, which takes the money, or only inquires. */
export function openDispute(
  ctx: Context,
  given: { paymentIntent: string; reason: string; inquiry: boolean },
): Dispute {
  const intent = ctx.store.get('payment_intent', given.paymentIntent);
  const charge = ctx.store.get('charge', idOf(intent?.latest_charge) ?? '');
  if (!intent || charge?.status !== 'succeeded') throw missing('charge', given.paymentIntent);
  const isOpen = ctx.store.list('dispute', { charge: charge.id }).data.some(isUndecided);
  if (isOpen || isHeld(ctx, charge.id)) throw invalidRequest(`Charge ${charge.id} is disputed already.`);
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
    is_charge_refundable: given.inquiry,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: given.reason,
    status: given.inquiry ? 'warning_needs_response' : 'needs_response',
  });
  ctx.store.put<Objects['charge']>({ ...charge, disputed: true });
  ctx.emit('charge.dispute.created', dispute);
  return dispute;
}

const isUndecided = ({ status }: Dispute): boolean =>
  ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'].includes(status);

/** The bank decides for the business or for the cardholder; an inquiry it ends, or makes a dispute of it. */
export function closeDispute(ctx: Context, given: { paymentIntent: string; won: boolean }): void {
  const [open] = ctx.store.list('dispute', { payment_intent: given.paymentIntent }).data.filter(isUndecided);
  if (!open) throw missing('dispute', given.paymentIntent);
  if (isInquiry(open) && !given.won) {
    const charge = ctx.store.get('charge', idOf(open.charge) ?? '');
    const disputed = ctx.store.put<Dispute>({
      ...open,
      amount: charge ? charge.amount - charge.amount_refunded : open.amount,
      is_charge_refundable: false,
      status: 'needs_response',
    });
    ctx.emit('charge.dispute.updated', disputed, { status: open.status, amount: open.amount });
    return;
  }
  if (isInquiry(open)) {
    const ended = ctx.store.put<Dispute>({ ...open, status: 'warning_closed' });
    ctx.emit('charge.dispute.closed', ended, { status: open.status });
    return;
  }
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
