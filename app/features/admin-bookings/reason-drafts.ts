import { readDraft, saveDraft } from '../../pwa/storage/drafts.ts';

/**
 * The reason for longer work is stored beside the composer's drafts: it survives closing, reload and the end of the
 * browser, and goes with the sign-out.
 */
const placeOf = (bookingId: string) => `longer ${bookingId}`;

/** The unsent reason; '' without one. */
export const readReason = (userId: string, bookingId: string): string =>
  readDraft(userId, placeOf(bookingId));

export const keepReason = (userId: string, bookingId: string, reason: string): void =>
  saveDraft(userId, placeOf(bookingId), reason);

/** Called after sending; a reason written meanwhile stays. */
export function forgetReason(userId: string, bookingId: string, sent: string): void {
  if (readReason(userId, bookingId) === sent) keepReason(userId, bookingId, '');
}
