import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { personMark } from '../../lib/session.ts';
import { begunNames, mergeOwn } from '../../pwa/storage/begun.ts';
import { tabStorage } from '../../pwa/storage/plain-storage.ts';

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

interface Draft {
  fields: AnswerFields;
  /** The attempt's key stays the same as long as the sent content does. */
  attempt: { content: string; key: string };
}

/** Unsent answers, for this person and tab, until the sign-out. */
const useDrafts = create<Record<string, Draft>>()(
  persist(() => ({}), {
    name: begunNames.answers,
    storage: createJSONStorage(() => tabStorage),
    merge: mergeOwn,
  }),
);
const idOf = (requestId: string) => `${personMark()}:${requestId}`;

export const draftOf = (requestId: string): AnswerFields | undefined =>
  useDrafts.getState()[idOf(requestId)]?.fields;

export function keepDraft(requestId: string, fields: AnswerFields): void {
  const id = idOf(requestId);
  const attempt = useDrafts.getState()[id]?.attempt ?? { content: '', key: '' };
  useDrafts.setState({ [id]: { fields, attempt } });
}

/** The idempotency key of the attempt to send this content. */
export function keyFor(requestId: string, fields: AnswerFields, content: unknown): string {
  const id = idOf(requestId);
  const text = JSON.stringify(content);
  const earlier = useDrafts.getState()[id]?.attempt;
  const attempt = earlier?.content === text ? earlier : { content: text, key: crypto.randomUUID() };
  useDrafts.setState({ [id]: { fields, attempt } });
  return attempt.key;
}

export function forgetDraft(requestId: string): void {
  const { [idOf(requestId)]: _, ...others } = useDrafts.getState();
  useDrafts.setState(others, true);
}
