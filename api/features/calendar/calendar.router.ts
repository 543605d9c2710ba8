import { createHash } from 'node:crypto';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Deps } from '../../deps.ts';
import { unauthorized } from '../../http/errors.ts';
import { readBookingCalendar, readFeed } from './calendar.service.ts';

/** Calendars are files, not JSON, and one of them is read by programs that nobody has signed in. */
export function calendarRouter(deps: Deps): Router {
  const router = new Router({ sensitive: true, strict: true });
  router.get('/api/bookings/:id/calendar.ics', async (ctx: Context) => {
    const { person } = ctx.state;
    if (!person) throw unauthorized();
    const id = String(ctx.params.id);
    answer(ctx, await readBookingCalendar(deps, person, id), `hearthkeep-${id.slice(0, 8)}.ics`);
  });
  router.get('/calendar/:file', async (ctx: Context) => {
    await deps.limits.feed(ctx.ip);
    answer(ctx, await readFeed(deps, String(ctx.params.file)), 'hearthkeep.ics');
  });
  return router;
}

function answer(ctx: Context, text: string, name: string): void {
  ctx.set('content-type', 'text/calendar; charset=utf-8');
  // Inline: a phone then offers to add it, where an attachment would be filed away; desktops keep the name.
  ctx.set('content-disposition', `inline; filename="${name}"`);
  ctx.set('cache-control', 'private, no-cache');
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  ctx.set('etag', etag);
  ctx.body = text;
  // Also in a list, or as a proxy weakened it.
  if (ctx.get('if-none-match').includes(etag)) ctx.status = 304;
}
