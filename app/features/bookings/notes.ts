import { detailLabels, readNotes } from '../../../api/contract/rules/booking-details.ts';

const ownWords: string[] = [detailLabels.description, detailLabels.notes];

/** The notes for a list: the customer's own text for this visit, without name and address. */
export function briefNotes(notes: string | null): string {
  return readNotes(notes ?? '')
    .filter(({ label }) => label === null || ownWords.includes(label))
    .map(({ text }) => text)
    .join(' · ')
    .trim();
}
