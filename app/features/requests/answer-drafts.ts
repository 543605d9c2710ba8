import { type Attempt, tabAttempts } from '../../pwa/storage/attempts.ts';
import { begunNames, entriesOf } from '../../pwa/storage/begun.ts';

/** The text typed into an answer. */
export interface AnswerFields {
  kind: 'price' | 'hours';
  /** The price in whole units of the currency, as typed. */
  amount: string;
  hours: number;
  /** '' keeps the requested time. */
  scheduledDate: string;
  /** Whether the time is one of the free ones. */
  isSlot?: boolean;
  message: string;
  days: string;
}

/** Unsent answers by request, for this person and tab, until the sign-out. */
const drafts = entriesOf<{
  fields: AnswerFields;
  /** The last attempt as earlier releases kept it: an update may come between a lost answer and its repeat. */
  attempt?: Attempt;
}>(begunNames.answers);

export const draftOf = (requestId: string): AnswerFields | undefined => drafts.read(requestId)?.fields;

export const keepDraft = (requestId: string, fields: AnswerFields): void =>
  drafts.keep(requestId, { ...drafts.read(requestId), fields });

const attemptOf = (requestId: string) => `answer:${requestId}`;

/** The idempotency key of the attempt to send this content. */
export const keyFor = (requestId: string, content: unknown): string =>
  tabAttempts.keyFor(attemptOf(requestId), content, drafts.read(requestId)?.attempt);

/** Called after sending. */
export function forgetDraft(requestId: string): void {
  tabAttempts.forget(attemptOf(requestId));
  drafts.forget(requestId);
}
