import type { CannedReply } from '../../../../api/contract/schemas/chat.ts';
import { readDraft, saveDraft, useDraft } from '../../../pwa/storage/drafts.ts';

export type ReplyDraft = Pick<CannedReply, 'title' | 'text'>;

/**
 * The draft of a reply is stored beside the composer's drafts: it survives closing, reload and the end of the browser,
 * and goes with the sign-out. A new reply is `null`.
 */
const placeOf = (reply: CannedReply | null) => `canned ${reply?.id ?? 'new'}`;

const savedIn = (reply: CannedReply | null): ReplyDraft => ({
  title: reply?.title ?? '',
  text: reply?.text ?? '',
});

/** The unsaved content of a reply; without one, its saved content. */
export const replyDraftOf = (userId: string, reply: CannedReply | null): ReplyDraft =>
  draftIn(readDraft(userId, placeOf(reply))) ?? savedIn(reply);

/** The same, updated as it changes. */
export const useReplyDraft = (userId: string, reply: CannedReply | null): ReplyDraft =>
  draftIn(useDraft(userId, placeOf(reply))) ?? savedIn(reply);

export const keepReply = (userId: string, reply: CannedReply | null, draft: ReplyDraft): void =>
  saveDraft(userId, placeOf(reply), isSame(draft, savedIn(reply)) ? '' : JSON.stringify(draft));

/** Called after saving or removing; text written meanwhile stays. */
export function forgetReply(userId: string, reply: CannedReply | null, sent: ReplyDraft): void {
  if (isSame(replyDraftOf(userId, reply), sent)) saveDraft(userId, placeOf(reply), '');
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
