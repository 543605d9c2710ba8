import type { AdminBooking } from '../../../contract/calls/admin-booking-calls.ts';
import type { Booking } from '../../../contract/schemas/bookings.ts';
import { fullName, listedCustomer } from '../../../core/person-name.ts';
import { paymentStateOf } from '../../flows/checkout/refunds.service.ts';
import { standingOf } from '../../records/quotes/standing.service.ts';
import type { TeamFacts, VisitWorker } from './admin-bookings.repository.ts';

/**
 * @param workers who comes; `undefined` while the business has no workers
 * @param seesMoney whether the reader may read payments
 */
export function presentAdminBooking(
  booking: Booking,
  facts: TeamFacts,
  workers: readonly VisitWorker[] | undefined,
  { now, seesMoney }: { now: Date; seesMoney: boolean },
): AdminBooking {
  const paid = seesMoney ? paymentStateOf(facts)?.payment : null;
  return {
    ...booking,
    customer: { ...listedCustomer(facts), name: fullName(facts) },
    payment: {
      type: booking.paymentType,
      amountCents: paid?.amountCents ?? null,
      ...(paid && facts.refunded_cents && { refundedCents: facts.refunded_cents }),
      status: paid?.status ?? null,
      request: requestOf(facts, now),
    },
    thread: {
      count: facts.messages ?? 0,
      lastAt: facts.last_at,
      lastFrom: facts.last_from,
      lastId: facts.last_id,
      waitingSince: facts.waiting_since,
    },
    ...(workers && {
      workers: workers.map(({ id, name, colour, picture }) => ({ id, name, colour, picture })),
    }),
  };
}

function requestOf(facts: TeamFacts, now: Date): AdminBooking['payment']['request'] {
  const { request_id, quote_status: status, quote_expires_at: expires_at } = facts;
  if (request_id === null) return null;
  return standingOf(facts, status === null || expires_at === null ? null : { status, expires_at }, now);
}
