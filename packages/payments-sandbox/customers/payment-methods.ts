import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { pageOf, parse, text, unsettable } from '../core/wire.ts';
import { cardInput, readCard } from './cards.ts';
import { customerOf, findCustomer } from './customers.ts';

/** A browser's data of a card: the element's fields and the payer's details. */
export const paymentMethodData = z.strictObject({
  type: z.literal('card'),
  card: cardInput,
  billing_details: z.optional(
    z.strictObject({
      name: z.optional(unsettable),
      email: z.optional(unsettable),
      phone: z.optional(unsettable),
    }),
  ),
  allow_redisplay: z.optional(z.enum(['always', 'limited', 'unspecified'])),
});

const list = z.strictObject({ ...pageOf, customer: text, type: z.optional(text) });

/** @throws ApiError 402 if the card's details cannot be right */
export function newPaymentMethod(
  ctx: Context,
  input: z.output<typeof paymentMethodData> & { id?: string; created?: number },
): Objects['payment_method'] {
  const card = readCard(input.card, new Date(ctx.now() * 1000));
  const billing = input.billing_details;
  return ctx.store.put<Objects['payment_method']>({
    id: input.id ?? newId('pm'),
    object: 'payment_method',
    allow_redisplay: input.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: null,
      email: billing?.email ?? null,
      name: billing?.name ?? null,
      phone: billing?.phone ?? null,
      tax_id: null,
    },
    card,
    created: input.created ?? ctx.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

/** A card that may be used for this customer. @throws ApiError if it is unknown or belongs to another */
export function usableBy(ctx: Context, id: string, customer: string | null): Objects['payment_method'] {
  const method = ctx.store.get('payment_method', id);
  if (!method) throw missing('PaymentMethod', id, 'payment_method');
  if (method.customer !== null && method.customer !== customer) {
    throw invalidRequest(
      customer === null
        ? 'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.'
        : 'The payment method you provided is attached to a different customer.',
      { param: 'payment_method' },
    );
  }
  return method;
}

export function attach(ctx: Context, method: Objects['payment_method'], customer: string): void {
  if (method.customer === customer) return;
  ctx.emit('payment_method.attached', ctx.store.put({ ...method, customer }));
}

/** Removes a card from its customer for good, and as a default. */
export function detach(ctx: Context, method: Objects['payment_method']): Objects['payment_method'] {
  const from = idOf(method.customer);
  if (from === null) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { param: 'payment_method' },
    );
  }
  const customer = findCustomer(ctx, from);
  if (customer && idOf(customer.invoice_settings.default_payment_method) === method.id) {
    customer.invoice_settings.default_payment_method = null;
    ctx.store.put(customer);
  }
  for (const subscription of ctx.store.list('subscription', { default_payment_method: method.id }).data) {
    ctx.store.put<Objects['subscription']>({ ...subscription, default_payment_method: null });
  }
  const detached = ctx.store.put<Objects['payment_method']>({ ...method, customer: null });
  ctx.emit('payment_method.detached', detached, { customer: from });
  return detached;
}

function methodOf(ctx: Context, id: string): Objects['payment_method'] {
  const method = ctx.store.get('payment_method', id);
  if (!method) throw missing('PaymentMethod', id);
  return method;
}

const listOfCustomer = z.strictObject({ ...pageOf, type: z.optional(text) });

export const paymentMethodRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    browser: 'only',
    handle: (ctx, form) => newPaymentMethod(ctx, parse(paymentMethodData, form)),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    handle(ctx, form) {
      const input = parse(list, form);
      const where = { customer: input.customer, type: input.type };
      return presentList(
        ctx,
        '/v1/payment_methods',
        ctx.store.list('payment_method', where, pageFrom(input)),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handle: (ctx, _form, id) => methodOf(ctx, id),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    handle(ctx, form, id) {
      parse(z.strictObject({}), form);
      return detach(ctx, methodOf(ctx, id));
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    handle(ctx, form, id) {
      const { type, ...page } = parse(listOfCustomer, form);
      const where = { customer: customerOf(ctx, id, 'customer').id, type };
      return presentList(
        ctx,
        `/v1/customers/${id}/payment_methods`,
        ctx.store.list('payment_method', where, pageFrom(page)),
      );
    },
  },
];
