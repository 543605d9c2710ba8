import { type Attempt, deviceAttempts } from '../../../pwa/storage/attempts.ts';
import { readDraft, saveDraft, useDraft } from '../../../pwa/storage/drafts.ts';

/**
 * The draft is stored beside the composer's drafts: it survives closing, reload and the end of the browser, and goes
 * with the sign-out.
 */
const placeOf = (bookingId: string) => `contact ${bookingId}`;
const attemptOf = (bookingId: string) => `contact:${bookingId}`;

/** The unsent message to a booking's customer; '' without one. */
export const useContactText = (userId: string, bookingId: string): string =>
  contactTextIn(useDraft(userId, placeOf(bookingId)));

export function keepContactText(userId: string, bookingId: string, text: string): void {
  if (!text) deviceAttempts.forget(attemptOf(bookingId));
  const { attempt } = keptIn(readDraft(userId, placeOf(bookingId)));
  saveDraft(userId, placeOf(bookingId), text && JSON.stringify({ text, attempt }));
}

/** The idempotency key of the attempt to send this message. */
export const contactKeyFor = (userId: string, bookingId: string, message: string): string =>
  deviceAttempts.keyFor(attemptOf(bookingId), message, olderIn(readDraft(userId, placeOf(bookingId))));

/** Called after sending: the same text again is a new message, and text written meanwhile stays. */
export function forgetContact(userId: string, bookingId: string, message: string): void {
  deviceAttempts.forget(attemptOf(bookingId));
  const text = contactTextIn(readDraft(userId, placeOf(bookingId)));
  const isSent = text.trim() === message;
  saveDraft(userId, placeOf(bookingId), isSent ? '' : JSON.stringify({ text }));
}

interface Kept {
  text?: unknown;
  /** The last attempt as earlier releases kept it: an update may come between a lost answer and its repeat. */
  attempt?: { message?: unknown; key?: unknown };
}

/** The stored text may come from an older version of the app. */
export function contactTextIn(stored: string): string {
  const { text } = keptIn(stored);
  return typeof text === 'string' ? text : '';
}

function olderIn(stored: string): Attempt | undefined {
  const { message, key } = keptIn(stored).attempt ?? {};
  const isKnown = typeof message === 'string' && typeof key === 'string';
  return isKnown ? { content: JSON.stringify(message), key } : undefined;
}

function keptIn(stored: string): Kept {
  try {
    return JSON.parse(stored) ?? {};
  } catch {
    return {};
  }
}
