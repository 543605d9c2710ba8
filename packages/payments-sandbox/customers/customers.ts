import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import type { Route } from '../core/route.ts';
import { mergeMetadata, metadata, parse, text, unsettable } from '../core/wire.ts';

/** The provider refuses addresses outside of ASCII, and those without a domain of two parts. */
const takenAddress = /^[!-~]+@[!-~]+\.[!-~]+$/;

function requireAddress(email: string | null | undefined): void {
  if (email && !takenAddress.test(email))
    throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

const fields = {
  email: z.optional(unsettable),
  name: z.optional(unsettable),
  description: z.optional(unsettable),
  phone: z.optional(unsettable),
  metadata: z.optional(metadata),
};
const create = z.strictObject(fields);
const update = z.strictObject({
  ...fields,
  invoice_settings: z.optional(z.strictObject({ default_payment_method: z.optional(text) })),
});

export function newCustomer(
  ctx: Context,
  input: z.output<typeof create> & { id?: string; created?: number },
): Objects['customer'] {
  const id = input.id ?? newId('cus');
  return ctx.store.put<Objects['customer']>({
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: input.created ?? ctx.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    email: input.email ?? null,
    invoice_prefix: id
      .replace(/^cus_|_/g, '')
      .slice(-8)
      .toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  });
}

/** A customer; none that is deleted, which can be read and used for nothing. */
export function findCustomer(ctx: Context, id: string): Objects['customer'] | undefined {
  const customer = ctx.store.get('customer', id);
  return customer && 'deleted' in customer ? undefined : customer;
}

/** @throws ApiError `resource_missing`, worded for the parameter that named the customer */
export function customerOf(ctx: Context, id: string, param?: string): Objects['customer'] {
  const customer = findCustomer(ctx, id);
  if (!customer) throw missing('customer', id, param);
  return customer;
}

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    handle(ctx, form) {
      const input = parse(create, form);
      requireAddress(input.email);
      return newCustomer(ctx, input);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    handle: (ctx, _form, id) => ctx.store.get('customer', id) ?? customerOf(ctx, id),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    handle(ctx, form, id) {
      const { invoice_settings, metadata: change, ...rest } = parse(update, form);
      requireAddress(rest.email);
      const customer = customerOf(ctx, id);
      const method = invoice_settings?.default_payment_method;
      if (method !== undefined && ctx.store.get('payment_method', method)?.customer !== id) {
        throw missing('payment_method', method, 'invoice_settings[default_payment_method]');
      }
      for (const [field, value] of Object.entries(rest)) {
        if (value !== undefined) Object.assign(customer, { [field]: value });
      }
      customer.metadata = mergeMetadata(customer.metadata, change);
      if (method !== undefined) customer.invoice_settings.default_payment_method = method;
      ctx.emit('customer.updated', ctx.store.put(customer));
      return customer;
    },
  },
];
