import type { OneTimeBookingForm } from '../../contract/forms.ts';

/** The customer's details as the booking's notes: a line each, for whoever comes to the house. */
export function notesOf({ customerName, phone, email, address, notes }: OneTimeBookingForm): string {
  const lines = [`Name: ${customerName}`, `Phone: ${phone}`, `E-mail: ${email}`, `Address: ${address}`];
  if (notes) lines.push(`Notes: ${notes}`);
  return lines.join('\n');
}

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
