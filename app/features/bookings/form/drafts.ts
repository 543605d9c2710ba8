import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { OverageAgreed } from '../../../../api/contract/schemas/booking-terms.ts';
import type {
  CustomRequestForm,
  OneTimeBookingForm,
  SubscriptionBookingForm,
} from '../../../../api/contract/schemas/forms.ts';
import { personMark } from '../../../lib/session.ts';
import { type Attempt, tabAttempts } from '../../../pwa/storage/attempts.ts';
import { begunNames, mergeOwn } from '../../../pwa/storage/begun.ts';
import { tabStorage } from '../../../pwa/storage/plain-storage.ts';

export type BookingKind = 'one_time' | 'subscription';
/** The fields of both forms together; the one-time form ignores the others. */
export type BookingFields = OneTimeBookingForm &
  Partial<SubscriptionBookingForm> & {
    /** The person wishes for a time where free ones are offered. */
    isWish?: boolean;
  };
export type Typed = Partial<BookingFields>;
export type RequestFields = CustomRequestForm;

/** The content of each kind of form while it is filled in. */
interface TypedOf {
  one_time: Typed;
  subscription: Typed;
  custom_quote: Partial<RequestFields>;
}
export type FormKind = keyof TypedOf;

interface Draft {
  typed?: TypedOf[FormKind] | Record<string, string>;
  unanswered?: Unanswered | undefined;
  /** The last attempt as earlier releases kept it: an update may come between a lost answer and its repeat. */
  attempt?: Attempt;
}

/** A plan booking that was sent and not answered; it may be booked. */
export interface Unanswered {
  /** The agreed price of hours that the plan does not cover. */
  past?: OverageAgreed | undefined;
}

/**
 * The typed text for each service that is not booked yet, for this person and tab. It survives a reload and a
 * required sign-in, until the sign-out.
 */
const useDrafts = create<Record<string, Draft>>()(
  persist(() => ({}), {
    name: begunNames.forms,
    storage: createJSONStorage(() => tabStorage),
    merge: mergeOwn,
  }),
);
const idOf = (kind: FormKind, serviceId: string) => `${personMark()}:${kind}:${serviceId}`;

export function draftOf<K extends FormKind>(kind: K, serviceId: string): TypedOf[K] | undefined {
  return useDrafts.getState()[idOf(kind, serviceId)]?.typed as TypedOf[K] | undefined;
}

export function keepDraft<K extends FormKind>(kind: K, serviceId: string, typed: TypedOf[K]): void {
  const id = idOf(kind, serviceId);
  useDrafts.setState((drafts) => ({ [id]: { ...drafts[id], typed } }));
}

const attemptOf = (kind: FormKind, serviceId: string) => `${kind}:${serviceId}`;

/** The idempotency key of the attempt to send this content. */
export const keyFor = (kind: FormKind, serviceId: string, content: unknown): string =>
  tabAttempts.keyFor(
    attemptOf(kind, serviceId),
    content,
    useDrafts.getState()[idOf(kind, serviceId)]?.attempt,
  );

/** The key of the last attempt to book with hours; the same content has the same key. */
export const attemptKeyOf = (serviceId: string): string | undefined =>
  tabAttempts.lastKey(attemptOf('subscription', serviceId)) ??
  useDrafts.getState()[idOf('subscription', serviceId)]?.attempt?.key;

export const unansweredOf = (serviceId: string): Unanswered | undefined =>
  useDrafts.getState()[idOf('subscription', serviceId)]?.unanswered;

/** Called before sending, so that a reload in between knows of the request; `undefined` after the answer. */
export function keepUnanswered(serviceId: string, unanswered: Unanswered | undefined): void {
  const id = idOf('subscription', serviceId);
  useDrafts.setState((drafts) => ({ [id]: { ...drafts[id], unanswered } }));
}

const answersId = (serviceId: string) => `${personMark()}:answers:${serviceId}`;

/** The typed answers to a service's questions, for both ways to book it. */
export const keptAnswers = (serviceId: string): Record<string, string> =>
  (useDrafts.getState()[answersId(serviceId)]?.typed ?? {}) as Record<string, string>;

export function keepAnswers(serviceId: string, typed: Record<string, string>): void {
  useDrafts.setState({ [answersId(serviceId)]: { typed } });
}

/** Called after booking: the same content again is a new booking. */
export function forgetDraft(kind: FormKind, serviceId: string): void {
  tabAttempts.forget(attemptOf(kind, serviceId));
  useDrafts.setState({ [idOf(kind, serviceId)]: {}, [answersId(serviceId)]: {} });
}

/** Called after the server refused the key itself; the typed text stays. */
export function forgetAttempt(kind: FormKind, serviceId: string): void {
  const typed = draftOf(kind, serviceId);
  tabAttempts.forget(attemptOf(kind, serviceId));
  useDrafts.setState({ [idOf(kind, serviceId)]: typed ? { typed } : {} });
}
