import { createHash } from 'node:crypto';
import Router from '@koa/router';
import type { Context } from 'koa';
import { nobody } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { readBookingCalendar, readFeed } from './calendar.service.ts';
import { createFeeds, type Feed } from './feeds.ts';

/** Calendars are files, not JSON, and the feed is read by programs without a session. */
export function calendarFiles(deps: Deps): Router {
  const router = new Router({ sensitive: true, strict: true });
  const feeds = createFeeds();
  router.get('/api/bookings/:id/calendar.ics', async (ctx: Context) => {
    const { person } = ctx.state;
    if (!person) throw nobody(ctx.state);
    await deps.limits.read(ctx.ip, person.id);
    const id = String(ctx.params.id);
    const text = await readBookingCalendar(deps, person, id);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    answer(ctx, { etag, text: Buffer.from(text) }, `hearthkeep-${id.slice(0, 8)}.ics`);
  });
  router.get('/calendar/:file', async (ctx: Context) => {
    const request = { file: String(ctx.params.file), known: ctx.get('if-none-match'), address: ctx.ip };
    answer(ctx, await readFeed(deps, feeds, request), 'hearthkeep.ics');
  });
  return router;
}

function answer(ctx: Context, { etag, text }: Feed | { etag: string; text: null }, name: string): void {
  ctx.set('content-type', 'text/calendar; charset=utf-8');
  // Inline, because a phone then offers to add the event, where an attachment would only be stored; desktops keep
  // the name.
  ctx.set('content-disposition', `inline; filename="${name}"`);
  ctx.set('cache-control', 'private, no-cache');
  ctx.set('etag', etag);
  ctx.body = text ?? '';
  if (text === null || ctx.get('if-none-match').includes(etag)) ctx.status = 304;
}
