import type { Booking } from '../../../api/contract/entities.ts';
import { ApiError, call } from '../../lib/api.ts';
import { type BookingFields, type FormKind, forgetAttempt, keyFor, type RequestFields } from './drafts.ts';
import { compositeNotes, requestNotes } from './notes.ts';

/** The one-time form's part of the fields: what a payment carries and the confirm call repeats. */
export function oneTimeDetails(fields: BookingFields) {
  const { customerName, phone, email, address, scheduledDate, notes } = fields;
  return { customerName, phone, email, address, scheduledDate, ...(notes && { notes }) };
}

/** Starts a card payment (spec §4). @returns the provider's client secret. @throws ApiError, NetworkError */
export async function startPayment(serviceId: string, fields: BookingFields): Promise<string> {
  const body = { serviceId, bookingData: oneTimeDetails(fields) };
  const idempotencyKey = keyFor('one_time', serviceId, body);
  const { clientSecret } = await renewing('one_time', serviceId, () =>
    call('createPaymentIntent', { body, idempotencyKey }),
  );
  return clientSecret;
}

/** Books with plan hours (spec §7). @throws ApiError, NetworkError */
export function bookWithPlan(serviceId: string, fields: BookingFields): Promise<Booking> {
  const body = {
    serviceId,
    scheduledDate: fields.scheduledDate,
    notes: compositeNotes(fields),
    paymentType: 'subscription' as const,
  };
  const idempotencyKey = keyFor('subscription', serviceId, body);
  return renewing('subscription', serviceId, () => call('createBooking', { body, idempotencyKey }));
}

/** The id that custom requests go by (spec §7). */
export const customServiceId = 'custom-service';

/** Asks for what is not in the catalogue (spec §7). @throws ApiError, NetworkError */
export function requestCustomService(fields: RequestFields): Promise<Booking> {
  const body = {
    ...fields,
    serviceId: customServiceId,
    notes: requestNotes(fields),
    paymentType: 'custom_quote' as const,
  } as const;
  const idempotencyKey = keyFor('custom_quote', customServiceId, body);
  return renewing('custom_quote', customServiceId, () =>
    call('requestCustomService', { body, idempotencyKey }),
  );
}

/** A key that the server refuses for good must not be sent again. */
async function renewing<T>(kind: FormKind, serviceId: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) forgetAttempt(kind, serviceId);
    throw error;
  }
}
