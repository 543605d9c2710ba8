import { hrefs } from '../../lib/hrefs.ts';
import type { Entry } from './work.ts';

type Seen = Pick<Entry, 'bookingId' | 'state'> & { work: { kind: string } };

const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/**
 * '3 messages waiting', '1 change not sent'; of several sorts, and of both states, only how many: '2 waiting · 1 not
 * sent' has to stand in one line of a phone. '' where there is nothing.
 */
export function unsentWords(entries: readonly Omit<Seen, 'bookingId'>[]): string {
  const messages = entries.filter(({ work }) => work.kind === 'message').length;
  const refused = entries.filter(({ state }) => state === 'failed').length;
  const waiting = entries.length - refused;
  const mixed = (messages > 0 && messages < entries.length) || (refused > 0 && waiting > 0);
  const name = (n: number) => (mixed ? String(n) : counted(n, messages ? 'message' : 'change'));
  return [waiting && `${name(waiting)} waiting`, refused && `${name(refused)} not sent`]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Where it is: the booking that all of it is about, at its messages where it is nothing else; of several, their list.
 * The team writes among its own pages, and changes its own bookings where everybody does: those come first.
 */
export function unsentHref(entries: readonly Seen[], isAdmin: boolean): string {
  const changes = entries.filter(({ work }) => work.kind !== 'message');
  const asTeam = isAdmin && !changes.length;
  const ids = new Set((isAdmin && changes.length ? changes : entries).map(({ bookingId }) => bookingId));
  const [id] = ids;
  if (id === undefined || ids.size > 1) return asTeam ? hrefs.admin : hrefs.bookings;
  if (asTeam) return hrefs.adminBooking(id);
  return `${hrefs.booking(id)}${changes.length ? '' : '#messages'}`;
}
