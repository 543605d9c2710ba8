import * as z from 'zod';
import { newId, randomText } from '../core/context.ts';
import type { Objects } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { listOf, pageOf, parse, text } from '../core/wire.ts';

const createEndpoint = z.strictObject({
  url: z.url(),
  enabled_events: listOf(text),
  api_version: z.optional(text),
});
const listEndpoints = z.strictObject(pageOf);

/** The calls of an operator's check: the account's balance, and its webhook endpoints. */
export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    handle(_ctx, form) {
      parse(z.strictObject({}), form);
      return { object: 'balance', available: [], livemode: false, pending: [] };
    },
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    handle(ctx, form) {
      const { url, enabled_events, api_version } = parse(createEndpoint, form);
      const endpoint = ctx.store.put<Objects['webhook_endpoint']>({
        id: newId('we'),
        object: 'webhook_endpoint',
        api_version: api_version ?? null,
        application: null,
        created: ctx.now(),
        description: null,
        enabled_events,
        livemode: false,
        metadata: {},
        status: 'enabled',
        url,
      });
      return { ...endpoint, secret: `whsec_${randomText(32)}` };
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    handle(ctx, form) {
      const page = pageFrom(parse(listEndpoints, form));
      return presentList(ctx, '/v1/webhook_endpoints', ctx.store.list('webhook_endpoint', {}, page));
    },
  },
];
