import { randomUUID } from 'node:crypto';
import { bookingChanged } from '../../../bus/changed.ts';
import type { BookingDetails } from '../../../contract/rules/booking-details.ts';
import type { OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import type { Booking } from '../../../contract/schemas/bookings.ts';
import type { BookingAnswers } from '../../../contract/schemas/forms.ts';
import type { Person } from '../../../core/person.ts';
import { notAllowed, notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { type Page, pageOf, readCursor } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { rememberContact } from '../account/people-search/people-search.service.ts';
import { refuseOtherLength, requireNotice, requirePlan } from '../catalogue/as-shown.ts';
import { requireService } from '../catalogue/catalogue.service.ts';
import { requireAnswers } from '../catalogue/questions/questions.service.ts';
import { holdLedger } from '../hours/hours.service.ts';
import { keepAgreement, readAgreed } from '../hours/overage/agreements.service.ts';
import { isSameAgreed, refuseOtherTerms } from '../hours/overage/overage-terms.rules.ts';
import { termsOf } from '../hours/overage/overage-terms.service.ts';
import { hasHours } from '../hours/plan-hours.service.ts';
import { requireRights } from '../subscription/rights/rights.rules.ts';
import { readRights } from '../subscription/rights/rights.service.ts';
import { bookHeld, keepForPayment } from '../visits/holds.service.ts';
import { requireOwnPhotos } from './answers/answer-photos/answer-photos.service.ts';
import { hasAnswers, insertAnswers, replaceAnswers } from './answers/answers.repository.ts';
import { noteBooked } from './booked.service.ts';
import {
  contactOf,
  type DetailsRow,
  notesOf,
  rowOf,
  rowSent,
  textOfRow,
} from './booking-details/booking-details.ts';
import { requireBookable, requireOpen } from './booking-limits.rules.ts';
import { requireRoom } from './booking-limits.service.ts';
import { mayTouch, mayWrite } from './bookings.policy.ts';
import { presentBooking } from './bookings.presenter.ts';
import {
  type BookingRow,
  estimatedMinutes,
  findAttempt,
  findByPayment,
  insertBooking,
  insertDetails,
  lockBooking,
  recordStep,
  selectBooking,
  selectBookingsBy,
  selectBookingsOf,
  selectOwner,
  updateBooking,
} from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';
import { bookChosenTime, scheduleChosen } from './held-time.service.ts';

/**
 * The longest page: tabs and tiles count the list's rows, and few households book more. Those that do follow the
 * `Link` header.
 */
const pageLength = 200;

interface PageAsked {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The person's own bookings, newest first. @throws Refusal `invalid_input` for an unknown cursor. */
export async function listBookings(db: Db, person: Person, page: PageAsked): Promise<Page<Booking>> {
  const limit = page.limit ?? pageLength;
  const place = { ...readCursor(page.cursor), rows: limit + 1 };
  return present(pageOf(await selectBookingsOf(db, { ...place, userId: person.id }), limit));
}

/** Bookings by their ids, in no order; the caller has checked that the person may see them. */
export async function describeBookings(db: Db, ids: readonly string[]): Promise<Booking[]> {
  return (await selectBookingsBy(db, ids)).map(presentBooking);
}

const present = ({ rows, next }: Page<BookingRow>): Page<Booking> => ({
  rows: rows.map(presentBooking),
  next,
});

/** @throws Refusal `not_found`, also for another person's. */
export async function requireBooking(
  db: Db,
  person: Person,
  id: string,
): Promise<{ id: string; userId: string }> {
  const [row] = await selectOwner(db, { id });
  if (!row || !mayTouch(person, { userId: row.user_id })) throw notFound('Booking');
  return { id, userId: row.user_id };
}

/** The same for a person who writes there. @throws Refusal `not_found`; `forbidden` for a member of the team who may not */
export async function requireWritable(
  db: Db,
  person: Person,
  id: string,
): Promise<{ id: string; userId: string }> {
  const booking = await requireBooking(db, person, id);
  if (!mayWrite(person, booking)) throw notAllowed();
  return booking;
}

/** The caller has checked that the person may see the booking. @throws Refusal `not_found` */
export async function presentBookingById(db: Db, id: string): Promise<Booking> {
  const [row] = await selectBooking(db, { id });
  if (!row) throw notFound('Booking');
  return presentBooking(row);
}

/**
 * Books with a plan. The server decides the customer, the status and the hours. A person without a plan may pay for
 * one next (spec §4); until then the booking is unpaid.
 * @param key the attempt's own id: a repeat with the same content, whatever its answers, returns the first booking
 * @param wanted the details in one of their two forms, one by one or as `notes`
 * @param wanted.shown the service's length that the customer was shown
 * @param wanted.answers the answers to the service's questions
 * @param wanted.past the agreed payment for hours that the plan's do not cover
 * @param wanted.holdId the chosen time, which is booked with this; without one, the time is a wish
 * @throws Refusal `not_found` (service), `invalid_input` (by card alone; a time that has passed, is within the notice or
 * too far ahead, or at which no visit begins; a place outside of the area), `key_reused`,
 * `hours_short`, `terms_changed`, `photo_missing`, `conflict` (too many are open), `slot_taken`
 */
export async function createBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'changes' | 'env' | 'business'>,
  person: Person,
  wanted: {
    serviceId: string;
    scheduledDate: string;
    shown?: { estimatedHours: number } | undefined;
    answers?: BookingAnswers | undefined;
    details?: BookingDetails | undefined;
    notes?: string | undefined;
    past?: OverageAgreed | undefined;
    holdId?: string | undefined;
  },
  key: string | null,
): Promise<Booking> {
  const { db, clock, changes, env } = deps;
  const now = clock.now();
  const details = rowSent(wanted);
  const content = {
    service_id: wanted.serviceId,
    scheduled_date: new Date(wanted.scheduledDate).toISOString(),
    notes: textOfRow(details),
    past: wanted.past,
  };
  const { past, notes: _, ...fields } = content;
  const earlier = key && (await bookedByAttempt(db, person, key, content));
  if (earlier) {
    await keepLastAnswers(deps, { id: earlier, userId: person.id }, wanted);
    return presentBookingById(db, earlier);
  }

  requireBookable(wanted.scheduledDate, now);
  requireOpen(deps.business.current(), wanted.scheduledDate, { postcode: details?.postal_code ?? null });
  const service = await requireService(db, wanted.serviceId);
  requirePlan(service);
  requireNotice(service, wanted.scheduledDate, now);
  requireRights(await readRights(db, person.id), wanted.scheduledDate, {
    now,
    timeZone: env.BUSINESS_TIME_ZONE,
  });
  refuseOtherLength(service, wanted.shown?.estimatedHours);
  const answers = await requireAnswers(db, service.id, wanted.answers);
  const booking = {
    ...blank,
    ...fields,
    id: randomUUID(),
    user_id: person.id,
    payment_type: 'subscription' as const,
    service_name: service.name,
    estimated_minutes: service.estimatedMinutes,
    client_id: key,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  const isNew = await db.transaction().execute(async (tx) => {
    // The lock orders this booking and a simultaneous payment of a plan, so that one of them sees the other.
    await holdLedger(tx, person.id);
    // A repeat of the attempt was quicker, so this one takes no hours and does not count against the limit.
    if (key && (await findAttempt(tx, person.id, key))) return false;
    await requireOwnPhotos(tx, answers, { ownerId: person.id });
    const unpaid_since = (await hasHours(tx, person.id, now)) ? null : booking.created_at;
    const terms = await termsOf(tx, env, {
      userId: person.id,
      takesMinutes: service.estimatedMinutes,
      at: fields.scheduled_date,
      cardCents: service.priceCents,
      now,
    });
    refuseOtherTerms(terms, past);
    if (!(await addBooking(tx, { ...booking, unpaid_since }, details))) return false;
    await insertAnswers(tx, { id: booking.id, userId: person.id }, answers);
    await keepAgreement(tx, terms, { bookingId: booking.id, userId: person.id, now: booking.created_at });
    await requireRoom(tx, env, person.id, { more: 0, now });
    if (wanted.holdId) {
      const [start, bookingId] = [fields.scheduled_date, booking.id];
      const chosen = {
        ...{ holdId: wanted.holdId, userId: person.id, service, start },
        ...{ postcode: details?.postal_code ?? null, now: booking.created_at },
      };
      if (unpaid_since) {
        const { window_minutes } = await keepForPayment(tx, chosen, { bookingId });
        await updateBooking(tx, bookingId, { window_minutes });
      } else {
        const promised = await bookHeld(tx, { ...chosen, bookingId });
        await scheduleChosen(tx, booking, promised, booking.created_at);
      }
    }
    if (!unpaid_since)
      await noteBooked(tx, {
        bookingId: booking.id,
        userId: person.id,
        isAgreed: wanted.holdId !== undefined,
        now: booking.created_at,
      });
    return true;
  });
  if (isNew) bookingChanged(changes, { id: booking.id, userId: person.id });
  const id = isNew ? booking.id : key && (await bookedByAttempt(db, person, key, content));
  if (!id) throw new Error('The booking of this attempt could not be read');
  return presentBookingById(db, id);
}

/** The booking made by this attempt, if any. @throws Refusal `key_reused` if it had another content. */
async function bookedByAttempt(
  db: Db,
  person: Person,
  key: string,
  content: Pick<BookingTable, 'service_id' | 'scheduled_date'> & {
    notes: string | null;
    past: OverageAgreed | undefined;
  },
): Promise<string | null> {
  const earlier = await findAttempt(db, person.id, key);
  if (!earlier) return null;
  const same =
    earlier.service_id === content.service_id &&
    earlier.scheduled_date === content.scheduled_date &&
    notesOf(earlier, null) === content.notes &&
    isSameAgreed(await readAgreed(db, earlier.id), content.past);
  if (!same) throw new Refusal('key_reused', 'This Idempotency-Key was used for another booking');
  return earlier.id;
}

/**
 * A repeat after a lost answer may answer other questions, since those have changed, or answer differently: it is the
 * same booking. Until the team has touched it, the last answers are kept; answers that are refused leave the first.
 */
async function keepLastAnswers(
  deps: Pick<Deps, 'db' | 'changes'>,
  booking: { id: string; userId: string },
  { serviceId, answers }: { serviceId: string; answers?: BookingAnswers | undefined },
): Promise<void> {
  // A page that asks nothing sends no answers: it withdraws none.
  if (!answers || (await hasAnswers(deps.db, booking.id, answers))) return;
  const isNew = await deps.db.transaction().execute(async (tx) => {
    if ((await lockBooking(tx, booking.id))?.status !== 'pending') return false;
    try {
      const last = await requireAnswers(tx, serviceId, answers);
      await requireOwnPhotos(tx, last, { ownerId: booking.userId, bookingId: booking.id });
      await replaceAnswers(tx, booking, last);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  });
  if (isNew) bookingChanged(deps.changes, booking);
}

/**
 * Creates the booking that a card has paid for, once per payment: a repeat returns the same id. The caller has
 * checked the payment and its content.
 */
export async function bookPaid(
  db: Tx,
  paid: {
    paymentId: string;
    userId: string;
    serviceId: string;
    /** The service's name and length as they were paid for; a length of `null` is the present one. */
    serviceName: string;
    serviceMinutes: number | null;
    scheduledDate: string;
    details: BookingDetails;
    answers: BookingAnswers;
    priceCents: number;
    now: string;
  },
): Promise<string> {
  // Read before the insert, which would wait for the booking's lock; the holder may itself wait for the payment.
  const known = await findByPayment(db, paid.paymentId);
  if (known) return known;
  const booking = {
    ...blank,
    id: randomUUID(),
    user_id: paid.userId,
    service_id: paid.serviceId,
    service_name: paid.serviceName,
    payment_type: 'one_time' as const,
    scheduled_date: new Date(paid.scheduledDate).toISOString(),
    estimated_minutes: paid.serviceMinutes ?? (await estimatedMinutes(db, paid.serviceId)),
    price_cents: paid.priceCents,
    payment_id: paid.paymentId,
    created_at: paid.now,
    updated_at: paid.now,
  };
  if (await addBooking(db, booking, rowOf(paid.details))) {
    await insertAnswers(db, { id: booking.id, userId: paid.userId }, paid.answers);
    await bookChosenTime(db, { bookingId: booking.id, now: paid.now }, { paymentId: paid.paymentId });
    return booking.id;
  }
  const earlier = await findByPayment(db, paid.paymentId);
  if (!earlier) throw new Error('The booking of this payment could not be read');
  return earlier;
}

/** The booking of this payment, whatever its status. */
export async function findPaidBooking(db: Db, paymentId: string): Promise<string | null> {
  return (await findByPayment(db, paymentId)) ?? null;
}

/** The values of every new booking. */
const blank = {
  service_name: null,
  status: 'pending' as const,
  completed_date: null,
  actual_minutes: null,
  review: null,
  rating: null,
  reviewed_at: null,
  price_cents: null,
  payment_id: null,
  unpaid_since: null,
  time_taken: null,
  window_minutes: null,
  client_id: null,
};

/** Adds a booking, its details and the first step of its history. @returns whether it is new. */
async function addBooking(db: Tx, booking: BookingTable, details: DetailsRow | null): Promise<boolean> {
  if (!(await insertBooking(db, booking))) return false;
  if (details) {
    await insertDetails(db, { booking_id: booking.id, ...details });
    await rememberContact(db, booking.user_id, contactOf(details));
  }
  await recordStep(db, { id: booking.id, status: null }, booking.status, booking.user_id, booking.created_at);
  return true;
}

/**
 * Books a request beyond the catalogue; its price follows with the team's quote.
 * @returns the new booking's id; `null` if the attempt has a booking already
 */
export async function bookRequested(
  db: Tx,
  request: {
    userId: string;
    serviceId: string;
    scheduledDate: string;
    estimatedMinutes: number;
    details: DetailsRow;
    key: string | null;
    now: string;
  },
): Promise<string | null> {
  const booking = {
    ...blank,
    id: randomUUID(),
    user_id: request.userId,
    service_id: request.serviceId,
    payment_type: 'custom_quote' as const,
    scheduled_date: request.scheduledDate,
    estimated_minutes: request.estimatedMinutes,
    client_id: request.key,
    created_at: request.now,
    updated_at: request.now,
  };
  return (await addBooking(db, booking, request.details)) ? booking.id : null;
}
