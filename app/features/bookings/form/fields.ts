import type { ChangeEvent } from 'react';
import {
  CustomRequestForm,
  OneTimeBookingForm,
  SubscriptionBookingForm,
} from '../../../../api/contract/schemas/forms.ts';
import { ApiError } from '../../../lib/api.ts';
import type { BookingFields, BookingKind, RequestFields } from './drafts.ts';

/** Connects a field of the page with the form. */
export type FieldOf<F> = (name: keyof F & string) => {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
  error: string | undefined;
};

/** The error of each field, by its name. */
export type Problems<F> = Partial<Record<keyof F, string>>;

/** A form's schema in the contract, of which only the fields and the answer matter here. */
export interface FormSchema<F> {
  shape: object;
  safeParse: (fields: unknown) => Parsed<F>;
}
type Parsed<F> =
  | { success: true; data: F }
  | { success: false; data?: never; error: { issues: { path: PropertyKey[]; message: string }[] } };

export const bookingSchemas: Record<BookingKind, FormSchema<BookingFields>> = {
  one_time: OneTimeBookingForm,
  subscription: SubscriptionBookingForm,
};
export const requestSchema: FormSchema<RequestFields> = CustomRequestForm;

/** The first error of each field that does not satisfy the schema. */
export function problemsOf<F>(schema: FormSchema<F>, fields: unknown): Problems<F> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
  return problems as Problems<F>;
}

/**
 * The server's messages about single fields, by the form's names. The server may name a field by its place in the
 * payload (`bookingData.phone`).
 */
export function refusedFields<F>(error: unknown, { shape }: FormSchema<F>): Problems<F> {
  if (!(error instanceof ApiError)) return {};
  const named = Object.entries(error.fields).map(([path, message]) => [
    path.split('.').at(-1) ?? '',
    message,
  ]);
  return Object.fromEntries(named.filter(([name = '']) => name in shape)) as Problems<F>;
}

/** Whether the time before which nothing can be booked is later than this date. */
export const hasPassed = (instant: string, now = Date.now()): boolean => Date.parse(instant) < now;
