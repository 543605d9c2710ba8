import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { mergeMetadata, metadata, pageOf, parse, text } from '../core/wire.ts';
import { authenticate, confirmFields, intentFor, missingMethod, retrieve } from './any-intent.ts';
import { customerOf } from './customers.ts';
import { newPaymentMethod, usableBy } from './payment-methods.ts';
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
const confirm = z.strictObject(confirmFields);
const cancel = z.strictObject({
  cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'requested_by_customer'])),
});
const list = z.strictObject({ ...pageOf, customer: z.optional(text) });

function methodFor(ctx: Context, setup: Setup, input: z.output<typeof confirm>): Objects['payment_method'] {
  // The state is checked first, so that no card is created from details that cannot be used.
  refuseUnlessOpen(setup, 'confirm');
  if (input.payment_method_data) return newPaymentMethod(ctx, input.payment_method_data);
  const chosen = input.payment_method ?? idOf(setup.payment_method);
  if (chosen) return usableBy(ctx, chosen, idOf(setup.customer));
  throw invalidRequest(missingMethod('setup_intent'), {
    code: 'setup_intent_unexpected_state',
    setup_intent: setup,
  });
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
    handle: (ctx, form, id, caller) =>
      intentFor(ctx, 'setup_intent', id, caller, parse(retrieve, form).client_secret),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    browser: 'too',
    handle(ctx, form, id, caller) {
      const input = parse(confirm, form);
      const setup = intentFor(ctx, 'setup_intent', id, caller, input.client_secret);
      return confirmSetup(ctx, setup, methodFor(ctx, setup, input));
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/authenticate',
    browser: 'only',
    handle(ctx, form, id, caller) {
      const input = parse(authenticate, form);
      const setup = intentFor(ctx, 'setup_intent', id, caller, input.client_secret);
      return authenticateSetup(ctx, setup, input.outcome === 'complete');
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    handle(ctx, form, id) {
      const input = parse(cancel, form);
      return cancelSetup(
        ctx,
        intentFor(ctx, 'setup_intent', id, 'server', undefined),
        input.cancellation_reason ?? null,
      );
    },
  },
];
