import { outboxStore } from '../../pwa/outbox/store.ts';

export interface ReviewDraft {
  rating: number;
  review: string;
}

/** Beside the composer's drafts: kept through closing, reload and the end of the browser, gone with the sign-out. */
const placeOf = (bookingId: string) => `review ${bookingId}`;

export async function readReviewDraft(userId: string, bookingId: string): Promise<ReviewDraft | null> {
  try {
    return draftIn(await outboxStore.readDraft(userId, placeOf(bookingId)));
  } catch {
    return null;
  }
}

/** A device that keeps nothing keeps no draft: it stays on screen. */
export const keepReviewDraft = (userId: string, bookingId: string, draft: ReviewDraft): Promise<void> =>
  outboxStore
    .saveDraft(userId, placeOf(bookingId), draft.rating || draft.review ? JSON.stringify(draft) : '')
    .catch(() => {});

export const forgetReviewDraft = (userId: string, bookingId: string): Promise<void> =>
  keepReviewDraft(userId, bookingId, { rating: 0, review: '' });

/** What was stored may be of an older app. */
export function draftIn(text: string): ReviewDraft | null {
  try {
    const { rating, review } = JSON.parse(text) as Partial<ReviewDraft>;
    const known = Number.isInteger(rating) && Number(rating) >= 0 && Number(rating) <= 5;
    return { rating: known ? Number(rating) : 0, review: typeof review === 'string' ? review : '' };
  } catch {
    return null;
  }
}
