import {
  type BookingDetails,
  type DetailLine,
  type DetailName,
  detailLines,
  labelOfDetail,
} from '../../../api/contract/rules/booking-details.ts';
import { parseNotes, readNotes } from '../../../api/contract/rules/booking-text.ts';
import type { BookingAnswer } from '../../../api/contract/schemas/bookings.ts';
import type { Photo } from '../../../api/contract/schemas/messages.ts';
import { planName } from '../plan-facts.ts';

/**
 * A booking as an answer has it. Lists carry the text form alone, and so do answers of servers from before January
 * 2027, which the device may have stored.
 */
export interface Described {
  notes: string | null;
  details?: BookingDetails | undefined;
  /** The answers to the service's questions; only a booking's own answer has them. */
  answers?: readonly BookingAnswer[] | undefined;
}

/** A booking's details; empty without any. */
export const detailsOf = ({ notes, details }: Described): BookingDetails =>
  details ?? (notes === null ? {} : parseNotes(notes));

/**
 * A booking's details as they are shown, line by line; a text of another form as it was sent. The answers to the
 * service's questions follow, but for photos.
 */
export function linesOf(booking: Described): DetailLine[] {
  const details = detailsOf(booking);
  const lines =
    details.asSent !== undefined
      ? readNotes(details.asSent)
      : detailLines(details, planName(details.subscriptionTier ?? 'none'));
  const answers = booking.answers?.filter(({ photo }) => !photo) ?? [];
  return [...lines, ...answers.map(({ question, answer }) => ({ label: question, text: answer }))];
}

const partsOfAddress = (['address', 'city', 'state', 'postalCode'] as const).map(labelOfDetail);

/** The lines with the parts of the address in its first one, as people write an address. */
export function withOneAddress(lines: readonly DetailLine[]): DetailLine[] {
  const [street, city, state, postalCode] = partsOfAddress.map(
    (label) => lines.find((line) => line.label === label)?.text,
  );
  if (!street || !city) return [...lines];
  const text = `${street}, ${[city, state, postalCode].filter(Boolean).join(' ')}`;
  return lines
    .filter(({ label }) => label === partsOfAddress[0] || !partsOfAddress.includes(label ?? ''))
    .map((line) => (line.label === partsOfAddress[0] ? { ...line, text } : line));
}

/** The photos among a booking's answers, each with its question. */
export const answerPhotosOf = ({ answers = [] }: Described): { question: string; photo: Photo }[] =>
  answers.flatMap(({ question, photo }) => (photo ? [{ question, photo }] : []));

/** Those of these fields that hold a text. */
export function givenOf<Name extends DetailName>(
  fields: { [N in Name]?: string | undefined },
  names: readonly Name[],
): { [N in Name]?: string } {
  const given: { [N in Name]?: string } = {};
  for (const name of names) if (fields[name]) given[name] = fields[name];
  return given;
}
