import { oneTimeNames } from '../../../contract/rules/booking-details.ts';
import type { BookingAnswers, OneTimeBookingForm } from '../../../contract/schemas/forms.ts';

/**
 * The details of a quote, whose booking exists already, and of an abandoned checkout after its period of storage.
 */
export const noDetails = '{}';

/** The form and the answers with their fields in a fixed order, so that equal content gives equal text. */
export function detailsText(form: OneTimeBookingForm, answers: BookingAnswers = []): string {
  const { notes = '', ...details } = Object.fromEntries(oneTimeNames.map((name) => [name, form[name]]));
  return JSON.stringify({
    ...details,
    scheduledDate: new Date(form.scheduledDate).toISOString(),
    notes,
    ...(answers.length > 0 && { answers }),
  });
}

export function readDetails(text: string): Required<OneTimeBookingForm> & { answers?: BookingAnswers } {
  return JSON.parse(text);
}

type Stated = { [Field in keyof OneTimeBookingForm]?: OneTimeBookingForm[Field] | undefined };

/** The names of the fields whose stored value differs from the client's. */
export function differing(stored: string, stated: Stated): string[] {
  const kept: Record<string, unknown> = readDetails(stored);
  return Object.entries(stated)
    .filter(([name, value]) => name in kept && value !== undefined && plain(name, value) !== kept[name])
    .map(([name]) => name);
}

const plain = (name: string, value: string): string =>
  name === 'scheduledDate' ? new Date(value).toISOString() : value;
