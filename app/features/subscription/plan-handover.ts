import { create } from 'zustand';
import type { OneTimeBookingForm, SubscriptionBookingForm } from '../../../api/contract/schemas/forms.ts';
import type { Parameters } from '../../lib/address-parameters.ts';

/** The details of the booking that led to the subscription page. */
export type BookingDetails = Partial<OneTimeBookingForm & SubscriptionBookingForm> & {
  serviceBooked?: string | undefined;
};

/**
 * The booking dialog's data for the subscription page. It is kept in memory, so neither the address nor storage
 * contains it.
 */
const useHandover = create<{ details: BookingDetails | null }>(() => ({ details: null }));

export const handOverPlan = (details: BookingDetails): void => useHandover.setState({ details });
export const forgetPlanHandover = (): void => useHandover.setState({ details: null });
export const useHandedOver = (): BookingDetails | null => useHandover((s) => s.details);

/** The details in the address (spec §2, /subscribe). An invalid date is left out. */
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
