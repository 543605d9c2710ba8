import type {
  CustomRequestForm,
  OneTimeBookingForm,
  SubscriptionBookingForm,
} from '../../../api/contract/forms.ts';
import { tierLabels } from '../../../api/contract/plans.ts';
import { priorityLabels } from '../../../api/contract/priorities.ts';

const labels = {
  customerName: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Postcode',
  emergencyContact: 'Emergency contact',
  emergencyPhone: 'Emergency phone',
  subscriptionTier: 'Plan',
  accessInstructions: 'Access',
  notes: 'Notes',
} as const;
type Named = keyof typeof labels;

/** Labels of a request; the team recognises a request by the first (spec §7). */
const requestLabels = {
  serviceName: 'Custom Service Request',
  description: 'Description',
  priority: 'Priority',
  location: 'Location',
  contactInfo: 'Contact',
} as const;

/** Other spellings of our labels, as bookings paid by card write them. */
const aliases: Record<string, string> = { Email: labels.email };
const known: string[] = [...Object.values(labels), ...Object.values(requestLabels), ...Object.keys(aliases)];
const ownWords: string[] = [requestLabels.description, labels.notes];

/** The text of a plan booking: all details, one line each, as `Name: …` (spec §7, createBooking). */
export function compositeNotes(details: Partial<SubscriptionBookingForm & OneTimeBookingForm>): string {
  const lines: string[] = [];
  for (const name of Object.keys(labels) as Named[]) {
    const value = name === 'subscriptionTier' ? tierOf(details) : details[name]?.trim();
    if (value) lines.push(`${labels[name]}: ${name === 'notes' ? value : oneLine(value)}`);
  }
  return lines.join('\n');
}

/** The text of a request, in the same form; it begins with 'Custom Service Request:' (spec §7). */
export function requestNotes(request: Pick<CustomRequestForm, keyof typeof requestLabels | 'notes'>): string {
  const lines = (Object.keys(requestLabels) as (keyof typeof requestLabels)[]).map((name) => {
    const value = name === 'priority' ? priorityLabels[request.priority] : request[name].trim();
    return `${requestLabels[name]}: ${oneLine(value)}`;
  });
  const notes = request.notes?.trim();
  if (notes) lines.push(`${labels.notes}: ${notes}`);
  return lines.join('\n');
}

const tierOf = ({ subscriptionTier }: Partial<SubscriptionBookingForm>) =>
  subscriptionTier && tierLabels[subscriptionTier];
const oneLine = (text: string) => text.replace(/([.,;:!?]?)\s*\n\s*/g, (_, end: string) => `${end || ','} `);

export interface NoteLine {
  /** `null` for a line without one of our labels. */
  label: string | null;
  text: string;
}

/** Parses a composite text into its lines; the notes are last and take the rest. */
export function readNotes(notes: string): NoteLine[] {
  const lines: NoteLine[] = [];
  for (const line of notes.split('\n')) {
    const last = lines.at(-1);
    const label = last?.label === labels.notes ? undefined : known.find((l) => line.startsWith(`${l}: `));
    if (label) lines.push({ label: aliases[label] ?? label, text: line.slice(label.length + 2) });
    else if (last) last.text += `\n${line}`;
    else lines.push({ label: null, text: line });
  }
  return lines;
}

/** A booking's details by the forms' names, as far as its notes contain them. */
export function detailsIn(notes: string): Partial<Record<Named, string>> {
  const names = Object.keys(labels) as Named[];
  return Object.fromEntries(
    readNotes(notes).flatMap(({ label, text }) => {
      const name = names.find((n) => labels[n] === label);
      return name && text.trim() ? [[name, text.trim()]] : [];
    }),
  );
}

/** The notes for a list: the customer's own text for this visit, without name and address. */
export function briefNotes(notes: string | null): string {
  return readNotes(notes ?? '')
    .filter(({ label }) => label === null || ownWords.includes(label))
    .map(({ text }) => text)
    .join(' · ')
    .trim();
}
