import type { Context } from './context.ts';
import { invalidRequest } from './errors.ts';
import type { AnyObject, List, Objects } from './objects.ts';
import { idOf } from './objects.ts';
import type { Page } from './store.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A stored object as it is returned, with the addresses that depend on the sandbox's own. */
export function present<T extends AnyObject>(ctx: Context, object: T): T {
  if (object.object !== 'invoice' || object.status === 'draft') return object;
  return { ...object, hosted_invoice_url: ctx.pageUrl('invoices', object.id) };
}

export function invoicePaymentsOf(ctx: Context, invoice: string): Objects['invoice_payment'][] {
  return ctx.store.list('invoice_payment', { invoice }).data;
}

/** The invoice payment of an intent, if there is one. */
export function invoicePaymentOf(ctx: Context, intent: string): Objects['invoice_payment'] | undefined {
  return ctx.store.list('invoice_payment', { 'payment.payment_intent': intent }).data[0];
}

/** A field that the provider returns only on request. */
function includable(ctx: Context, object: Fields, field: string): unknown {
  if (object.object !== 'invoice') return undefined;
  const payments = invoicePaymentsOf(ctx, String(object.id));
  if (field === 'payments') {
    return {
      object: 'list',
      data: payments,
      has_more: false,
      url: `/v1/invoices/${String(object.id)}/payments`,
    };
  }
  if (field === 'confirmation_secret') {
    const intent = idOf(payments.find((payment) => payment.is_default)?.payment.payment_intent);
    const secret = intent && ctx.store.get('payment_intent', intent)?.client_secret;
    return object.status === 'open' && secret ? { client_secret: secret, type: 'payment_intent' } : null;
  }
  return undefined;
}

function expandPath(ctx: Context, object: unknown, path: string[], whole: string): void {
  const [field, ...rest] = path;
  if (field === undefined || object === null) return;
  if (!isFields(object)) throw notExpandable(whole);
  let value = object[field] ?? includable(ctx, object, field);
  if (value === undefined) throw notExpandable(whole);
  if (typeof value === 'string') {
    const target = ctx.store.find(value);
    if (!target) throw notExpandable(whole);
    value = structuredClone(present(ctx, target));
  }
  object[field] = value;
  if (Array.isArray(value)) for (const item of value) expandPath(ctx, item, rest, whole);
  else expandPath(ctx, value, rest, whole);
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand[0]' });
}

/** Replaces the ids at the given paths by the objects themselves; `data.customer` goes through a list. */
export function expand(ctx: Context, answer: object, paths: string[]): object {
  if (paths.length === 0) return answer;
  const copy: object = structuredClone(answer);
  for (const path of paths) expandPath(ctx, copy, path.split('.'), path);
  return copy;
}

/** Wraps a page of stored objects as the provider returns lists. */
export function presentList<T extends AnyObject>(
  ctx: Context,
  url: string,
  page: { data: T[]; hasMore: boolean },
): List<T> {
  return { object: 'list', data: page.data.map((item) => present(ctx, item)), has_more: page.hasMore, url };
}

/** The part of a request that all lists share. */
export function pageFrom(input: {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: Page['created'];
}): Page {
  return {
    limit: input.limit ?? 10,
    startingAfter: input.starting_after,
    endingBefore: input.ending_before,
    created: input.created,
  };
}
