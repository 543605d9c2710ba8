import type { Body } from '../../../contract/calls/calls.ts';
import { postcodeAtEnd } from '../../../contract/rules/business/opening.ts';
import type { Booking } from '../../../contract/schemas/bookings.ts';
import type { Log } from '../../../core/log.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { isUndecided, PaymentRefused } from '../../../providers/payments/payments.ts';
import { refuseWithinDay } from '../../records/account/within-day/within-day.service.ts';
import { requireOwnPhotos } from '../../records/bookings/answers/answer-photos/answer-photos.service.ts';
import { requireBookable, requireOpen } from '../../records/bookings/booking-limits.rules.ts';
import { requireRoom } from '../../records/bookings/booking-limits.service.ts';
import { presentBookingById } from '../../records/bookings/bookings.service.ts';
import {
  refuseOtherLength,
  refuseOtherPrice,
  requireCardPrice,
  requireNotice,
} from '../../records/catalogue/as-shown.ts';
import { requireService } from '../../records/catalogue/catalogue.service.ts';
import { requireAnswers } from '../../records/catalogue/questions/questions.service.ts';
import { detailsText, differing } from '../../records/payments/details.ts';
import { newPayment } from '../../records/payments/new-payment.ts';
import {
  findByAttempt,
  findByIntent,
  findPayment,
  insertPayment,
} from '../../records/payments/payments.repository.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { asRefusal } from '../../records/payments/provider-refusal.ts';
import { attemptEnded, secretOf } from '../../records/payments/secret.service.ts';
import { keepForPayment } from '../../records/visits/holds.service.ts';
import { type FulfilmentParts, fulfilPayment, type Outcome } from './fulfilment.service.ts';
import { quoteRefunded } from './quote-payments.service.ts';

type Parts = FulfilmentParts & Pick<Deps, 'env' | 'business'>;

/**
 * Starts a card payment of a service at the catalogue's price. The payment's own row is stored first, and its id is
 * the provider's idempotency key. A repeat gets the same client secret, which is read from the provider and not
 * stored.
 * @throws Refusal `not_found`, `invalid_input` (not sold one by one; a date that has passed or is within the notice),
 * `terms_changed` (the customer was shown another price), `slot_taken` (the chosen time is no longer kept),
 * `key_reused`, `payment_unavailable`
 */
export async function createPaymentIntent(
  deps: Parts,
  person: Person,
  { serviceId, shown, answers, bookingData, holdId }: Body<'createPaymentIntent'>,
  key: string | null,
): Promise<{ clientSecret: string }> {
  const { db, clock } = deps;
  const details = detailsText(bookingData, answers);
  const earlier = key ? await findByAttempt(db, person.id, key) : undefined;
  if (earlier) return answer(deps, same(earlier, serviceId, details, shown?.price));

  const service = await requireService(db, serviceId);
  const priceCents = requireCardPrice(service);
  const now = clock.now();
  requireBookable(bookingData.scheduledDate, now, 'bookingData.scheduledDate');
  const business = deps.business.current();
  const postcode = postcodeAtEnd(business.opening, bookingData.address);
  requireOpen(business, bookingData.scheduledDate, {
    field: 'bookingData.scheduledDate',
    postcode,
    place: 'bookingData.address',
  });
  requireNotice(service, bookingData.scheduledDate, now, 'bookingData.scheduledDate');
  refuseOtherPrice(service, shown?.price);
  if (shown?.estimatedHours !== undefined) refuseOtherLength(service, shown.estimatedHours);
  await requireOwnPhotos(db, await requireAnswers(db, service.id, answers), { ownerId: person.id });
  const row = newPayment(
    {
      user_id: person.id,
      service_id: service.id,
      service_minutes: service.estimatedMinutes,
      amount_cents: priceCents,
      currency: deps.env.CURRENCY,
      description: service.name,
      details,
      client_id: key,
    },
    now.toISOString(),
  );
  const perDay = deps.env.BOOKINGS_PER_DAY;
  await db.transaction().execute(async (tx) => {
    // Checked before the payment, because a paid booking is always made.
    await requireRoom(tx, deps.env, person.id, { more: 1, now });
    // A repeat of the attempt was quicker.
    if (key && (await findByAttempt(tx, person.id, key))) return;
    await refuseWithinDay(tx, 'payments', {
      userId: person.id,
      most: perDay,
      now,
      message: `You have begun ${perDay} payments within a day. Please call us to book more.`,
    });
    await insertPayment(tx, row);
    const start = new Date(bookingData.scheduledDate).toISOString();
    const chosen = { userId: person.id, service, start, postcode, now: row.created_at };
    if (holdId) await keepForPayment(tx, { ...chosen, holdId }, { paymentId: row.id });
  });
  const kept = key ? await findByAttempt(db, person.id, key) : await findPayment(db, row.id);
  if (!kept) throw new Error('The inserted payment does not exist');
  return answer(deps, same(kept, serviceId, details, shown?.price));
}

