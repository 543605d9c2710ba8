import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { flag, mergeMetadata, metadata, pageOf, parse, text } from '../core/wire.ts';
import { customerOf } from './customers.ts';
import { newPaymentMethod, paymentMethodData, usableBy } from './payment-methods.ts';
import { authenticateSetup, cancelSetup, confirmSetup, newSetup, refuseUnlessOpen } from './setup-intents.ts';
import { takenBy, takenMethods } from './taken-methods.ts';

type Setup = Objects['setup_intent'];

const create = z.strictObject({
  customer: z.optional(text),
  description: z.optional(text),
  metadata: z.optional(metadata),
  usage: z.optional(z.enum(['on_session', 'off_session'])),
  ...takenMethods,
});
const confirm = z.strictObject({
  client_secret: z.optional(text),
  payment_method: z.optional(text),
  payment_method_data: z.optional(paymentMethodData),
  return_url: z.optional(text),
  use_stripe_sdk: z.optional(flag),
});
const retrieve = z.strictObject({ client_secret: z.optional(text) });
const authenticate = z.strictObject({ client_secret: text, outcome: z.enum(['complete', 'fail']) });
const cancel = z.strictObject({
  cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'requested_by_customer'])),
});
const list = z.strictObject({ ...pageOf, customer: z.optional(text) });

/** A setup intent for a caller that may see it: a browser must have its client secret. */
function setupFor(
  ctx: Context,
  id: string,
  caller: 'server' | 'browser',
  clientSecret: string | undefined,
): Setup {
  const setup = ctx.store.get('setup_intent', id);
  if (!setup) throw missing('setupintent', id, 'intent');
  if (caller === 'browser') {
    const wanted = Buffer.from(setup.client_secret ?? '');
    const given = Buffer.from(clientSecret ?? '');
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) {
      throw invalidRequest(
        'The client_secret provided does not match any associated SetupIntent on this account. Ensure the publishable key used belongs to the same account that created the SetupIntent.',
        { code: 'setup_intent_invalid_parameter', param: 'client_secret' },
      );
    }
  }
  return setup;
}

function methodFor(ctx: Context, setup: Setup, input: z.output<typeof confirm>): Objects['payment_method'] {
  // The state is checked first, so that no card is created from details that cannot be used.
  refuseUnlessOpen(setup, 'confirm');
  if (input.payment_method_data) return newPaymentMethod(ctx, input.payment_method_data);
  const chosen = input.payment_method ?? idOf(setup.payment_method);
  if (chosen) return usableBy(ctx, chosen, idOf(setup.customer));
  throw invalidRequest(
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'setup_intent_unexpected_state', setup_intent: setup },
  );
}

export const setupIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    handle(ctx, form) {
      const input = parse(create, form);
      const setup = newSetup(ctx, {
        customer: input.customer ? customerOf(ctx, input.customer, 'customer').id : null,
        description: input.description ?? null,
        metadata: mergeMetadata({}, input.metadata),
        usage: input.usage ?? 'off_session',
        takes: takenBy(input),
      });
      ctx.emit('setup_intent.created', setup);
      return setup;
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    handle(ctx, form) {
      const input = parse(list, form);
      const page = ctx.store.list('setup_intent', { customer: input.customer }, pageFrom(input));
      return presentList(ctx, '/v1/setup_intents', page);
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    browser: 'too',
    handle: (ctx, form, id, caller) => setupFor(ctx, id, caller, parse(retrieve, form).client_secret),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    browser: 'too',
    handle(ctx, form, id, caller) {
      const input = parse(confirm, form);
      const setup = setupFor(ctx, id, caller, input.client_secret);
      return confirmSetup(ctx, setup, methodFor(ctx, setup, input));
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/authenticate',
    browser: 'only',
    handle(ctx, form, id, caller) {
      const input = parse(authenticate, form);
      const setup = setupFor(ctx, id, caller, input.client_secret);
      return authenticateSetup(ctx, setup, input.outcome === 'complete');
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    handle(ctx, form, id) {
      const input = parse(cancel, form);
      return cancelSetup(ctx, setupFor(ctx, id, 'server', undefined), input.cancellation_reason ?? null);
    },
  },
];
