import type { Objects } from '../core/objects.ts';
import type { Route } from '../core/route.ts';
import { customerOf } from '../customers/customers.ts';
import { detach } from '../customers/payment-methods.ts';
import { endSubscription } from './subscription-states.ts';
import { isOver } from './subscriptions.ts';

/**
 * Deletes a customer: running plans end at once, and cards lose their owner and name. Charges and invoices stay
 * unchanged (docs: delete a customer).
 */
export const customerDeletionRoutes: Route[] = [
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    handle(ctx, _form, id) {
      const { created } = customerOf(ctx, id);
      for (const subscription of ctx.store.list('subscription', { customer: id }).data)
        if (!isOver(subscription)) endSubscription(ctx, subscription, 'cancellation_requested');
      for (const method of ctx.store.list('payment_method', { customer: id }).data) {
        const nobodys = { address: null, email: null, name: null, phone: null, tax_id: null };
        ctx.store.put<Objects['payment_method']>({ ...detach(ctx, method), billing_details: nobodys });
      }
      // Its id can still be read, as at the provider, and nothing else.
      const deleted = { id, object: 'customer', deleted: true };
      ctx.store.put({ ...deleted, created } as unknown as Objects['customer']);
      return deleted;
    },
  },
];
