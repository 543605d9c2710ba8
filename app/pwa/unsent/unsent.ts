import { hrefs } from '../../lib/hrefs.ts';
import type { Entry } from './work.ts';

type Seen = Pick<Entry, 'bookingId' | 'state'> & { work: { kind: string } };

const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/**
 * The words for unsent entries: '3 messages waiting', '1 change not sent'. Mixed kinds and states show only numbers,
 * because '2 waiting · 1 not sent' must fit on one line of a phone. '' without any.
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
 * The address of unsent entries: their only booking, at its messages if there is nothing else; for several bookings,
 * the list. Administrators write messages on the team's pages, but change their own bookings on the pages for
 * everybody; changes come first.
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
