import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { Resolver, UseFormRegisterReturn } from 'react-hook-form';
import { OneTimeBookingForm, SubscriptionBookingForm } from '../../../api/contract/forms.ts';
import { ApiError } from '../../lib/api.ts';
import type { BookingFields, BookingKind } from './drafts.ts';

export type FieldName = keyof BookingFields;
/** What joins a field of the page to the form. */
export type FieldOf = (name: FieldName) => UseFormRegisterReturn & { error: string | undefined };

export const resolvers: Record<BookingKind, Resolver<BookingFields>> = {
  one_time: standardSchemaResolver<BookingFields, unknown, BookingFields>(OneTimeBookingForm),
  subscription: standardSchemaResolver<BookingFields, unknown, BookingFields>(SubscriptionBookingForm),
};

const names = Object.keys(SubscriptionBookingForm.shape) as FieldName[];

/**
 * What the server said of single fields, by the form's names: it may name them by their place in the payload
 * (`bookingData.phone`).
 */
export function refusedFields(error: unknown): { name: FieldName; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([path, message]) => {
    const name = names.find((known) => known === path.split('.').at(-1));
    return name ? [{ name, message }] : [];
  });
}

/** The moment before which nothing can be booked has passed this date already. */
export const hasPassed = (instant: string, now = Date.now()): boolean => Date.parse(instant) < now;
