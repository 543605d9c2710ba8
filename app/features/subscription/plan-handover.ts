import { create } from 'zustand';
import { type BookingDetails, bookingDetailNames } from '../../../api/contract/rules/booking-details.ts';
import type { Parameters } from '../../lib/address-parameters.ts';
import { givenOf } from '../../shared/bookings/details.ts';

/** The details of the booking that led to the subscription page. */
export interface HandedOver extends BookingDetails {
  serviceBooked?: string | undefined;
  scheduledDate?: string | undefined;
}

/**
 * The booking dialog's data for the subscription page. It is kept in memory, so neither the address nor storage
 * contains it.
 */
const useHandover = create<{ details: HandedOver | null }>(() => ({ details: null }));

export const handOverPlan = (details: HandedOver): void => useHandover.setState({ details });
export const forgetPlanHandover = (): void => useHandover.setState({ details: null });
export const useHandedOver = (): HandedOver | null => useHandover((s) => s.details);

/** The details in the address (spec §2, /subscribe). An invalid date is left out. */
export function detailsFromAddress(passed: Parameters): HandedOver {
  const at = passed.scheduledDate ? Date.parse(passed.scheduledDate) : Number.NaN;
  return {
    ...givenOf(passed, bookingDetailNames),
    serviceBooked: passed.serviceBooked,
    ...(Number.isNaN(at) ? {} : { scheduledDate: new Date(at).toISOString() }),
  };
}
