import type { BookingDetail, BookingStatus } from '../../../../api/contract/schemas/bookings.ts';
import { formatDate, formatTime } from '../../../lib/time/dates.ts';
import { labelOf } from '../../../shared/label-of.ts';

export interface Moment {
  key: string;
  kind: BookingStatus | 'moved';
  title: string;
  /** A text in addition to the title. */
  text: string | null;
  /** The person who acted, if known. */
  who: 'You' | 'The customer' | 'The team' | null;
  at: string;
}

export type Life = Pick<BookingDetail, 'statusChanges' | 'moves'>;
type Change = Life['statusChanges'][number];

const titles: Record<BookingStatus, string> = {
  pending: 'Booked',
  scheduled: 'Scheduled',
  in_progress: 'Work began',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/**
 * A booking's whole timeline, the oldest first: every change of its status and every move, with person and time.
 * @param reader the booking's customer, or the team
 */
export function momentsOf(
  life: Life,
  zone: string,
  now: Date = new Date(),
  reader: 'customer' | 'team' = 'customer',
): Moment[] {
  const written = (at: string) => `${formatDate(at, zone, now)}, ${formatTime(at, zone)}`;
  // A move also withdraws the team's confirmation of the old time: both are one moment.
  const moved = new Set(life.moves.map(({ at }) => at));
  const changes = life.statusChanges
    .filter(({ from, to, at }) => !(from === 'scheduled' && to === 'pending' && moved.has(at)))
    .map((change) => ({
      key: `${change.to} ${change.at}`,
      kind: change.to,
      title: titleOf(change),
      text: null,
      who: whoOf(change.by, reader),
      at: change.at,
    }));
  const moves = life.moves.map((move) => ({
    key: `moved ${move.at}`,
    kind: 'moved' as const,
    title: move.from ? 'Moved' : 'Time agreed',
    text: move.from ? `From ${written(move.from)} to ${written(move.to)}` : written(move.to),
    who: whoOf(move.by, reader),
    at: move.at,
  }));
  return [...changes, ...moves].sort((a, b) => a.at.localeCompare(b.at));
}

/**
 * A change back, or out of a final status, is named as such: its usual title would read as if it had happened twice.
 */
function titleOf({ from, to }: Change): string {
  if (from === 'completed' || from === 'cancelled')
    return `Opened again: ${labelOf(titles, to).toLowerCase()}`;
  if (to === 'pending' && from) return 'Waiting for a time again';
  return labelOf(titles, to);
}

function whoOf(by: Change['by'], reader: 'customer' | 'team'): Moment['who'] {
  if (!by) return null;
  if (by === 'team') return 'The team';
  return reader === 'customer' ? 'You' : 'The customer';
}
