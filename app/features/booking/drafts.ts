import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { OneTimeBookingForm, SubscriptionBookingForm } from '../../../api/contract/forms.ts';
import { personMark } from '../../lib/session.ts';
import { type Attempt, attemptFor } from './attempt.ts';

export type BookingKind = 'one_time' | 'subscription';
/** What both forms hold between them; the one-time form leaves the rest alone. */
export type BookingFields = OneTimeBookingForm & Partial<SubscriptionBookingForm>;
export type Typed = Partial<BookingFields>;

interface Draft {
  typed?: Typed;
  attempt?: Attempt;
}

/**
 * What was typed for each service and not yet booked, for this person and tab: through a reload and a sign-in that
 * has become due, until sign-out.
 */
const useDrafts = create<Record<string, Draft>>()(
  persist(() => ({}), { name: 'hearthkeep-drafts', storage: createJSONStorage(() => sessionStorage) }),
);
const idOf = (kind: BookingKind, serviceId: string) => `${personMark()}:${kind}:${serviceId}`;

export function draftOf(kind: BookingKind, serviceId: string): Typed | undefined {
  return useDrafts.getState()[idOf(kind, serviceId)]?.typed;
}

export function keepDraft(kind: BookingKind, serviceId: string, typed: Typed): void {
  const id = idOf(kind, serviceId);
  useDrafts.setState((drafts) => ({ [id]: { ...drafts[id], typed } }));
}

/** The key of the attempt to send this content. */
export function keyFor(kind: BookingKind, serviceId: string, content: unknown): string {
  const id = idOf(kind, serviceId);
  const draft = useDrafts.getState()[id];
  const attempt = attemptFor(content, draft?.attempt);
  useDrafts.setState({ [id]: { ...draft, attempt } });
  return attempt.key;
}

/** After it is booked: the same again is a new booking. */
export function forgetDraft(kind: BookingKind, serviceId: string): void {
  useDrafts.setState({ [idOf(kind, serviceId)]: {} });
}

/** After the server refused the key itself; what was typed stays. */
export function forgetAttempt(kind: BookingKind, serviceId: string): void {
  const typed = draftOf(kind, serviceId);
  useDrafts.setState({ [idOf(kind, serviceId)]: typed ? { typed } : {} });
}
