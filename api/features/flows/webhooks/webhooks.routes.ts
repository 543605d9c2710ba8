import Router from '@koa/router';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { readRaw } from '../../../http/body.ts';
import { WebhookRefused } from '../../../providers/payments/payments.ts';
import { receiveEvent } from './webhooks.service.ts';

export const webhookPath = '/api/webhooks/stripe';

/** The card provider's own call, proved by its signature over the raw body instead of a session. */
export function webhookRouter(deps: Deps): Router {
  const router = new Router({ sensitive: true });
  router.post(webhookPath, async (ctx) => {
    const { payments, clock, limits } = deps;
    try {
      const read = payments.beginWebhook(ctx.get('stripe-signature'), clock.now());
      await receiveEvent(deps, read(await readRaw(ctx, limits)));
    } catch (cause) {
      // A body that is not read ends its connection with the answer.
      if (!ctx.req.readableDidRead) ctx.set('connection', 'close');
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
