import { create } from 'zustand';
import { readDraft, saveDraft } from '../../pwa/storage/drafts.ts';

interface ContactDraft {
  text: string;
  /** What was tried to be sent last: sent again after an answer that was lost, it is the same message. */
  attempt: { message: string; key: string };
}

const nothing: ContactDraft = { text: '', attempt: { message: '', key: '' } };
/** Beside the composer's drafts: kept through closing, reload and the end of the browser, gone with the sign-out. */
const placeOf = (bookingId: string) => `contact ${bookingId}`;

/** How often this page has changed one: the list and the booking's own page each have a dialog, which show the same. */
const useChanges = create(() => ({ count: 0 }));

const draftOf = (userId: string, bookingId: string): ContactDraft =>
  contactDraftIn(readDraft(userId, placeOf(bookingId)));

function keep(userId: string, bookingId: string, draft: ContactDraft): void {
  saveDraft(userId, placeOf(bookingId), draft.text ? JSON.stringify(draft) : '');
  useChanges.setState(({ count }) => ({ count: count + 1 }));
}

/** What was written to a booking's customer and not sent; '' for nothing. */
export function useContactText(userId: string, bookingId: string): string {
  useChanges();
  return draftOf(userId, bookingId).text;
}

export function keepContactText(userId: string, bookingId: string, text: string): void {
  const { attempt } = draftOf(userId, bookingId);
  keep(userId, bookingId, { text, attempt });
}

/** The key of the attempt to send this message. */
export function contactKeyFor(userId: string, bookingId: string, message: string): string {
  const { text, attempt } = draftOf(userId, bookingId);
  if (attempt.message === message) return attempt.key;
  const key = crypto.randomUUID();
  keep(userId, bookingId, { text, attempt: { message, key } });
  return key;
}

/** After it was sent: the same again is a new message, and what was written meanwhile stays. */
export function forgetContact(userId: string, bookingId: string, message: string): void {
  const { text } = draftOf(userId, bookingId);
  keep(userId, bookingId, { ...nothing, text: text.trim() === message ? '' : text });
}

/** What was stored may be of an older app. */
export function contactDraftIn(stored: string): ContactDraft {
  try {
    const { text, attempt } = JSON.parse(stored) as Partial<ContactDraft>;
    const known = typeof attempt?.message === 'string' && typeof attempt.key === 'string';
    return { text: typeof text === 'string' ? text : '', attempt: known ? attempt : nothing.attempt };
  } catch {
    return nothing;
  }
}
