import { create } from 'zustand';
import type { CannedReply } from '../../../../api/contract/schemas/chat.ts';
import { readDraft, saveDraft } from '../../../pwa/storage/drafts.ts';

export type ReplyDraft = Pick<CannedReply, 'title' | 'text'>;

/**
 * The draft of a reply is stored beside the composer's drafts: it survives closing, reload and the end of the browser,
 * and goes with the sign-out. A new reply is `null`.
 */
const placeOf = (reply: CannedReply | null) => `canned ${reply?.id ?? 'new'}`;

/** Counts this page's changes of drafts, for the form that shows one. */
const useChanges = create(() => ({ count: 0 }));

/** The unsaved content of a reply; without one, its saved content. */
export const replyDraftOf = (userId: string, reply: CannedReply | null): ReplyDraft =>
  draftIn(readDraft(userId, placeOf(reply))) ?? { title: reply?.title ?? '', text: reply?.text ?? '' };

/** The same, updated as it changes. */
export function useReplyDraft(userId: string, reply: CannedReply | null): ReplyDraft {
  useChanges();
  return replyDraftOf(userId, reply);
}

export function keepReply(userId: string, reply: CannedReply | null, draft: ReplyDraft): void {
  const isSaved = isSame(draft, { title: reply?.title ?? '', text: reply?.text ?? '' });
  store(userId, reply, isSaved ? '' : JSON.stringify(draft));
}

/** Called after saving or removing; text written meanwhile stays. */
export function forgetReply(userId: string, reply: CannedReply | null, sent: ReplyDraft): void {
  if (isSame(replyDraftOf(userId, reply), sent)) store(userId, reply, '');
}

function store(userId: string, reply: CannedReply | null, text: string): void {
  saveDraft(userId, placeOf(reply), text);
  useChanges.setState(({ count }) => ({ count: count + 1 }));
}

const isSame = (one: ReplyDraft, other: ReplyDraft): boolean =>
  one.title === other.title && one.text === other.text;

/** The stored text may come from an older version of the app. */
function draftIn(stored: string): ReplyDraft | null {
  try {
    const { title, text } = JSON.parse(stored) as Partial<ReplyDraft>;
    return typeof title === 'string' && typeof text === 'string' ? { title, text } : null;
  } catch {
    return null;
  }
}
