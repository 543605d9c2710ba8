import { randomUUID } from 'node:crypto';
import type { RunningServer } from './server.ts';
import { personas } from './test.ts';

const minute = 60_000;
/** The time of the visit that the customers of these requests wish. */
export const wantedIn = 3 * 24 * 60 * minute;

interface Given {
  of?: string;
  minutesAgo?: number;
  /** The instant of the request, instead of `minutesAgo`. */
  at?: string;
  priority?: 'standard' | 'urgent' | 'emergency';
  name?: string;
  description?: string;
}

/** A custom request written directly to the database, as if made so long ago. @returns its id */
export const aRequest = (
  server: RunningServer,
  {
    of = personas.member,
    minutesAgo = 10,
    at = new Date(Date.now() - minutesAgo * minute).toISOString(),
    priority = 'standard',
    name = 'Piano tuning',
    description = 'An upright from 1972, not tuned for years. Two keys in the middle stick, and the left pedal squeaks.',
  }: Given = {},
): Promise<string> =>
  server.rows(async (db) => {
    const id = randomUUID();
    const user = await db.selectFrom('users').select('id').where('email', '=', of).executeTakeFirstOrThrow();
    const service = await db
      .selectFrom('services')
      .select('id')
      .where('slug', '=', 'custom-service')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('bookings')
      .values({
        id,
        user_id: user.id,
        service_id: service.id,
        status: 'pending',
        payment_type: 'custom_quote',
        scheduled_date: new Date(Date.now() + wantedIn).toISOString(),
        estimated_minutes: 150,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const as_sent = `Custom Service Request: ${name}\nNotes: Mind the cat, she is curious`;
    await db.insertInto('booking_details').values({ booking_id: id, as_sent }).execute();
    await db
      .insertInto('booking_status_changes')
      .values({
        id: randomUUID(),
        booking_id: id,
        seq: 1,
        from_status: null,
        to_status: 'pending',
        actor_id: user.id,
        at,
      })
      .execute();
    await db
      .insertInto('custom_requests')
      .values({
        booking_id: id,
        service_name: name,
        description,
        priority,
        location: '12 Wattle Street, Newtown',
        contact_info: '0400 000 000',
        estimated_minutes: 150,
        turn: `${at.slice(0, 16)}${['emergency', 'urgent', 'standard'].indexOf(priority)}`,
      })
      .execute();
    return id;
  });

/** A quote of the team for it, written directly to the database. @returns its id */
export const aQuote = (
  server: RunningServer,
  bookingId: string,
  terms: { amountCents: number } | { hours: number },
  given: { message?: string; scheduledInDays?: number; expiresInMinutes?: number } = {},
): Promise<string> =>
  server.rows(async (db) => {
    const id = randomUUID();
    const now = new Date().toISOString();
    const later = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
    const team = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', personas.admin)
      .executeTakeFirstOrThrow();
    const expires_at = later(given.expiresInMinutes ?? 7 * 24 * 60);
    await db
      .updateTable('quotes')
      .set({ status: 'replaced', settled_at: now })
      .where('booking_id', '=', bookingId)
      .where('status', '=', 'open')
      .execute();
    await db
      .insertInto('quotes')
      .values({
        id,
        booking_id: bookingId,
        kind: 'hours' in terms ? 'hours' : 'price',
        amount_cents: 'hours' in terms ? null : terms.amountCents,
        minutes: 'hours' in terms ? terms.hours * 60 : null,
        scheduled_date: given.scheduledInDays ? later(given.scheduledInDays * 24 * 60) : null,
        is_slot: 0,
        message: given.message ?? null,
        status: 'open',
        expires_at,
        created_by: team.id,
        created_at: now,
      })
      .execute();
    await db
      .updateTable('custom_requests')
      .set({ state: 'answered', quote_id: id, quote_until: expires_at, answered_at: now })
      .where('booking_id', '=', bookingId)
      .execute();
    return id;
  });
