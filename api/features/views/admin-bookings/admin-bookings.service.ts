import type {
  AdminBooking,
  AdminBookingDetail,
  BookingFilter,
  BookingOrder,
} from '../../../contract/calls/admin-booking-calls.ts';
import { type BookingDetails, storedDetail } from '../../../contract/rules/booking-details.ts';
import type { Person } from '../../../core/person.ts';
import { e164 } from '../../../core/phone.ts';
import { notFound } from '../../../core/refusal.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Page } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { readBooking } from '../../flows/booking-changes/detail.service.ts';
import { describeBookings } from '../../records/bookings/bookings.service.ts';
import { presentAdminBooking } from './admin-bookings.presenter.ts';
import { selectAnyWorker, selectTeamFacts, selectWorkersOf } from './admin-bookings.repository.ts';
import { findPage, newestFirst, orderOf, searchFor } from './filter/filter.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env'>;

const pageLength = 50;
/** The bookings of one piece of a file: so few that other requests hardly wait. */
const pieceLength = 100;

/**
 * All customers' bookings under a filter, newest first unless another order is asked for; the contract asks for the permission.
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function listAllBookings(
  deps: Parts,
  person: Person,
  query: BookingFilter & {
    limit?: number | undefined;
    cursor?: string | undefined;
    sort?: BookingOrder | undefined;
  },
): Promise<Page<AdminBooking>> {
  const { db, env } = deps;
  const search = await searchFor(db, query, env.BUSINESS_TIME_ZONE);
  const order = orderOf(query.sort);
  const { rows, next } = await findPage(db, search, order, query.cursor, query.limit ?? pageLength);
  return {
    rows: await presentAll(
      deps,
      person,
      rows.map(({ id }) => id),
    ),
    next,
  };
}

/** All bookings under a filter, newest first, page by page; bookings added meanwhile are left out. */
export async function* allBookings(
  deps: Parts,
  person: Person,
  filter: BookingFilter,
): AsyncGenerator<AdminBooking[]> {
  const { db, env } = deps;
  const search = await searchFor(db, filter, env.BUSINESS_TIME_ZONE);
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { rows, next }: Page<{ id: string }> = await findPage(db, search, newestFirst, cursor, pieceLength);
    yield await presentAll(
      deps,
      person,
      rows.map(({ id }) => id),
    );
    cursor = next;
    await letOthersGo();
  }
}

/** Any booking, with its history. @throws Refusal `not_found` */
export async function readAnyBooking(deps: Parts, person: Person, id: string): Promise<AdminBookingDetail> {
  const [booking] = await presentAll(deps, person, [id]);
  if (!booking) throw notFound('Booking');
  const { details, answers, statusChanges, moves, extra, past, charges } = await readBooking(
    deps,
    person,
    id,
  );
  const tels = telsIn(details, deps.env.BUSINESS_TIME_ZONE);
  return {
    ...booking,
    statusChanges,
    moves,
    tels,
    ...(details && { details }),
    ...(answers && { answers }),
    ...(extra && { extra }),
    ...(past && { past }),
    ...(charges && { charges }),
  };
}

/** The details that may be a telephone number; a request's contact may also be an address. */
const numbers = ['phone', 'emergencyPhone', 'contactInfo'] as const;

function telsIn(details: BookingDetails = {}, zone: string): AdminBookingDetail['tels'] {
  const tels: AdminBookingDetail['tels'] = {};
  for (const name of numbers) {
    const shown = storedDetail(name, details);
    const tel = e164(shown, zone);
    if (tel) tels[shown] = tel;
  }
  return tels;
}

/** In the order of the given ids. */
async function presentAll(deps: Parts, person: Person, ids: readonly string[]): Promise<AdminBooking[]> {
  const { db, clock } = deps;
  if (!ids.length) return [];
  const now = clock.now();
  const [bookings, facts, visits, [anyWorker]] = await Promise.all([
    describeBookings(db, ids),
    selectTeamFacts(db, ids),
    selectWorkersOf(db, ids),
    selectAnyWorker(db, {}),
  ]);
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]));
  const factsOf = new Map(facts.map((known) => [known.id, known]));
  const workersOf = Map.groupBy(visits, (visit) => visit.booking_id);
  const seesMoney = person.permissions.has('money.read');
  return ids.flatMap((id) => {
    const [booking, known] = [bookingOf.get(id), factsOf.get(id)];
    return booking && known
      ? [presentAdminBooking(booking, known, workersOf.get(id) ?? (anyWorker && []), { now, seesMoney })]
      : [];
  });
}
