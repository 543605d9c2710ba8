import * as z from 'zod/mini';
import { Refund } from './refunds.ts';

export const BillingHistoryItem = z.object({
  id: z.string(),
  /** Cents. */
  amount_paid: z.int(),
  /** Cents refunded, at most the whole; the whole if the status is `refunded`. */
  amount_refunded: z.int(),
  /** Refunds of a part that the team decided, with their reasons; left out without any. */
  refunds: z.optional(z.array(Refund)),
  description: z.string(),
  /** Unix seconds. */
  created: z.int(),
  status: z.enum(['paid', 'open', 'refunded', 'failed']),
  hosted_invoice_url: z.nullable(z.string()),
});
export type BillingHistoryItem = z.infer<typeof BillingHistoryItem>;

/** A saved card, with the card provider's names of fields. */
export const PaymentMethod = z.object({
  id: z.string(),
  is_default: z.boolean(),
  card: z.object({
    last4: z.string(),
    brand: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
  }),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;
