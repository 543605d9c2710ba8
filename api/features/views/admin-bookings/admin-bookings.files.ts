import Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { files } from '../../../contract/access/files.ts';
import { BookingFilter } from '../../../contract/calls/admin-booking-calls.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { inPieces } from '../../../http/pieces.ts';
import { permitted } from '../../../http/rights/permitted.ts';
import { exportBookings } from './export.service.ts';

/** The bookings under a filter as a file. */
export function bookingsFiles(deps: Deps): Router {
  const router = new Router({ sensitive: true, strict: true });
  router.get(files.bookings.path, async (ctx: Context) => {
    const person = permitted(ctx, files.bookings.who);
    await deps.limits.cost('file', person.id);
    const { name, content } = await exportBookings(deps, person, read(ctx.query));
    const body = await inPieces(content);
    ctx.set('content-type', 'text/csv; charset=utf-8');
    ctx.set('content-disposition', `attachment; filename="${name}"`);
    ctx.set('cache-control', 'private, no-store');
    ctx.body = body;
  });
  return router;
}

function read(query: unknown): BookingFilter {
  const given = z.safeParse(BookingFilter, query);
  if (!given.success) throw new Refusal('invalid_input', 'This filter is unknown');
  return given.data;
}
