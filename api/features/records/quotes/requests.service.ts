import type { Selectable } from 'kysely';
import type { RequestState } from '../../../contract/rules/quote-terms.ts';
import type { CustomRequest, RequestCounts } from '../../../contract/schemas/quotes.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { badCursor, type Page } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import type { BookingTable } from '../bookings/bookings.table.ts';
import { lockAnyBooking } from '../bookings/locked.service.ts';
import { readHeldMinutesOf } from '../hours/held/free-hours.service.ts';
import { readRemainingOf } from '../hours/hours.service.ts';
import { presentQuote, presentRequest } from './quotes.presenter.ts';
import {
  countState,
  type Place,
  type RequestRow,
  selectNewest,
  selectNext,
  selectRequest,
} from './quotes.repository.ts';
import { stateOf } from './quotes.rules.ts';

type Parts = Pick<Deps, 'db' | 'clock'>;

const pageLength = 30;
/** The limit of counts: a team with so many waiting needs no exact figure, and counting stays cheap. */
const most = 1000;
const ends = { first: { turn: '', id: '' }, last: { turn: '9999', id: '' } };
const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d[0-2]),([\w-]{1,100})$/;

/**
 * Custom requests in one state. Waiting ones are in the order in which their answers are due, so overdue ones come
 * first; those of the same minute are ordered by priority. Other states: newest first.
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function listRequests(
  deps: Parts,
  query: { state: RequestState; limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<CustomRequest>> {
  const { db } = deps;
  const limit = query.limit ?? pageLength;
  const waits = query.state === 'waiting';
  const place = readPlace(query.cursor) ?? (waits ? ends.first : ends.last);
  const select = waits ? selectNext : selectNewest;
  const rows = await select(db, { ...place, state: query.state, rows: limit + 1 });
  const given = rows.slice(0, limit);
  const last = given.at(-1);
  return {
    rows: await present(deps, given),
    next: rows.length > limit && last ? `${last.turn},${last.id}` : null,
  };
}

function readPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, turn, id] = form.exec(cursor) ?? [];
  if (!turn || !id) throw badCursor();
  return { turn, id };
}

export async function countRequests(db: Db): Promise<RequestCounts> {
  const [waiting, answered, settled] = await Promise.all([
    countState(db, 'waiting', most),
    countState(db, 'answered', most),
    countState(db, 'settled', most),
  ]);
  return { waiting, answered, settled, most };
}

/** One request, for administrators. @throws Refusal `not_found` */
export async function readRequest(deps: Parts, id: string): Promise<CustomRequest> {
  const [request] = await present(deps, await selectRequest(deps.db, { id }));
  if (!request) throw notFound('Request');
  return request;
}

/** Presents requests with their customers' remaining hours, read for all of them at once. */
async function present(deps: Parts, rows: RequestRow[]): Promise<CustomRequest[]> {
  const { db, clock } = deps;
  const people = [...new Set(rows.map((row) => row.user_id))];
  const now = clock.now();
  const [remaining, held] = await Promise.all([
    readRemainingOf(db, people, now.toISOString()),
    readHeldMinutesOf(db, people),
  ]);
  return rows.map((row) => {
    const left = (remaining.get(row.user_id) ?? 0) - (held.get(row.user_id) ?? 0);
    return presentRequest(row, left, quoteOf(row, now));
  });
}

function quoteOf(row: RequestRow, now: Date) {
  const { quote_id, kind, quote_status, expires_at, quoted_at } = row;
  if (!quote_id || !kind || !quote_status || !expires_at || !quoted_at) return null;
  const { amount_cents, minutes, message, window_minutes } = row;
  const is_slot = row.is_slot ?? 0;
  const terms = { amount_cents, minutes, message, is_slot, window_minutes, scheduled_date: row.quoted_date };
  const state = stateOf({ status: quote_status, expires_at }, row, now);
  return presentQuote({ id: quote_id, kind, ...terms, expires_at, created_at: quoted_at }, state);
}

/** The request's booking, locked. @throws Refusal `not_found`, also for a booking that is no request */
export async function lockRequest(db: Tx, id: string): Promise<Selectable<BookingTable>> {
  const booking = await lockAnyBooking(db, id);
  if (!(await selectRequest(db, { id })).length) throw notFound('Request');
  return booking;
}
