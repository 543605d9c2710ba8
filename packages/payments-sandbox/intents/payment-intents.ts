import type { Context } from '../core/context.ts';
import { newClientSecret, newId } from '../core/context.ts';
import { ApiError, type ErrorBody, invalidRequest } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { invoicePaymentOf } from '../core/presentation.ts';
import { lastError, notAuthenticated } from '../customers/any-intent.ts';
import { behaviourOf } from '../customers/cards.ts';
import { attach } from '../customers/payment-methods.ts';
import type { TakenMethods } from '../customers/taken-methods.ts';
import { newCharge } from './charges.ts';
import { openDispute } from './disputes.ts';

type Intent = Objects['payment_intent'];
type Method = Objects['payment_method'];

export interface NewIntent {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  setupFutureUsage?: Intent['setup_future_usage'];
  receiptEmail?: string | null;
  takes: TakenMethods<'payment_intent'>;
  id?: string;
  created?: number;
}

export function newIntent(ctx: Context, input: NewIntent): Intent {
  const id = input.id ?? newId('pi');
  const intent = ctx.store.put<Intent>({
    id,
    object: 'payment_intent',
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: input.created ?? ctx.now(),
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    ...input.takes,
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail ?? null,
    review: null,
    setup_future_usage: input.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  });
  return intent;
}

/** Refuses a call that the intent's state does not allow, with the present intent, as the provider does. */
export function unexpectedState(intent: Intent, message: string): ApiError {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

/** @throws ApiError if the intent has succeeded or was cancelled */
export function refuseUnlessConfirmable(intent: Intent): void {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  if (intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action, requires_payment_method.',
    );
  }
}

/**
 * Charges the card, or leaves the intent waiting for the payer's bank. @throws ApiError 402 if the card is declined
 */
export function confirmIntent(ctx: Context, intent: Intent, method: Method, offSession = false): Intent {
  refuseUnlessConfirmable(intent);
  const { authentication } = behaviourOf(method);
  if (authentication === 'always' || (authentication === 'until_kept' && method.customer === null)) {
    if (offSession) throw absent(ctx, intent, method);
    const asking = ctx.store.put<Intent>({
      ...intent,
      payment_method: method.id,
      last_payment_error: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      status: 'requires_action',
    });
    ctx.emit('payment_intent.requires_action', asking);
    return asking;
  }
  return charge(ctx, intent, method);
}

/** The bank asks while its payer is absent, so the charge is refused (docs: off-session payments). */
function absent(ctx: Context, intent: Intent, method: Method): ApiError {
  const error: ErrorBody = {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  };
  const failed = fail(ctx, intent, method, error);
  return new ApiError(402, { ...error, payment_intent: failed, payment_method: method });
}

/** Handles the payer's answer to the bank. @throws ApiError 402 if the card cannot be charged afterwards */
export function authenticateIntent(ctx: Context, intent: Intent, passed: boolean): Intent {
  const method = ctx.store.get('payment_method', idOf(intent.payment_method) ?? '');
  if (intent.status !== 'requires_action' || !method) {
    throw unexpectedState(intent, 'This PaymentIntent is not waiting for authentication.');
  }
  if (passed) return charge(ctx, intent, method);
  fail(ctx, intent, method, notAuthenticated('payment_intent'));
  return ctx.store.get('payment_intent', intent.id) ?? intent;
}

function charge(ctx: Context, intent: Intent, method: Method): Intent {
  const decline = behaviourOf(method).decline ?? null;
  const made = newCharge(ctx, intent, method, decline);
  if (decline) {
    const error: ErrorBody = {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      charge: made.id,
    };
    const failed = fail(ctx, { ...intent, latest_charge: made.id }, method, error);
    throw new ApiError(402, { ...error, payment_intent: failed, payment_method: method });
  }
  const customer = idOf(intent.customer);
  if (customer !== null && intent.setup_future_usage) attach(ctx, method, customer);
  const paid = ctx.store.put<Intent>({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  ctx.emit('payment_intent.succeeded', paid);
  const reason = behaviourOf(method).disputed;
  if (reason) openDispute(ctx, { paymentIntent: paid.id, reason, inquiry: false });
  return paid;
}

function fail(ctx: Context, intent: Intent, method: Method, error: ErrorBody): Intent {
  const failed = ctx.store.put<Intent>({
    ...intent,
    last_payment_error: lastError(method, error),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  ctx.emit('payment_intent.payment_failed', failed);
  return failed;
}

/** @throws ApiError if it has succeeded, was cancelled before, or belongs to an invoice */
export function cancelIntent(
  ctx: Context,
  intent: Intent,
  reason: Intent['cancellation_reason'],
  by: 'request' | 'invoice' = 'request',
): Intent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    );
  }
  if (by === 'request' && invoicePaymentOf(ctx, intent.id)) {
    throw unexpectedState(
      intent,
      'You cannot cancel this PaymentIntent because it belongs to an invoice. Void the invoice instead.',
    );
  }
  const canceled = ctx.store.put<Intent>({
    ...intent,
    canceled_at: ctx.now(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  ctx.emit('payment_intent.canceled', canceled);
  return canceled;
}
