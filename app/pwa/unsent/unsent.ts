import { chatHref } from '../../../api/contract/rules/push-payload.ts';
import { hrefs } from '../../lib/hrefs.ts';
import type { Entry } from './work.ts';

type Seen = Pick<Entry, 'bookingId' | 'state'> & { work: { kind: string; isSupport?: boolean } };

const isChat = ({ work }: Pick<Seen, 'work'>): boolean => work.kind === 'chat';
const isMessage = (entry: Pick<Seen, 'work'>): boolean => entry.work.kind === 'message' || isChat(entry);

const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/**
 * The words for unsent entries: '3 messages waiting', '1 change not sent'. Mixed kinds and states show only numbers,
 * because '2 waiting · 1 not sent' must fit on one line of a phone. '' without any.
 */
export function unsentWords(entries: readonly Omit<Seen, 'bookingId'>[]): string {
  const messages = entries.filter(isMessage).length;
  const refused = entries.filter(({ state }) => state === 'failed').length;
  const waiting = entries.length - refused;
  const mixed = (messages > 0 && messages < entries.length) || (refused > 0 && waiting > 0);
  const name = (n: number) => (mixed ? String(n) : counted(n, messages ? 'message' : 'change'));
  return [waiting && `${name(waiting)} waiting`, refused && `${name(refused)} not sent`]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Whether an entry deserves a notice after a while on a working network: a chat message, whose writer expects an answer
 * soon, or anything that the server holds back for a reason, such as a day's limit.
 */
export const isHeldBack = ({
  state,
  reason,
  work,
}: Pick<Entry, 'reason'> & Omit<Seen, 'bookingId'>): boolean =>
  state === 'waiting' && (isChat({ work }) || reason !== null);

/**
 * The address of unsent entries: their only booking, at its messages if there is nothing else; for several bookings,
 * the list; without a booking, the live chat. Who writes to customers does so on the team's pages, but changes own bookings on the pages for
 * everybody; changes come first.
 * @param isWriter whether the person's role writes to customers
 */
export function unsentHref(entries: readonly Seen[], isWriter: boolean): string {
  const ofBookings = entries.filter((entry) => !isChat(entry));
  if (!ofBookings.length && entries.length) return unsentChatHref(entries);
  const changes = ofBookings.filter((entry) => !isMessage(entry));
  const asTeam = isWriter && !changes.length;
  const ids = new Set((isWriter && changes.length ? changes : ofBookings).map(({ bookingId }) => bookingId));
  const [id] = ids;
  if (id === undefined || ids.size > 1) return asTeam ? hrefs.admin : hrefs.bookings;
  if (asTeam) return hrefs.adminBooking(id);
  return `${hrefs.booking(id)}${changes.length ? '' : '#messages'}`;
}

/**
 * The address of unsent messages of the live chat: the person's own chat, which is a dialog; for the team the
 * conversation, or the list for several. The list shows no refused message, and not every conversation: a refused one
 * is found in its own, one after the other.
 */
function unsentChatHref(entries: readonly Seen[]): string {
  const refused = entries.find(({ state }) => state === 'failed');
  const sought = refused ? [refused] : entries;
  if (!sought.some(({ work }) => work.isSupport)) return chatHref;
  const [id, ...others] = new Set(sought.map(({ bookingId }) => bookingId));
  return id === undefined || others.length ? hrefs.adminSupport : hrefs.adminConversation(id);
}
