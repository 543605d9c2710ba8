import * as z from 'zod';
import { missing } from './errors.ts';
import { pageFrom, present, presentList } from './presentation.ts';
import type { Route } from './route.ts';
import { pageOf, parse, text } from './wire.ts';

const list = z.strictObject({
  ...pageOf,
  customer: z.optional(text),
  subscription: z.optional(text),
  status: z.optional(z.enum(['draft', 'open', 'paid', 'uncollectible', 'void'])),
});
const listPayments = z.strictObject({
  ...pageOf,
  invoice: z.optional(text),
  status: z.optional(z.enum(['open', 'paid', 'canceled'])),
  payment: z.optional(z.strictObject({ type: z.literal('payment_intent'), payment_intent: text })),
});

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
    method: 'GET',
    path: '/v1/invoices/:id',
    handle(ctx, _form, id) {
      const invoice = ctx.store.get('invoice', id);
      if (!invoice) throw missing('invoice', id);
      return present(ctx, invoice);
    },
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
