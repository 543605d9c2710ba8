import { deviceAttempts } from '../../pwa/storage/attempts.ts';
import { readDraft, saveDraft, useDraft } from '../../pwa/storage/drafts.ts';

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
  saveDraft(userId, placeOf(bookingId), text && JSON.stringify({ text }));
}

/** The idempotency key of the attempt to send this message. */
export const contactKeyFor = (bookingId: string, message: string): string =>
  deviceAttempts.keyFor(attemptOf(bookingId), message);

/** Called after sending: the same text again is a new message, and text written meanwhile stays. */
export function forgetContact(userId: string, bookingId: string, message: string): void {
  deviceAttempts.forget(attemptOf(bookingId));
  const text = contactTextIn(readDraft(userId, placeOf(bookingId)));
  if (text.trim() === message) keepContactText(userId, bookingId, '');
}

/** The stored text may come from an older version of the app. */
export function contactTextIn(stored: string): string {
  try {
    const { text } = JSON.parse(stored) as { text?: unknown };
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
