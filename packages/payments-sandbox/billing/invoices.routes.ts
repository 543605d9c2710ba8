import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { pageFrom, present, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { createdFilter, flag, pageOf, parse, text } from '../core/wire.ts';
import { payNow } from './collection.ts';
import { invoicePreview, previewInvoice } from './invoice-previews.ts';
import { isPayable, voidInvoice } from './invoice-states.ts';

const list = z.strictObject({
  ...pageOf,
  customer: z.optional(text),
  subscription: z.optional(text),
  status: z.optional(z.enum(['draft', 'open', 'paid', 'uncollectible', 'void'])),
  created: createdFilter,
});
const pay = z.strictObject({ payment_method: z.optional(text), off_session: z.optional(flag) });
const listPayments = z.strictObject({
  ...pageOf,
  invoice: z.optional(text),
  status: z.optional(z.enum(['open', 'paid', 'canceled'])),
  payment: z.optional(z.strictObject({ type: z.literal('payment_intent'), payment_intent: text })),
});

function invoiceOf(ctx: Context, id: string): Objects['invoice'] {
  const invoice = ctx.store.get('invoice', id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

/** A card of the invoice's customer, which may pay the invoice. @throws ApiError */
function cardFor(ctx: Context, invoice: Objects['invoice'], id: string): Objects['payment_method'] {
  const method = ctx.store.get('payment_method', id);
  if (!method) throw missing('PaymentMethod', id, 'payment_method');
  if (idOf(method.customer) !== idOf(invoice.customer)) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
  return method;
}

export const invoiceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    handle(ctx, form) {
      const input = parse(list, form);
      const where = {
        customer: input.customer,
        'parent.subscription_details.subscription': input.subscription,
        status: input.status,
      };
      return presentList(ctx, '/v1/invoices', ctx.store.list('invoice', where, pageFrom(input)));
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    handle: (ctx, form) => previewInvoice(ctx, parse(invoicePreview, form)),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    handle(ctx, form, id) {
      const input = parse(pay, form);
      const invoice = invoiceOf(ctx, id);
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
      if (!isPayable(invoice)) throw invalidRequest('Voided invoices cannot be paid.');
      const card = input.payment_method === undefined ? null : cardFor(ctx, invoice, input.payment_method);
      return present(ctx, payNow(ctx, invoice, card));
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    handle(ctx, form, id) {
      parse(z.strictObject({}), form);
      const invoice = invoiceOf(ctx, id);
      if (!isPayable(invoice)) {
        throw invalidRequest("You can only pass in open invoices. This invoice isn't open.");
      }
      voidInvoice(ctx, invoice);
      return present(ctx, invoiceOf(ctx, id));
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    handle: (ctx, _form, id) => present(ctx, invoiceOf(ctx, id)),
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    handle(ctx, form) {
      const input = parse(listPayments, form);
      const where = {
        invoice: input.invoice,
        status: input.status,
        'payment.payment_intent': input.payment?.payment_intent,
      };
      const payments = ctx.store.list('invoice_payment', where, pageFrom(input));
      return presentList(ctx, '/v1/invoice_payments', payments);
    },
  },
];
