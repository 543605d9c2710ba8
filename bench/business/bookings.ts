import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { BookingStatus } from '../../api/contract/schemas/bookings.ts';
import { auditActs } from '../../api/contract/schemas/customers.ts';
import type { Database, Db } from '../../api/db/database.ts';
import { rowOfText } from '../../api/features/records/bookings/booking-details/booking-details.ts';
import type { ServiceTable } from '../../api/features/records/catalogue/catalogue.table.ts';
import { wordsOfRequest } from '../../api/features/records/custom-requests/request-search.service.ts';
import { customService } from '../../api/seed/offer.ts';
import { dayMs, insert, iso, pick, type World } from './rows.ts';

type Service = Pick<ServiceTable, 'id' | 'name' | 'price_cents' | 'estimated_minutes'>;

/** The number of newest requests that have a title of their own, for a search with few results. */
const rare = 60;

/** Future bookings wait or are scheduled; of past ones, one in eight was cancelled. */
function statusAt(scheduled: number, now: number, n: number): BookingStatus {
  if (n % 8 === 3) return 'cancelled';
  if (scheduled > now) return n % 3 === 0 ? 'pending' : 'scheduled';
  return scheduled > now - 3 * 3_600_000 ? 'in_progress' : 'completed';
}

type Made = ReturnType<typeof bookingOf>;

/** Adds bookings with their payments, requests, threads, and the log of the team's acts. */
export async function addBookings(world: World, customers: string[], admin: string): Promise<void> {
  const { db } = world;
  const services = await db.selectFrom('services').selectAll().where('active', '=', 1).execute();
  const made = Array.from({ length: world.bookings }, (_, n) => bookingOf(world, n, customers, services));
  await insert(
    db,
    'payments',
    made.flatMap(({ payment }) => payment ?? []),
  );
  await insert(
    db,
    'bookings',
    made.map(({ booking }) => booking),
  );
  const details = rowOfText(
    'Please ring twice; the dog is friendly and the key is with the neighbour.',
    null,
  );
  await insert(
    db,
    'booking_details',
    made.map(({ booking }) => ({ booking_id: booking.id, ...details })),
  );
  await addRequests(
    db,
    made.filter(({ isRequest }) => isRequest),
  );
  await addTrail(db, made, admin);
}

/** The n-th booking, with its payment. */
function bookingOf({ began, now, bookings }: World, n: number, customers: string[], services: Service[]) {
  const at = began + (n * (now - began)) / bookings;
  const user = pick(customers, n * 7);
  const isRequest = n % 10 === 9;
  const paid = n % 10 >= 6 && !isRequest;
  const service = isRequest ? customService : pick(services, n * 3);
  const scheduled = at + (1 + (n % 9)) * dayMs;
  const status = statusAt(scheduled, now, n);
  const done = status === 'completed';
  const payment: Insertable<Database['payments']> | null = paid
    ? {
        id: randomUUID(),
        user_id: user,
        service_id: service.id,
        intent_id: `pi_bench_${n}`,
        amount_cents: service.price_cents ?? 18_900,
        currency: 'aud',
        description: service.name,
        status: status === 'cancelled' ? 'refunded' : 'booked',
        refunded_cents: status === 'cancelled' ? (service.price_cents ?? 18_900) : 0,
        refund_tries: 0,
        refund_by_hand: 0,
        details: '{}',
        client_id: null,
        paid_at: iso(at),
        created_at: iso(at),
        updated_at: iso(at),
      }
    : null;
  const booking: Insertable<Database['bookings']> = {
    id: randomUUID(),
    user_id: user,
    service_id: service.id,
    status,
    payment_type: isRequest ? 'custom_quote' : paid ? 'one_time' : 'subscription',
    scheduled_date: iso(scheduled),
    completed_date: done ? iso(scheduled + 3_600_000) : null,
    estimated_minutes: service.estimated_minutes,
    actual_minutes: done ? service.estimated_minutes : null,
    review: done && n % 4 === 0 ? 'Quick and careful' : null,
    rating: done && n % 4 === 0 ? 3 + (n % 3) : null,
    reviewed_at: done && n % 4 === 0 ? iso(scheduled + dayMs) : null,
    price_cents: payment?.amount_cents ?? null,
    payment_id: payment?.id ?? null,
    client_id: null,
    created_at: iso(at),
    updated_at: iso(at),
  };
  return { n, at, isRequest, payment, booking };
}

/** Adds the requests; the newest ones have a title that no other has. */
async function addRequests(db: Db, made: Made[]): Promise<void> {
  const requests = made.map(({ n, at, booking }, place) => ({
    booking_id: booking.id,
    answered_at: booking.status === 'pending' ? null : iso(at + (20 + (n % 160)) * 60_000),
    service_name: place >= made.length - rare ? 'Gazebo repair' : 'Piano tuning',
    description: 'An upright from 1972. Not tuned for years.',
    priority: pick(['standard', 'urgent', 'emergency'] as const, n),
    location: '3 Banksia Road, Leichhardt NSW 2040',
    contact_info: '0491 570 110',
  }));
  await insert(db, 'custom_requests', requests);
  await insert(
    db,
    'request_words',
    requests.flatMap(({ booking_id, service_name, description }) =>
      wordsOfRequest({ service_name, description }).map((word) => ({ word, booking_id })),
    ),
  );
}

/** The threads of bookings, and the team's acts. */
async function addTrail(db: Db, made: Made[], admin: string): Promise<void> {
  await insert(
    db,
    'booking_status_changes',
    made.flatMap(({ at, booking }) => [
      change(booking.id, 1, null, 'pending', null, at),
      ...(booking.status === 'pending'
        ? []
        : [change(booking.id, 2, 'pending', booking.status, admin, at + 3_600_000)]),
    ]),
  );
  await insert(
    db,
    'messages',
    made.flatMap(({ n, at, booking }) =>
      (['customer', 'admin'] as const).map((sender_type, seq) => ({
        id: randomUUID(),
        booking_id: booking.id,
        seq: seq + 1,
        sender_id: sender_type === 'admin' ? admin : booking.user_id,
        sender_type,
        message: 'The side gate is open from nine.',
        client_id: null,
        created_at: iso(at + (seq + 1) * (20 + (n % 90)) * 60_000),
      })),
    ),
  );
  await insert(
    db,
    'audit_acts',
    made.map(({ n, at, booking }) => ({
      id: randomUUID(),
      actor_id: admin,
      act: n % 500 === 7 ? pick(auditActs, n) : 'booking_status_set',
      subject_kind: 'booking',
      subject_id: booking.id,
      user_id: booking.user_id,
      details: JSON.stringify({ from: 'pending', to: booking.status, fromMinutes: null, toMinutes: 90 }),
      created_at: iso(at + 3_600_000),
    })),
  );
}

const change = (
  booking_id: string,
  seq: number,
  from_status: BookingStatus | null,
  to_status: BookingStatus,
  actor_id: string | null,
  at: number,
): Insertable<Database['booking_status_changes']> => ({
  id: randomUUID(),
  booking_id,
  seq,
  from_status,
  to_status,
  actor_id,
  at: iso(at),
});
