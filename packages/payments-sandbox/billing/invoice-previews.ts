import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { randomText } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { text } from '../core/wire.ts';
import { draftCycle } from './next-period.ts';
import { draftUpdate, itemAfter, priceChange, prorationTime } from './subscription-updates.ts';
import { isOver, subscriptionOf, withItem } from './subscriptions.ts';

export const invoicePreview = z.strictObject({
  customer: z.optional(text),
  subscription: text,
  subscription_details: z.optional(z.strictObject(priceChange)),
});

/**
 * The invoice that an update of a subscription would create, or else the one of its next period: the same lines and
 * amounts, without storing anything. @throws ApiError 404 if no invoice follows
 */
export function previewInvoice(ctx: Context, input: z.output<typeof invoicePreview>): Objects['invoice'] {
  const subscription = subscriptionOf(ctx, input.subscription);
  const details = input.subscription_details;
  const item = details && !isOver(subscription) ? itemAfter(ctx, subscription, details) : null;
  if (item && details?.proration_behavior === 'always_invoice') {
    const at = prorationTime(ctx, subscription, details.proration_date);
    return unkept(draftUpdate(ctx, subscription, item, at));
  }
  if (isOver(subscription) || (details?.cancel_at_period_end ?? subscription.cancel_at_period_end)) {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: '${idOf(subscription.customer)}'`,
    });
  }
  return unkept(draftCycle(ctx, item ? withItem(subscription, item) : subscription));
}

function unkept(draft: Objects['invoice']): Objects['invoice'] {
  const id = `upcoming_in_${randomText(24)}`;
  const data = draft.lines.data.map((line) => ({ ...line, id: `il_tmp_${randomText(24)}`, invoice: id }));
  return {
    ...draft,
    id,
    billing_reason: 'upcoming',
    lines: { ...draft.lines, data, url: `/v1/invoices/upcoming/lines?subscription=${id}` },
  };
}
