import { create } from 'zustand';
import type { OneTimeBookingForm } from '../../../api/contract/schemas/forms.ts';

export type Details = Partial<OneTimeBookingForm>;

export interface Handover {
  /** The number of payments begun; each is a checkout of its own. */
  attempt: number;
  details: Details;
  clientSecret: string | null;
  /** The service's price when the payment began. */
  price?: number | null;
}

/**
 * The booking dialog's data for the checkout page, per service. It is kept in memory, so neither the address nor
 * storage contains it.
 */
const useHandovers = create<Record<string, Handover>>(() => ({}));

export function handOverCheckout(
  serviceId: string,
  given: Pick<Handover, 'details' | 'clientSecret' | 'price'>,
): void {
  useHandovers.setState((all) => ({
    [serviceId]: { ...given, attempt: (all[serviceId]?.attempt ?? 0) + 1 },
  }));
}

export const useHandover = (serviceId: string): Handover | undefined => useHandovers((all) => all[serviceId]);

/** Called after booking: the details and the secret are removed, the count stays. */
export function forgetHandover(serviceId: string): void {
  useHandovers.setState(({ [serviceId]: one }) =>
    one ? { [serviceId]: { attempt: one.attempt, details: {}, clientSecret: null } } : {},
  );
}
