import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { formatMoney } from '../core/money.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pendingInvoiceId } from './subscriptions.ts';

export type Line = Objects['invoice']['lines']['data'][number];
type ItemDetails = NonNullable<NonNullable<Line['parent']>['subscription_item_details']>;
type Period = { start: number; end: number };
type Subscription = Objects['subscription'];
type Item = Objects['subscription_item'];
type Price = Objects['price'];

interface LineInput {
  /** The invoice of the line. */
  invoice: string;
  subscription: Subscription;
  item: Item;
  price: Price;
  amount: number;
  description: string;
  period: Period;
  /** Present for a part of a period: the line whose charge is credited, if it is a credit. */
  proration?: { credited: ItemDetails['proration_details'] };
}

function newLine(input: LineInput): Line {
  const { subscription, item, price } = input;
  const quantity = item.quantity ?? 1;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: input.amount,
    currency: price.currency,
    description: input.description,
    discount_amounts: [],
    discountable: !input.proration,
    discounts: [],
    invoice: input.invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: input.proration ? newId('ii') : null,
        proration: input.proration !== undefined,
        proration_details: input.proration?.credited ?? null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: input.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: input.amount,
    taxes: [],
  };
}

const productNameOf = (ctx: Context, price: Price): string =>
  ctx.store.get('product', idOf(price.product) ?? '')?.name ?? '';

/** The line of a whole period: `1 × Standard plan (at $1400.99 / month)`. */
export function periodLine(
  ctx: Context,
  invoice: string,
  subscription: Subscription,
  item: Item,
  period: Period,
): Line {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  const each = formatMoney(price.unit_amount ?? 0, price.currency).replaceAll(',', '');
  return newLine({
    invoice,
    subscription,
    item,
    price,
    amount: (price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${productNameOf(ctx, price)} (at ${each} / ${price.recurring?.interval ?? 'month'})`,
    period,
  });
}

/** `09 Dec 2025`, as the provider writes days. */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const month = date.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  return `${String(date.getUTCDate()).padStart(2, '0')} ${month} ${date.getUTCFullYear()}`;
}

/** A share of an amount for a part of its time, exact to the second; half a cent is rounded away from zero. */
const shareOf = (amount: number, part: number, whole: number): number => Math.round((amount * part) / whole);

/**
 * The lines of a change of price at `at` (unix seconds, within the period): the unused time of the last charge is
 * credited, and the remaining time at the new price is charged. The credit follows the amount really charged, as in
 * the provider's flexible billing mode, so that time paid at a higher price is worth that price (docs: credit
 * prorations).
 */
export function prorationLines(
  ctx: Context,
  invoice: string,
  subscription: Subscription,
  before: Item,
  after: Item,
  at: number,
): Line[] {
  const { current_period_start: start, current_period_end: end } = before;
  const period = { start: at, end };
  const name = (item: Item, price: Price) => {
    const quantity = item.quantity ?? 1;
    return `${quantity > 1 ? `${quantity} × ` : ''}${productNameOf(ctx, price)}`;
  };
  const lines: Line[] = [];
  const debited = lastDebit(ctx, subscription, before, at);
  if (debited) {
    const { line, price } = debited;
    const whole = line.period.end - line.period.start;
    lines.push(
      newLine({
        invoice,
        subscription,
        item: before,
        price,
        amount: -shareOf(line.amount, end - at, whole),
        description: `Unused time on ${name(before, price)} after ${dayOf(at)}`,
        period,
        proration: {
          credited: { credited_items: { invoice: line.invoice ?? '', invoice_line_items: [line.id] } },
        },
      }),
    );
  }
  lines.push(
    newLine({
      invoice,
      subscription,
      item: after,
      price: after.price,
      amount: shareOf((after.price.unit_amount ?? 0) * (after.quantity ?? 1), end - at, end - start),
      description: `Remaining time on ${name(after, after.price)} after ${dayOf(at)}`,
      period,
      proration: { credited: null },
    }),
  );
  return lines;
}

/** The line that charged an item's time from `at` on, with its price; the newest if there are several. */
function lastDebit(ctx: Context, subscription: Subscription, item: Item, at: number) {
  const invoices = ctx.store.list('invoice', {
    'parent.subscription_details.subscription': subscription.id,
    status: ['paid', 'open'],
  });
  const unpaid = pendingInvoiceId(subscription);
  for (const { id, lines } of invoices.data) {
    if (id === unpaid) continue;
    const line = lines.data.find(
      ({ amount, period, parent }) =>
        amount > 0 &&
        period.start <= at &&
        period.end > at &&
        period.end === item.current_period_end &&
        parent?.subscription_item_details?.subscription_item === item.id,
    );
    const price = line && ctx.store.get('price', idOf(line.pricing?.price_details?.price) ?? '');
    if (line && price) return { line, price };
  }
  return null;
}
