import type { Context } from '../core/context.ts';
import { ApiError, invalidRequest } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { invoicePaymentsOf } from '../core/presentation.ts';
import { findCustomer } from '../customers/customers.ts';
import { confirmIntent } from '../intents/payment-intents.ts';
import { noteFailedPayment } from './invoice-states.ts';

type Invoice = Objects['invoice'];
type Intent = Objects['payment_intent'];
type Method = Objects['payment_method'];

const daySeconds = 86_400;
/** The days between a failed attempt and the next (docs: smart retries, custom schedule). */
const retryDays = [3, 5, 7];

function intentOf(ctx: Context, invoice: Invoice): Intent {
  const payment = invoicePaymentsOf(ctx, invoice.id).find((each) => each.is_default);
  const intent = ctx.store.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
  if (!intent) throw new Error(`The invoice ${invoice.id} has nothing that would pay it`);
  return intent;
}

/** The card that pays a subscription's invoices in its payer's absence: its own, or else the customer's. */
function cardOf(ctx: Context, invoice: Invoice): Method | null {
  const subscription = idOf(invoice.parent?.subscription_details?.subscription);
  const method = ctx.store.get('subscription', subscription ?? '')?.default_payment_method;
  const customer = findCustomer(ctx, idOf(invoice.customer) ?? '');
  const id = idOf(method) ?? idOf(customer?.invoice_settings.default_payment_method);
  return ctx.store.get('payment_method', id ?? '') ?? null;
}

/**
 * Tries to charge an open invoice in its payer's absence, and counts it as an attempt. A payment is announced by the
 * invoice's own events. Otherwise the invoice stays open; while `retried`, it shows the time of the next attempt
 * until the last has failed.
 * @returns the invoice afterwards
 */
export function attemptPayment(ctx: Context, invoice: Invoice, retried: boolean): Invoice {
  const attempts = invoice.attempt_count + 1;
  const days = retried ? retryDays[attempts - 1] : undefined;
  const tried = ctx.store.put<Invoice>({
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    auto_advance: days !== undefined,
    next_payment_attempt: days === undefined ? null : ctx.now() + days * daySeconds,
  });
  const card = cardOf(ctx, tried);
  const intent = intentOf(ctx, tried);
  if (!card) noteFailedPayment(ctx, intent);
  else {
    try {
      const confirmed = confirmIntent(ctx, intent, card);
      if (confirmed.status === 'requires_action') noteActionRequired(ctx, confirmed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return ctx.store.get('invoice', invoice.id) ?? tried;
}

function noteActionRequired(ctx: Context, intent: Intent): void {
  noteFailedPayment(ctx, intent);
  const payment = ctx.store.list('invoice_payment', { 'payment.payment_intent': intent.id }).data[0];
  const invoice = ctx.store.get('invoice', idOf(payment?.invoice) ?? '');
  if (invoice) ctx.emit('invoice.payment_action_required', invoice);
}

/**
 * Pays an invoice on request, with this card or the one that would pay it automatically.
 * @throws ApiError 402 when the card is declined or its bank asks the payer; 400 when there is no card
 */
export function payNow(ctx: Context, invoice: Invoice, given: Method | null): Invoice {
  const card = given ?? cardOf(ctx, invoice);
  if (!card) {
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Subscription. Please provide a ' +
        '`payment_method`, or set a default one first.',
      { code: 'missing' },
    );
  }
  const confirmed = confirmIntent(ctx, intentOf(ctx, invoice), card);
  if (confirmed.status === 'requires_action') {
    noteActionRequired(ctx, confirmed);
    throw new ApiError(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message:
        'This payment requires additional user action before it can be completed successfully. Payment can ' +
        'be completed using the PaymentIntent associated with the invoice.',
      payment_intent: confirmed,
    });
  }
  return ctx.store.get('invoice', invoice.id) ?? invoice;
}
