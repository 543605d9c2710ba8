import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Path, RegisterOptions, Resolver, UseFormRegisterReturn } from 'react-hook-form';
import {
  CustomRequestForm,
  OneTimeBookingForm,
  SubscriptionBookingForm,
} from '../../../../api/contract/schemas/forms.ts';
import { ApiError } from '../../../lib/api.ts';
import type { BookingFields, BookingKind, RequestFields } from './drafts.ts';

/** Connects a field of the page with the form. */
export type FieldOf<F extends FieldValues> = (
  name: Path<F>,
  options?: RegisterOptions<F, Path<F>>,
) => UseFormRegisterReturn<Path<F>> & { error: string | undefined };

export const resolvers: Record<BookingKind, Resolver<BookingFields>> = {
  one_time: standardSchemaResolver<BookingFields, unknown, BookingFields>(OneTimeBookingForm),
  subscription: standardSchemaResolver<BookingFields, unknown, BookingFields>(SubscriptionBookingForm),
};
export const requestResolver: Resolver<RequestFields> = standardSchemaResolver<
  RequestFields,
  unknown,
  RequestFields
>(CustomRequestForm);

export const bookingNames = Object.keys(SubscriptionBookingForm.shape) as (keyof BookingFields)[];
export const requestNames = Object.keys(CustomRequestForm.shape) as (keyof RequestFields)[];

/**
 * The server's messages about single fields, by the form's names. The server may name a field by its place in the
 * payload (`bookingData.phone`).
 */
export function refusedFields<N extends string>(
  error: unknown,
  names: readonly N[],
): { name: N; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([path, message]) => {
    const name = names.find((known) => known === path.split('.').at(-1));
    return name ? [{ name, message }] : [];
  });
}

/** Whether the time before which nothing can be booked is later than this date. */
export const hasPassed = (instant: string, now = Date.now()): boolean => Date.parse(instant) < now;
