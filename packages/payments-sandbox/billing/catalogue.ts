import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { flag, integer, listOf, mergeMetadata, metadata, pageOf, parse, text } from '../core/wire.ts';

const createProduct = z.strictObject({
  id: z.optional(text),
  name: text,
  description: z.optional(text),
  metadata: z.optional(metadata),
});
const createPrice = z.strictObject({
  tax_behavior: z.optional(z.enum(['inclusive', 'exclusive', 'unspecified'])),
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: integer,
  product: text,
  recurring: z.optional(
    z.strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: z.optional(integer),
    }),
  ),
  lookup_key: z.optional(text),
  nickname: z.optional(text),
  metadata: z.optional(metadata),
});
const listPrices = z.strictObject({
  ...pageOf,
  active: z.optional(flag),
  lookup_keys: z.optional(listOf(text)),
  product: z.optional(text),
});

const taken = (message: string) => invalidRequest(message, { code: 'resource_already_exists' });

export function newProduct(ctx: Context, input: z.output<typeof createProduct>): Objects['product'] {
  if (input.id !== undefined && ctx.store.find(input.id)) {
    throw taken('Product already exists.');
  }
  return ctx.store.put<Objects['product']>({
    id: input.id ?? newId('prod'),
    object: 'product',
    active: true,
    created: ctx.now(),
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: ctx.now(),
    url: null,
  });
}

export function newPrice(ctx: Context, input: z.output<typeof createPrice>): Objects['price'] {
  if (!ctx.store.get('product', input.product)) throw missing('product', input.product, 'product');
  if (input.lookup_key !== undefined) {
    const other = ctx.store.list('price', { lookup_key: input.lookup_key }).data[0];
    if (other) throw taken(`A price (\`${other.id}\`) already uses that lookup key.`);
  }
  return ctx.store.put<Objects['price']>({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: ctx.now(),
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: mergeMetadata({}, input.metadata),
    nickname: input.nickname ?? null,
    product: input.product,
    recurring: input.recurring
      ? {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: String(input.unit_amount),
  });
}

function retrieve<K extends 'product' | 'price'>(kind: K) {
  return (ctx: Context, _form: unknown, id: string): Objects[K] => {
    const object = ctx.store.get(kind, id);
    if (!object) throw missing(kind, id);
    return object;
  };
}

/** The calls for products and prices; a plan on sale is a product with a monthly price. */
export const catalogueRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    handle: (ctx, form) => newProduct(ctx, parse(createProduct, form)),
  },
  { method: 'GET', path: '/v1/products/:id', handle: retrieve('product') },
  { method: 'POST', path: '/v1/prices', handle: (ctx, form) => newPrice(ctx, parse(createPrice, form)) },
  {
    method: 'GET',
    path: '/v1/prices',
    handle(ctx, form) {
      const input = parse(listPrices, form);
      const where = {
        lookup_key: input.lookup_keys,
        product: input.product,
        active: input.active === undefined ? undefined : Number(input.active),
      };
      return presentList(ctx, '/v1/prices', ctx.store.list('price', where, pageFrom(input)));
    },
  },
  { method: 'GET', path: '/v1/prices/:id', handle: retrieve('price') },
];
