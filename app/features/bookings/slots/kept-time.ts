import { create } from 'zustand';
import { holdMs, keptForPayment } from '../../../../api/contract/rules/business/hold-terms.ts';
import { call, NetworkError } from '../../../lib/api.ts';
import { onBackOnline } from '../../../lib/online.ts';
import type { WantedVisit } from './queries.ts';

/** The time that the server keeps for the person, who has one at most. */
export interface KeptTime extends WantedVisit {
  id: string;
  /** An instant. */
  start: string;
  /** The length of its arrival window as shown. */
  windowMinutes?: number | undefined;
  /** By this device's clock, in ms: the beginning and the end of the hold. */
  since: number;
  until: number;
  /** Whether what follows has it: the payment, or a booking that waits for its plan. */
  isHandedOn: boolean;
}

const useKept = create<{ kept: KeptTime | null }>(() => ({ kept: null }));
const keptNow = (): KeptTime | null => useKept.getState().kept;
const set = (kept: KeptTime | null): void => useKept.setState({ kept });

/** The time that is kept now; it may have lapsed a moment ago. */
export const useKeptTime = (): KeptTime | null => useKept(({ kept }) => kept);

/** Whether a kept time is the one of this visit. */
export const isFor = (kept: KeptTime | null, wanted: WantedVisit, start: string): boolean =>
  kept !== null &&
  kept.start === start &&
  kept.serviceId === wanted.serviceId &&
  kept.bookingId === wanted.bookingId &&
  kept.postcode === wanted.postcode &&
  Date.now() < kept.until;

/** Requests go one after the other, so that the last wish holds. */
let last: Promise<unknown> = Promise.resolve();
let keeps = 0;

/**
 * Keeps a time, in place of the one that is kept now.
 * @param windowMinutes the length of its arrival window as shown
 * @throws ApiError (`slot_taken`, …), NetworkError; then no time is kept
 */
export function keepTime(wanted: WantedVisit, start: string, windowMinutes?: number): Promise<KeptTime> {
  keeps += 1;
  const answer = last.then(async () => {
    const { serviceId, bookingId, postcode } = wanted;
    const since = Date.now();
    set(null);
    const { id } = await call('createHold', {
      body: { serviceId, start, ...(bookingId ? { bookingId } : postcode ? { postcode } : {}) },
    });
    const kept = {
      ...wanted,
      id,
      start,
      windowMinutes,
      since,
      until: since + holdMs.chosen,
      isHandedOn: false,
    };
    set(kept);
    return kept;
  });
  last = answer.catch(() => {});
  return answer;
}

/** The form of a kept time: of a service, or of a booking that moves. */
type FormOf = Pick<WantedVisit, 'serviceId' | 'bookingId'>;
const isOf = (kept: KeptTime | null, form: FormOf): kept is KeptTime =>
  kept !== null && kept.serviceId === form.serviceId && kept.bookingId === form.bookingId;

/**
 * Ends the hold of a form that is left. The server ends it by itself if the request is lost.
 * @param handedOn whether also a hold that something else has
 */
export function letGo(form: FormOf, handedOn = false): void {
  const before = keeps;
  // A hold that is just being made ends once it is there.
  last = last.then(async () => {
    const kept = keptNow();
    if (keeps !== before || !isOf(kept, form) || (kept.isHandedOn && !handedOn)) return;
    set(null);
    await end(kept);
  });
}

/** Ends a hold that a change had, which its person has taken back; it may have ended already. */
export function letGoOf(id: string): void {
  if (keptNow()?.id === id) set(null);
  last = last.then(() => end({ id }));
}

/** Without the network it is tried again once that is back; a hold that lapsed meanwhile has ended by itself. */
const end = ({ id }: Pick<KeptTime, 'id'>, keepalive = false): Promise<unknown> =>
  call('endHold', { params: { id }, keepalive }).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) return;
    const stop = onBackOnline(() => {
      stop();
      void end({ id });
    });
  });

/** Forgets the hold: it is booked, or has lapsed. */
export const forgetKept = (): void => set(null);

/**
 * Notes that something else has the time now, so it stays kept when the form is left.
 * @param to `payment`, for which it is kept longer, or a `change` that is being sent
 */
export function handOn(to: 'payment' | 'change'): void {
  const kept = keptNow();
  if (!kept) return;
  const until = to === 'payment' ? keptForPayment(kept.since, Date.now()) : kept.until;
  set({ ...kept, isHandedOn: true, until });
}

/** The form is back, and has the time again. */
export function takeBack(form: FormOf): void {
  const kept = keptNow();
  if (isOf(kept, form) && kept.isHandedOn) set({ ...kept, isHandedOn: false });
}

// A page that is closed or reloaded leaves its form. The payer's bank may open in its place, which leaves nothing.
let hasEnded = false;
addEventListener('pagehide', () => {
  const kept = keptNow();
  if (!kept || kept.isHandedOn) return;
  hasEnded = true;
  void end(kept, true);
});
addEventListener('pageshow', () => {
  if (hasEnded) set(null);
  hasEnded = false;
});
