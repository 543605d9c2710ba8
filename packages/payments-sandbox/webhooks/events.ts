import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import { missing } from '../core/errors.ts';
import type { AnyObject, EventType, SandboxEvent } from '../core/objects.ts';
import { pageFrom, present, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { createdFilter, flag, listOf, pageOf, parse, text } from '../core/wire.ts';

/** The API version of the SDK that the product uses (stripe 23.1.0). */
export const apiVersion = '2026-10-28.endive';

/** Records an event with the object as it is now. */
export function recordEvent(
  ctx: Context,
  type: EventType,
  object: AnyObject,
  request: SandboxEvent['request'],
  previous?: Record<string, unknown>,
): SandboxEvent {
  return ctx.store.put<SandboxEvent>({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: ctx.now(),
    data: { object: present(ctx, object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  });
}

/** The provider shows events for 30 days (docs: list all events). */
const oldest = (ctx: Context): number => ctx.now() - 30 * 24 * 3600;

const list = z.strictObject({
  ...pageOf,
  created: createdFilter,
  type: z.optional(text),
  types: z.optional(listOf(text).refine((types) => types.length <= 20)),
  /** Whether the receiver has accepted the event; one that is pending or was given up counts as not. */
  delivery_success: z.optional(flag),
});

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handle(ctx, form) {
      const input = parse(list, form);
      const page = pageFrom(input);
      const gte = Math.max(page.created?.gte ?? 0, oldest(ctx));
      const pending_webhooks =
        input.delivery_success === undefined ? undefined : input.delivery_success ? 0 : 1;
      const shown = { ...page, created: { ...page.created, gte } };
      return presentList(
        ctx,
        '/v1/events',
        ctx.store.list('event', { type: input.types ?? input.type, pending_webhooks }, shown),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    handle(ctx, _form, id) {
      const event = ctx.store.get('event', id);
      if (!event || event.created < oldest(ctx)) throw missing('event', id);
      return event;
    },
  },
];
