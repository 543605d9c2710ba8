import { customerPaths } from '../../../api/contract/paths/customer-paths.ts';
import type { Method } from '../../../api/contract/paths/path.ts';
import type { CallName } from '../../../api/contract/paths/paths.ts';
import type { BookingChanges, BookingDetail } from '../../../api/contract/schemas/bookings.ts';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import type { Message } from '../../../api/contract/schemas/messages.ts';
import { keyOf } from '../../lib/api.ts';
import type { Delivery as OutboxDelivery, Entry as OutboxEntry } from '../outbox/database.ts';
import type { OutboxStore } from '../outbox/store.ts';

type Terms = NonNullable<BookingChanges['cancel']>;

/** The work that a person can do without a network, on a booking or in a conversation of the live chat. */
export type Work =
  | { kind: 'message'; message: string; photoIds: string[] }
  | { kind: 'review'; rating: number; review: string }
  /**
   * `from`: the booking's time as the person saw it. The server refuses if the booking has been moved since. `holdId`:
   * the hold of the chosen time; without one, the new time is a wish. `windowMinutes`: its arrival window as shown.
   */
  | {
      kind: 'reschedule';
      from: string | null;
      to: string;
      holdId?: string | undefined;
      windowMinutes?: number | undefined;
    }
  /** The terms to which the person agreed. The server cancels on no others. */
  | { kind: 'cancel'; terms: Terms }
  | ChatWork;

/** A message in the live chat; its entry's `bookingId` is the conversation's id. */
export interface ChatWork {
  kind: 'chat';
  /** Whether it is written as the team. */
  isSupport: boolean;
  content: string;
  /**
   * From the team alone: the newest message that the writer saw, `null` without one. If a colleague has answered since,
   * the server refuses it until the writer has read that. Left out: unknown.
   */
  lastSeenId?: string | null;
}

/** Work that changes a booking itself, unlike a message. */
export type Change = Exclude<Work, { kind: 'message' | 'chat' }>;

/** The server's answer: the stored message, or the booking's new state. */
export type Answered =
  | { kind: 'message'; message: Message }
  | { kind: 'chat'; message: ChatMessage }
  | { kind: 'booking'; detail: BookingDetail };

/** The outbox's own records, with this work in them. */
export type Entry = OutboxEntry<Work>;
export type Delivery = OutboxDelivery<Answered>;
export type Store = OutboxStore<Work, Answered>;

/** One call of the contract for each kind of work. */
const calls = {
  message: 'sendMessage',
  review: 'reviewBooking',
  reschedule: 'rescheduleBooking',
  cancel: 'cancelBooking',
  chat: 'sendChatMessage',
} satisfies Record<Work['kind'], CallName>;

/** Whether this release can send work of this kind. */
export const isKnown = ({ kind }: { kind: string }): boolean => kind in calls;

/** The call that does an entry's work. */
export function requestOf({ bookingId, work }: { bookingId: string; work: Work }): {
  method: Method;
  path: string;
  body: object;
} {
  const name = calls[work.kind];
  return {
    method: customerPaths[name].method,
    path: keyOf(name, { id: bookingId }).join('/'),
    body: bodyOf(bookingId, work),
  };
}

function bodyOf(bookingId: string, work: Work): object {
  switch (work.kind) {
    case 'message':
      return {
        bookingId,
        message: work.message,
        ...(work.photoIds.length && { photoIds: work.photoIds }),
      };
    case 'review':
      return { rating: work.rating, review: work.review };
    case 'reschedule':
      return {
        ...{ scheduledDate: work.to, expectedDate: work.from },
        ...(work.holdId && { holdId: work.holdId }),
      };
    case 'cancel': {
      const { outcome, amountCents, hours, chargeCents } = work.terms;
      return { outcome, amountCents, hours, ...(chargeCents && { chargeCents }) };
    }
    case 'chat': {
      const { isSupport, content, lastSeenId } = work;
      const seen = isSupport && lastSeenId !== undefined && { lastSeenId };
      return { conversationId: bookingId, isSupport, content, ...seen };
    }
  }
}

/**
 * An answer's body, parsed; `null` if it does not belong to this work, such as a captive portal's page. A booking is
 * recognised by its id, a message by the id that the device gave it.
 */
export function answerTo(
  { clientId, bookingId, work }: { clientId: string; bookingId: string; work: Work },
  body: object,
): Answered | null {
  if (work.kind === 'message') {
    const message = body as Message;
    return message.clientId === clientId ? { kind: 'message', message } : null;
  }
  if (work.kind === 'chat') {
    const message = body as ChatMessage;
    return message.clientId === clientId ? { kind: 'chat', message } : null;
  }
  const detail = body as BookingDetail;
  return detail.id === bookingId && Array.isArray(detail.statusChanges) ? { kind: 'booking', detail } : null;
}
