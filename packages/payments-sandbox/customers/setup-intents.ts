import type { Context } from '../core/context.ts';
import { newClientSecret, newId } from '../core/context.ts';
import { ApiError, type ErrorBody, invalidRequest } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { lastError, notAuthenticated } from './any-intent.ts';
import { behaviourOf } from './cards.ts';
import { attach } from './payment-methods.ts';
import type { TakenMethods } from './taken-methods.ts';

type Setup = Objects['setup_intent'];
type Method = Objects['payment_method'];

export interface NewSetup {
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  usage: 'on_session' | 'off_session';
  takes: TakenMethods<'setup_intent'>;
}

export function newSetup(ctx: Context, input: NewSetup): Setup {
  const id = newId('seti');
  return ctx.store.put<Setup>({
    id,
    object: 'setup_intent',
    application: null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: ctx.now(),
    customer: input.customer,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    ...input.takes,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: input.usage,
  });
}

function unexpectedState(setup: Setup, message: string): ApiError {
  return invalidRequest(message, { code: 'setup_intent_unexpected_state', setup_intent: setup });
}

/** @throws ApiError if the card has been added or the intent was cancelled */
export function refuseUnlessOpen(setup: Setup, what: 'confirm' | 'cancel'): void {
  if (setup.status !== 'succeeded' && setup.status !== 'canceled') return;
  throw unexpectedState(
    setup,
    `You cannot ${what} this SetupIntent because it has a status of ${setup.status}. Only a SetupIntent with one of the following statuses may be ${what}ed: requires_payment_method, requires_confirmation, requires_action.`,
  );
}

/** Saves the card, or waits for the payer's bank. @throws ApiError 402 if the bank refuses it */
export function confirmSetup(ctx: Context, setup: Setup, method: Method): Setup {
  refuseUnlessOpen(setup, 'confirm');
  if (behaviourOf(method).authentication) {
    const asking = ctx.store.put<Setup>({
      ...setup,
      last_setup_error: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      payment_method: method.id,
      status: 'requires_action',
    });
    ctx.emit('setup_intent.requires_action', asking);
    return asking;
  }
  return keep(ctx, setup, method);
}

/** Handles the payer's answer to the bank. @throws ApiError 402 if the card cannot be saved afterwards */
export function authenticateSetup(ctx: Context, setup: Setup, passed: boolean): Setup {
  const method = ctx.store.get('payment_method', idOf(setup.payment_method) ?? '');
  if (setup.status !== 'requires_action' || !method) {
    throw unexpectedState(setup, 'This SetupIntent is not waiting for authentication.');
  }
  if (passed) return keep(ctx, setup, method);
  return fail(ctx, setup, method, notAuthenticated('setup_intent'));
}

export function cancelSetup(ctx: Context, setup: Setup, reason: Setup['cancellation_reason']): Setup {
  refuseUnlessOpen(setup, 'cancel');
  const canceled = ctx.store.put<Setup>({
    ...setup,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  ctx.emit('setup_intent.canceled', canceled);
  return canceled;
}

function keep(ctx: Context, setup: Setup, method: Method): Setup {
  const { decline, attaches } = behaviourOf(method);
  if (decline && !attaches) {
    const { code, declineCode, message } = decline;
    const error: ErrorBody = { type: 'card_error', code, decline_code: declineCode, message };
    const failed = fail(ctx, setup, method, error);
    throw new ApiError(402, { ...error, setup_intent: failed, payment_method: method });
  }
  const customer = idOf(setup.customer);
  if (customer !== null) attach(ctx, method, customer);
  const done = ctx.store.put<Setup>({
    ...setup,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  ctx.emit('setup_intent.succeeded', done);
  return done;
}

function fail(ctx: Context, setup: Setup, method: Method, error: ErrorBody): Setup {
  const failed = ctx.store.put<Setup>({
    ...setup,
    last_setup_error: lastError(method, error),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  ctx.emit('setup_intent.setup_failed', failed);
  return failed;
}
