import type { BookingStatus } from '../../../../api/contract/schemas/bookings.ts';
import { inSentence } from '../../../lib/time/dates.ts';
import type { QueuedChange } from '../../../pwa/unsent/outbox.ts';
import type { Change } from '../../../pwa/unsent/work.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import type { Toast } from '../../../ui/toasts/toast.tsx';
import { asClause, type Cancellation, consequenceOf, outcomeOf } from '../consequence.ts';

/** The terms to which the customer agreed, if they had changed before the cancellation arrived. */
export const refusedTerms = ({ work, code }: Pick<QueuedChange, 'work' | 'code'>): Cancellation | null =>
  work.kind === 'cancel' && code === 'terms_changed' ? work.terms : null;

/** The note for a booking whose time the team had confirmed. */
export const confirmsNewTime = 'The team confirms the new time.';

/**
 * The title of a change that waits or was refused, and its explanation.
 * @param status the booking's status, as this device knows it
 * @param going whether the change is being sent, and nothing is known to delay it
 * @param reason the server's words, if it takes the change later
 */
export function wordsOf(
  entry: Pick<QueuedChange, 'work' | 'state' | 'code' | 'reason'>,
  zone: string,
  {
    status,
    going = false,
    reason,
  }: { status?: BookingStatus | undefined; going?: boolean; reason?: string | null | undefined } = {},
): { title: string; text: string } {
  const { work } = entry;
  if (entry.state === 'failed') return { title: refusedTitle(work), text: refusedText(entry, zone) };
  const now = going
    ? 'On its way…'
    : `Kept on this device. ${reason ?? 'It goes to the team as soon as the network is back.'}`;
  switch (work.kind) {
    case 'reschedule':
      return {
        title: `To be moved to ${inSentence(newTime(work, zone))}`,
        text: [now, status === 'scheduled' && !work.holdId && confirmsNewTime].filter(Boolean).join(' '),
      };
    case 'cancel':
      return {
        title: 'To be cancelled',
        text: `${going ? now : (reason ?? 'As soon as the network is back.')} ${consequenceOf(work.terms, null)}`,
      };
    case 'review':
      return { title: going ? 'Your review' : 'Your review waits', text: now };
    default:
      // The change comes from a newer release that was rolled back.
      return {
        title: 'Waits for a newer version of the app',
        text: 'Kept on this device. It goes to the team once the app is up to date again.',
      };
  }
}

const newTime = (
  { to, windowMinutes }: { to: string; windowMinutes?: number | undefined },
  zone: string,
): string => visitTime({ scheduledDate: to, windowMinutes }, zone);

/** The reason of a refusal, and the wanted time or the agreed terms. */
function refusedText(entry: Pick<QueuedChange, 'work' | 'code' | 'reason'>, zone: string): string {
  const { work, reason } = entry;
  const agreed = refusedTerms(entry);
  return [
    work.kind === 'reschedule' && `You wanted ${inSentence(newTime(work, zone))}.`,
    reason,
    agreed && `You had agreed to this: ${asClause(consequenceOf(agreed, null))}`,
  ]
    .filter(Boolean)
    .join(' ');
}

const refusedTitles: Record<Change['kind'], string> = {
  reschedule: 'Not moved',
  cancel: 'Not cancelled',
  review: 'Your review was not sent',
};

/** The title of a refused change, also of a kind that only another release knows. */
export const refusedTitle = ({ kind }: Change): string => refusedTitles[kind] ?? 'A change was not made';

/** The toast after a change is done. */
export function doneOf(work: Change, zone: string): Toast {
  switch (work.kind) {
    case 'reschedule':
      return { title: 'Booking moved', description: `It is now ${inSentence(newTime(work, zone))}.` };
    case 'cancel':
      return { title: 'Booking cancelled', description: outcomeOf(work.terms) };
    case 'review':
      return { title: 'Thank you for your review', description: 'The team reads every one of them.' };
    default:
      return { title: 'Done' };
  }
}

const keptWords: Record<Change['kind'], Toast> = {
  reschedule: { title: 'Time kept', description: 'The booking was not moved.' },
  cancel: { title: 'Booking kept', description: 'It was not cancelled.' },
  review: { title: 'Review taken back', description: 'The form has your words again.' },
};

/** The toast after a change is taken back before it was sent. */
export const keptOf = ({ kind }: Change): Toast => keptWords[kind] ?? { title: 'Taken back' };

/** The id of a change's card, to which the sheet that made the change moves the focus. */
export const cardId = (clientId: string): string => `change-${clientId}`;
