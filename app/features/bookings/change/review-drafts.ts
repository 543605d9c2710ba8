import { readDraft, saveDraft } from '../../../pwa/storage/drafts.ts';

export interface ReviewDraft {
  rating: number;
  review: string;
}

/**
 * The draft is stored beside the composer's drafts: it survives closing, reload and the end of the browser, and goes
 * with the sign-out.
 */
const placeOf = (bookingId: string) => `review ${bookingId}`;

export const readReviewDraft = (userId: string, bookingId: string): ReviewDraft | null =>
  draftIn(readDraft(userId, placeOf(bookingId)));

export const keepReviewDraft = (userId: string, bookingId: string, draft: ReviewDraft): void =>
  saveDraft(userId, placeOf(bookingId), draft.rating || draft.review ? JSON.stringify(draft) : '');

export const forgetReviewDraft = (userId: string, bookingId: string): void =>
  saveDraft(userId, placeOf(bookingId), '');

/** The stored text may come from an older version of the app. */
export function draftIn(text: string): ReviewDraft | null {
  try {
    const { rating, review } = JSON.parse(text) as Partial<ReviewDraft>;
    const known = Number.isInteger(rating) && Number(rating) >= 0 && Number(rating) <= 5;
    return { rating: known ? Number(rating) : 0, review: typeof review === 'string' ? review : '' };
  } catch {
    return null;
  }
}
