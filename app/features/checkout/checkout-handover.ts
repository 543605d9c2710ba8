import { create } from 'zustand';
import type { OneTimeBookingForm } from '../../../api/contract/forms.ts';

export type Details = Partial<OneTimeBookingForm>;

export interface Handover {
  /** Counts how often a payment was begun: each is a checkout of its own. */
  attempt: number;
  details: Details;
  clientSecret: string | null;
}

/** What the booking dialog hands to the checkout page, per service. In memory: neither the address nor storage sees it. */
const useHandovers = create<Record<string, Handover>>(() => ({}));

export function handOverCheckout(serviceId: string, given: Pick<Handover, 'details' | 'clientSecret'>): void {
  useHandovers.setState((all) => ({
    [serviceId]: { ...given, attempt: (all[serviceId]?.attempt ?? 0) + 1 },
  }));
}

export const useHandover = (serviceId: string): Handover | undefined => useHandovers((all) => all[serviceId]);

/** After it is booked: the details and the secret go, the count stays. */
export function forgetHandover(serviceId: string): void {
  useHandovers.setState(({ [serviceId]: one }) =>
    one ? { [serviceId]: { attempt: one.attempt, details: {}, clientSecret: null } } : {},
  );
}
