import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { refundReason } from '../rules/refund-terms.ts';
import { textFrom } from '../schemas/forms.ts';
import { BillingHistoryItem } from '../schemas/payments.ts';
import { ChargeDetail } from '../schemas/refunds.ts';
import { call, one, page } from './call.ts';

/** A payment's id is ours, an invoice's the provider's. */
const charge = z.object({ id: z.string().check(z.maxLength(100)) });

/** Calls of the team about refunds of a part of what a customer paid. */
export const refundCalls = {
  listCustomerBilling: call({
    ...paths.listCustomerBilling,
    cost: 'heavy',
    summary: 'What a customer paid, the newest first',
    params: one,
    query: page,
    answer: z.array(BillingHistoryItem),
    errors: ['not_found'],
  }),
  readCharge: call({
    ...paths.readCharge,
    cost: 'provider',
    summary: 'A payment or an invoice: what was refunded, what is left, and which card gets it',
    params: charge,
    answer: ChargeDetail,
    errors: ['not_found', 'payment_unavailable'],
  }),
  refundCharge: call({
    ...paths.refundCharge,
    uncounted: 'owed',
    cost: 'provider',
    summary: 'Refunds a part of a payment or an invoice, at most what is left, and tells the customer',
    params: charge,
    body: z.object({
      amountCents: z.int().check(z.minimum(1)),
      reason: textFrom(
        refundReason.min,
        'Please say in a few words why; the customer reads it',
        refundReason.max,
      ),
      /** The rest that the administrator saw. The call is refused if it differs now. */
      leftCents: z.int().check(z.minimum(0)),
    }),
    answer: ChargeDetail,
    repeatable: true,
    errors: ['not_found', 'conflict', 'terms_changed', 'disputed', 'key_reused', 'payment_unavailable'],
  }),
} as const;