async function answer(deps: Parts, row: PaymentTable): Promise<{ clientSecret: string }> {
  return { clientSecret: await asRefusal(() => secretOf(deps, row)) };
}

/** @throws Refusal `key_reused` if the attempt had another content, or has ended and its secret is invalid. */
function same(
  row: PaymentTable,
  serviceId: string,
  details: string,
  price: number | undefined,
): PaymentTable {
  if (ended.includes(row.status)) throw attemptEnded();
  const isOtherPrice = price !== undefined && Math.round(price * 100) !== row.amount_cents;
  if (row.service_id !== serviceId || row.details !== details || isOtherPrice)
    throw new Refusal('key_reused', 'This attempt was for another booking');
  return row;
}

const ended: PaymentTable['status'][] = ['canceled', 'refunding', 'refunded'];

const refunded = ({ quote_id }: PaymentTable) =>
  quote_id
    ? quoteRefunded()
    : new Refusal('conflict', 'This service can no longer be booked, and your payment has been refunded');

/**
 * The browser's door to fulfilment; may be repeated. It books with the details stored when the payment began; the
 * client's present details are only compared with them.
 * @throws Refusal `not_found` (another person's payment too), `invalid_input` (another service),
 * `payment_incomplete`, `payment_processing` (the result is unknown yet), `conflict` (paid, could not be booked,
 * refunded), `payment_unavailable`
 */
export async function confirmOneTimePayment(
  deps: Parts,
  person: Person,
  { paymentIntentId, serviceId, ...stated }: Body<'confirmOneTimePayment'>,
  log: Log,
): Promise<Booking> {
  const payment = await findByIntent(deps.db, paymentIntentId);
  if (!payment || payment.user_id !== person.id) throw notFound('Payment');
  if (payment.service_id !== serviceId) {
    log.warn({ payment: payment.id }, 'a client confirmed a payment for another service');
    const message = 'This payment was for another service';
    throw new Refusal('invalid_input', message, { fields: { serviceId: message } });
  }
  // A quote's payment belongs to the quote's booking, whatever details come with it.
  const fields = payment.quote_id ? [] : differing(payment.details, stated);
  if (fields.length)
    log.warn({ payment: payment.id, fields }, 'a client confirmed other details than it paid for');

  const outcome = await asRefusal(() => fulfilPayment(deps, paymentIntentId));
  switch (outcome.kind) {
    case 'booked':
      return presentBookingById(deps.db, outcome.bookingId);
    case 'refunded':
      throw refunded(payment);
    case 'open':
      if (isUndecided(outcome.status)) {
        const message = 'Your payment is still being processed. Your booking follows once it is through.';
        throw new Refusal('payment_processing', message);
      }
      throw new Refusal('payment_incomplete', 'Your payment was not completed. You have not been charged.');
    case 'canceled':
      throw new Refusal('payment_incomplete', 'This payment was cancelled. You have not been charged.');
    case 'unknown':
      throw notFound('Payment');
  }
}

const stillProcessing = () =>
  new Refusal(
    'payment_processing',
    'Your payment is still being processed, so it can no longer be cancelled.',
  );

/**
 * Abandons a payment: its intent is cancelled at the provider and can no longer be paid. If it was paid meanwhile,
 * here or in another window, the booking stands. The provider's state decides, through the same function as at every
 * other door. May be repeated.
 * @throws Refusal `not_found` (also another person's payment, or one for work past the hours), `payment_processing`,
 * `conflict` (refunded), `payment_unavailable`
 */
export async function cancelPaymentIntent(
  deps: Parts,
  person: Person,
  { paymentIntentId }: Body<'cancelPaymentIntent'>,
): Promise<{ booking: Booking | null }> {
  const payment = await findByIntent(deps.db, paymentIntentId);
  // Work past the hours is done, so its customer cannot abandon the payment: a cancelled charge ends the debt.
  if (payment?.user_id !== person.id || payment.past_booking_id) throw notFound('Payment');
  const outcome = await asRefusal(() => giveUp(deps, payment.id, paymentIntentId));
  switch (outcome.kind) {
    case 'booked':
      return { booking: await presentBookingById(deps.db, outcome.bookingId) };
    case 'canceled':
      return { booking: null };
    case 'refunded':
      throw refunded(payment);
    case 'open':
      throw stillProcessing();
    case 'unknown':
      throw notFound('Payment');
  }
}

async function giveUp(deps: Parts, paymentId: string, intentId: string): Promise<Outcome> {
  const before = await fulfilPayment(deps, intentId);
  if (before.kind !== 'open' || isUndecided(before.status)) return before;
  try {
    await deps.payments.cancelPaymentIntent(intentId, paymentId);
  } catch (error) {
    // The intent was paid or cancelled since it was read, so its state is read again.
    if (!(error instanceof PaymentRefused)) throw error;
  }
  return fulfilPayment(deps, intentId);
}
