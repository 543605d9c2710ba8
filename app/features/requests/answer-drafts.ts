import { begunNames, entriesOf } from '../../pwa/storage/begun.ts';

/** The text typed into an answer. */
export interface AnswerFields {
  kind: 'price' | 'hours';
  /** The price in whole units of the currency, as typed. */
  amount: string;
  hours: number;
  /** '' keeps the requested time. */
  scheduledDate: string;
  message: string;
  days: string;
}

/** Unsent answers by request, for this person and tab, until the sign-out. */
const drafts = entriesOf<{ fields: AnswerFields }>(begunNames.answers);

export const draftOf = (requestId: string): AnswerFields | undefined => drafts.read(requestId)?.fields;

export const keepDraft = (requestId: string, fields: AnswerFields): void =>
  drafts.keep(requestId, { fields });

export const forgetDraft = drafts.forget;
