import {
  bookingDetailNames,
  namesAbout,
  type OneTimeName,
  oneTimeNames,
} from '../../../../api/contract/rules/booking-details.ts';
import { composeNotes } from '../../../../api/contract/rules/booking-text.ts';
import type { OverageAgreed } from '../../../../api/contract/schemas/booking-terms.ts';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { BookingAnswers, BookingDetailsForm } from '../../../../api/contract/schemas/forms.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { givenOf } from '../../../shared/bookings/details.ts';
import {
  type BookingFields,
  draftOf,
  type FormKind,
  forgetAttempt,
  keepDraft,
  keyFor,
  type RequestFields,
} from './drafts.ts';

/** What a form has beside its fields. */
export interface Chosen {
  answers?: BookingAnswers;
  holdId?: string | undefined;
}

/** The fields of the one-time form, which a payment carries and the confirm call repeats. */
export function oneTimeDetails(fields: BookingFields) {
  const { notes, ...details } = givenOf(fields, oneTimeNames) as Pick<BookingFields, OneTimeName>;
  return { ...details, scheduledDate: fields.scheduledDate, ...(notes && { notes }) };
}

/**
 * Starts a card payment (spec §4).
 * @param chosen the answers to the service's questions, and the hold of the chosen time; without one it is a wish
 * @returns the provider's client secret. @throws ApiError, NetworkError
 */
export async function startPayment(
  { id: serviceId, price, estimatedHours }: Pick<Service, 'id' | 'price' | 'estimatedHours'>,
  fields: BookingFields,
  { answers = [], holdId }: Chosen = {},
): Promise<string> {
  const body = {
    serviceId,
    ...(price !== null && { shown: { price, estimatedHours } }),
    bookingData: oneTimeDetails(fields),
    ...(answers.length > 0 && { answers }),
    ...(holdId && { holdId }),
  };
  const idempotencyKey = keyFor('one_time', serviceId, body);
  const { clientSecret } = await renewing('one_time', serviceId, () =>
    call('createPaymentIntent', { body, idempotencyKey }),
  );
  return clientSecret;
}

/**
 * Books with plan hours (spec §7).
 * @param past the agreed price of hours that the plan does not cover
 * @param chosen the answers to the service's questions, and the hold of the chosen time; without one it is a wish
 * @throws ApiError, NetworkError
 */
export function bookWithPlan(
  { id: serviceId, estimatedHours }: Pick<Service, 'id' | 'estimatedHours'>,
  fields: BookingFields,
  past?: OverageAgreed,
  { answers = [], holdId }: Chosen = {},
): Promise<Booking> {
  const bookingWith = <Form extends object>(form: Form) => ({
    serviceId,
    scheduledDate: fields.scheduledDate,
    ...form,
    paymentType: 'subscription' as const,
    ...(past && { past }),
  });
  const withAnswers = <Body extends object>(body: Body) => ({
    ...body,
    ...(answers.length > 0 && { answers }),
    ...(holdId && { holdId }),
  });
  const byText = bookingWith({ notes: composeNotes(fields) });
  const details = givenOf(fields, bookingDetailNames) as BookingDetailsForm;
  const byFields = bookingWith({ shown: { estimatedHours }, details });
  // The key goes with the text form, as earlier releases sent it: an update may come between a lost answer and its
  // repeat. It does not depend on the answers: other questions may be asked by the time of the repeat,
  // and another hold may keep the time.
  const idempotencyKey = keyFor('subscription', serviceId, byText);
  const send = (body: typeof byText | typeof byFields) =>
    call('createBooking', { body: withAnswers(body), idempotencyKey });
  return renewing('subscription', serviceId, () =>
    send(byFields).catch((error) => {
      if (asksForText(error)) return send(byText);
      throw error;
    }),
  );
}

/** Whether a server from before January 2027 has refused details field by field; it has booked nothing. */
const asksForText = (error: unknown): boolean => error instanceof ApiError && 'notes' in error.fields;

/** The service id of custom requests (spec §7). */
export const customServiceId = 'custom-service';

/**
 * Requests a service beyond the catalogue (spec §7), or a price for one of it. @param formOf the service whose form was
 * filled in @throws ApiError, NetworkError
 */
export function requestCustomService(fields: RequestFields, formOf: string): Promise<Booking> {
  const body = {
    ...fields,
    serviceId: customServiceId,
    notes: composeNotes(fields),
    paymentType: 'custom_quote' as const,
  } as const;
  const idempotencyKey = keyFor('custom_quote', formOf, body);
  return renewing('custom_quote', formOf, () => call('requestCustomService', { body, idempotencyKey }));
}

/** Continues a plan booking in the form of the card payment, with all typed text. */
export function goOnByCard(serviceId: string): void {
  const { scheduledDate, ...details } = draftOf('subscription', serviceId) ?? {};
  const address = namesAbout('address')
    .map((name) => details[name])
    .filter(Boolean)
    .join(', ');
  keepDraft('one_time', serviceId, {
    ...draftOf('one_time', serviceId),
    ...givenOf({ ...details, address }, oneTimeNames),
    ...(scheduledDate && { scheduledDate }),
  });
}

/** A key that the server refused for good must not be sent again. */
async function renewing<T>(kind: FormKind, serviceId: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) forgetAttempt(kind, serviceId);
    throw error;
  }
}
