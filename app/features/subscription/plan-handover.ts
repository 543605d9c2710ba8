import { create } from 'zustand';
import type { OneTimeBookingForm, SubscriptionBookingForm } from '../../../api/contract/forms.ts';
import type { Parameters } from '../../lib/address-parameters.ts';

/** What the subscription page shows of the booking that led to it. */
export type BookingDetails = Partial<OneTimeBookingForm & SubscriptionBookingForm> & {
  serviceBooked?: string | undefined;
};

/** What the booking dialog hands to the subscription page. In memory: neither the address nor storage sees it. */
const useHandover = create<{ details: BookingDetails | null }>(() => ({ details: null }));

export const handOverPlan = (details: BookingDetails): void => useHandover.setState({ details });
export const forgetPlanHandover = (): void => useHandover.setState({ details: null });
export const useHandedOver = (): BookingDetails | null => useHandover((s) => s.details);

/** What the address passed (spec §2, /subscribe). A date that cannot be read is left out. */
export function detailsFromAddress(passed: Parameters): BookingDetails {
  const at = passed.scheduledDate ? Date.parse(passed.scheduledDate) : Number.NaN;
  const { customerName, phone, email, address, emergencyContact, emergencyPhone, accessInstructions, notes } =
    passed;
  const details: BookingDetails = {
    serviceBooked: passed.serviceBooked,
    ...(Number.isNaN(at) ? {} : { scheduledDate: new Date(at).toISOString() }),
    ...(customerName && { customerName }),
    ...(phone && { phone }),
    ...(email && { email }),
    ...(address && { address }),
    ...(emergencyContact && { emergencyContact }),
    ...(emergencyPhone && { emergencyPhone }),
    accessInstructions,
    notes,
  };
  return details;
}
