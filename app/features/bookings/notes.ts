import { labelOfDetail } from '../../../api/contract/rules/booking-details.ts';
import { type Described, linesOf } from '../../shared/bookings/details.ts';

const ownWords = [labelOfDetail('description'), labelOfDetail('notes')];

/** The notes for a list: the customer's own text for this visit, without name and address. */
export function briefNotes(booking: Described): string {
  return linesOf(booking)
    .filter(({ label }) => label === null || ownWords.includes(label))
    .map(({ text }) => text)
    .join(' · ')
    .trim();
}
