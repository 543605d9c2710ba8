import Router from '@koa/router';
import { Refusal } from '../../core/refusal.ts';
import type { Deps } from '../../deps.ts';
import { readRaw } from '../../http/body.ts';
import { WebhookRefused } from '../../providers/payments/payments.ts';
import { receiveEvent } from './webhooks.service.ts';

export const webhookPath = '/api/webhooks/stripe';

/** The card provider's own call, proved by its signature over the raw body instead of a session. */
export function webhookRouter(deps: Deps): Router {
  const router = new Router({ sensitive: true });
  router.post(webhookPath, async (ctx) => {
    const { payments, clock, limits } = deps;
    const signature = ctx.get('stripe-signature');
    try {
      if (!payments.mayBeWebhook(signature, clock.now())) {
        // Nothing of the body is read; the answer ends the connection.
        ctx.set('connection', 'close');
        throw new WebhookRefused('The webhook carries no signature with a present time.');
      }
      await receiveEvent(deps, payments.readWebhook(await readRaw(ctx, limits), signature, clock.now()));
    } catch (cause) {
      if (cause instanceof WebhookRefused)
        throw new Refusal('invalid_input', 'This webhook was refused', {
          cause,
          log: 'a webhook was refused',
        });
      throw cause;
    }
    ctx.body = { received: true };
  });
  return router;
}
