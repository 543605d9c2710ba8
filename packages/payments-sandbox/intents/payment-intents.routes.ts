import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { createdFilter, flag, integer, mergeMetadata, metadata, pageOf, parse, text } from '../core/wire.ts';
import { authenticate, confirmFields, intentFor, missingMethod, retrieve } from '../customers/any-intent.ts';
import { customerOf } from '../customers/customers.ts';
import { newPaymentMethod, usableBy } from '../customers/payment-methods.ts';
import { takenBy, takenMethods } from '../customers/taken-methods.ts';
import {
  authenticateIntent,
  cancelIntent,
  confirmIntent,
  newIntent,
  refuseUnlessConfirmable,
  unexpectedState,
} from './payment-intents.ts';

type Intent = Objects['payment_intent'];

const futureUsage = z.enum(['on_session', 'off_session']);
const create = z.strictObject({
  amount: integer,
  currency: z.string().regex(/^[a-zA-Z]{3}$/),
  customer: z.optional(text),
  description: z.optional(text),
  metadata: z.optional(metadata),
  receipt_email: z.optional(text),
  setup_future_usage: z.optional(futureUsage),
  ...takenMethods,
  payment_method: z.optional(text),
  confirm: z.optional(flag),
});
const confirm = z.strictObject({
  ...confirmFields,
  off_session: z.optional(flag),
  setup_future_usage: z.optional(futureUsage),
});
/** The only change that the product makes. */
const update = z.strictObject({ description: text });
const cancel = z.strictObject({
  cancellation_reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])),
});
const list = z.strictObject({ ...pageOf, created: createdFilter, customer: z.optional(text) });

function confirmWith(ctx: Context, intent: Intent, input: z.output<typeof confirm>): Intent {
  if (input.setup_future_usage) intent.setup_future_usage = input.setup_future_usage;
  const customer = idOf(intent.customer);
  const chosen = input.payment_method ?? idOf(intent.payment_method);
  if (input.payment_method_data) {
    // The state is checked first, so that no card is created from details that cannot be used.
    refuseUnlessConfirmable(intent);
    return confirmIntent(ctx, intent, newPaymentMethod(ctx, input.payment_method_data));
  }
  if (!chosen) {
    throw unexpectedState(intent, missingMethod('payment_intent'));
  }
  return confirmIntent(ctx, intent, usableBy(ctx, chosen, customer), input.off_session);
}

export const paymentIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    handle(ctx, form) {
      const input = parse(create, form);
      if (input.amount < 50) {
        throw invalidRequest(`Amount must be at least $0.50 ${input.currency.toLowerCase()}`, {
          code: 'amount_too_small',
          param: 'amount',
        });
      }
      const customer = input.customer ? customerOf(ctx, input.customer, 'customer').id : null;
      const method = input.payment_method ? usableBy(ctx, input.payment_method, customer) : null;
      const intent = newIntent(ctx, {
        amount: input.amount,
        currency: input.currency.toLowerCase(),
        customer,
        description: input.description ?? null,
        metadata: mergeMetadata({}, input.metadata),
        setupFutureUsage: input.setup_future_usage ?? null,
        receiptEmail: input.receipt_email ?? null,
        takes: takenBy(input),
      });
      if (method) {
        ctx.store.put<Intent>(
          Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' }),
        );
      }
      ctx.emit('payment_intent.created', intent);
      return input.confirm ? confirmWith(ctx, intent, {}) : intent;
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handle(ctx, form) {
      const input = parse(list, form);
      const page = ctx.store.list('payment_intent', { customer: input.customer }, pageFrom(input));
      return presentList(ctx, '/v1/payment_intents', page);
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    browser: 'too',
    handle: (ctx, form, id, caller) =>
      intentFor(ctx, 'payment_intent', id, caller, parse(retrieve, form).client_secret),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    handle(ctx, form, id) {
      const { description } = parse(update, form);
      const intent = intentFor(ctx, 'payment_intent', id, 'server', undefined);
      return ctx.store.put<Intent>({ ...intent, description });
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    browser: 'too',
    handle(ctx, form, id, caller) {
      const input = parse(confirm, form);
      return confirmWith(ctx, intentFor(ctx, 'payment_intent', id, caller, input.client_secret), input);
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/authenticate',
    browser: 'only',
    handle(ctx, form, id, caller) {
      const input = parse(authenticate, form);
      const intent = intentFor(ctx, 'payment_intent', id, caller, input.client_secret);
      return authenticateIntent(ctx, intent, input.outcome === 'complete');
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    handle(ctx, form, id) {
      const input = parse(cancel, form);
      return cancelIntent(
        ctx,
        intentFor(ctx, 'payment_intent', id, 'server', undefined),
        input.cancellation_reason ?? null,
      );
    },
  },
];
