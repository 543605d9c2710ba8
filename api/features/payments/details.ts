import type { OneTimeBookingForm } from '../../contract/forms.ts';

/** Of a quote, which is of a booking that exists; and of a checkout that was given up, once they are kept no more. */
export const noDetails = '{}';

/** The form in one order of its fields, so that the same content is the same text. */
export function detailsText({
  customerName,
  phone,
  email,
  address,
  scheduledDate,
  notes,
}: OneTimeBookingForm): string {
  return JSON.stringify({
    customerName,
    phone,
    email,
    address,
    scheduledDate: new Date(scheduledDate).toISOString(),
    notes: notes ?? '',
  });
}

export function readDetails(text: string): Required<OneTimeBookingForm> {
  return JSON.parse(text);
}

/** The details as the booking's notes: a line each, the customer's own words last; the app reads them back by their labels. */
export function notesOf({ customerName, phone, email, address, notes }: OneTimeBookingForm): string {
  const lines = [
    `Name: ${oneLine(customerName)}`,
    `Phone: ${oneLine(phone)}`,
    `Email: ${oneLine(email)}`,
    `Address: ${oneLine(address)}`,
  ];
  if (notes) lines.push(`Notes: ${notes}`);
  return lines.join('\n');
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ', ');

type Stated = { [Field in keyof OneTimeBookingForm]?: OneTimeBookingForm[Field] | undefined };

/** The names of the fields that a client states otherwise than they were stored. */
export function differing(stored: string, stated: Stated): string[] {
  const kept: Record<string, unknown> = readDetails(stored);
  return Object.entries(stated)
    .filter(([name, value]) => name in kept && value !== undefined && plain(name, value) !== kept[name])
    .map(([name]) => name);
}

const plain = (name: string, value: string): string =>
  name === 'scheduledDate' ? new Date(value).toISOString() : value;
