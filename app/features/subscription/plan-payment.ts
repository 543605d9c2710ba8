import { create } from 'zustand';
import { arrivalAt, forgetArrival } from '../../lib/address-parameters.ts';
import { hrefs } from '../../lib/hrefs.ts';

/** `credited`: a credit at the card provider paid. `undecided`: the bank has not decided. */
type Arrived = 'paid' | 'credited' | 'undecided' | 'failed' | null;

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
