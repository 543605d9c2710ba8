import { create } from 'zustand';
import { arrivalAt, forgetArrival } from '../../lib/address-parameters.ts';
import { hrefs } from '../../lib/hrefs.ts';

/** `credited`: a credit at the card provider paid. `undecided`: the bank has not decided. */
type Awaited = 'paid' | 'credited' | 'undecided';
type Arrived = Awaited | 'failed' | null;

/** The payment of a subscription that has just ended, here or at the bank from which the person returns. */
const useEnded = create<{ ended: Arrived }>(() => ({ ended: null }));

export const planPaid = (by: 'card' | 'credit'): void =>
  useEnded.setState({ ended: by === 'card' ? 'paid' : 'credited' });
export const usePlanPayment = (): Arrived => useEnded((s) => s.ended);
export const forgetPlanPayment = (): void => useEnded.setState({ ended: null });

/** Takes the result in the address (`subscription=success`, spec §2) over into the state. */
export function receivePlanPayment(): void {
  const passed = arrivalAt(hrefs.bookings);
  if (!passed?.subscription) return;
  forgetArrival();
  const status = passed.redirect_status;
  useEnded.setState({ ended: status === 'failed' ? 'failed' : status === 'pending' ? 'undecided' : 'paid' });
}

/** The welcome to a plan that runs. @param credited whether a credit at the card provider paid its first month */
export const welcomeTo = ({ name, hours }: { name: string; hours: number }, credited = false) => ({
  title: `Welcome to your ${name} Plan`,
  description: `${credited ? 'Your credit has paid the first month. ' : ''}${hours} hours a month are yours to book.`,
});

/** The text while a plan is awaited. */
export const activatingText: Record<Awaited, string> = {
  paid: 'Activating your plan…',
  credited: 'Activating your plan…',
  undecided: 'Looking whether your payment went through…',
};

/** The text when a plan is awaited for long. */
export const lateText: Record<Awaited, string> = {
  paid: 'Your payment went through. Your plan will be active within minutes; there is nothing more to do.',
  credited:
    'Your credit has paid the first month. Your plan will be active within minutes; there is nothing more to do.',
  undecided:
    'Your bank has not confirmed your payment yet. Your plan starts by itself once it is through; please do not pay again.',
};
