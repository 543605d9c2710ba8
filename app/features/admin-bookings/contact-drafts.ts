import { readDraft, saveDraft, useDraft } from '../../pwa/storage/drafts.ts';

interface ContactDraft {
  text: string;
  /** The last attempt to send. A repeat after a lost answer uses its key, and is the same message. */
  attempt: { message: string; key: string };
}

const nothing: ContactDraft = { text: '', attempt: { message: '', key: '' } };
/**
 * The draft is stored beside the composer's drafts: it survives closing, reload and the end of the browser, and goes
 * with the sign-out.
 */
const placeOf = (bookingId: string) => `contact ${bookingId}`;

const draftOf = (userId: string, bookingId: string): ContactDraft =>
  contactDraftIn(readDraft(userId, placeOf(bookingId)));

const keep = (userId: string, bookingId: string, draft: ContactDraft): void =>
  saveDraft(userId, placeOf(bookingId), draft.text ? JSON.stringify(draft) : '');

/** The unsent message to a booking's customer; '' without one. */
export const useContactText = (userId: string, bookingId: string): string =>
  contactDraftIn(useDraft(userId, placeOf(bookingId))).text;

export function keepContactText(userId: string, bookingId: string, text: string): void {
  const { attempt } = draftOf(userId, bookingId);
  keep(userId, bookingId, { text, attempt });
}

/** The idempotency key of the attempt to send this message. */
export function contactKeyFor(userId: string, bookingId: string, message: string): string {
  const { text, attempt } = draftOf(userId, bookingId);
  if (attempt.message === message) return attempt.key;
  const key = crypto.randomUUID();
  keep(userId, bookingId, { text, attempt: { message, key } });
  return key;
}

/** Called after sending: the same text again is a new message, and text written meanwhile stays. */
export function forgetContact(userId: string, bookingId: string, message: string): void {
  const { text } = draftOf(userId, bookingId);
  keep(userId, bookingId, { ...nothing, text: text.trim() === message ? '' : text });
}

/** The stored text may come from an older version of the app. */
export function contactDraftIn(stored: string): ContactDraft {
  try {
    const { text, attempt } = JSON.parse(stored) as Partial<ContactDraft>;
    const known = typeof attempt?.message === 'string' && typeof attempt.key === 'string';
    return { text: typeof text === 'string' ? text : '', attempt: known ? attempt : nothing.attempt };
  } catch {
    return nothing;
  }
}
