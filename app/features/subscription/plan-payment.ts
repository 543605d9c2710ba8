import { create } from 'zustand';
import { arrivalAt, forgetArrival } from '../../lib/address-parameters.ts';
import { hrefs } from '../../lib/hrefs.ts';

/** `undecided`: the bank has not said yes or no. */
type Arrived = 'paid' | 'undecided' | 'failed' | null;

/** A subscription's payment that has just ended: here, or at the bank that the person comes back from. */
const useEnded = create<{ ended: Arrived }>(() => ({ ended: null }));

export const planPaid = (): void => useEnded.setState({ ended: 'paid' });
export const usePlanPayment = (): Arrived => useEnded((s) => s.ended);
export const forgetPlanPayment = (): void => useEnded.setState({ ended: null });

/** Takes what the address passed (`subscription=success`, spec §2) over into the state. */
export function receivePlanPayment(): void {
  const passed = arrivalAt(hrefs.bookings);
  if (!passed?.subscription) return;
  forgetArrival();
  const status = passed.redirect_status;
  useEnded.setState({ ended: status === 'failed' ? 'failed' : status === 'pending' ? 'undecided' : 'paid' });
}
