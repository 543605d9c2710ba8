import { tabStorage } from '../../pwa/storage/plain-storage.ts';

/**
 * The payment under way for a service. It survives a reload, the redirect to the payer's bank and a required
 * sign-in. Only its id is stored, which has no value for others; it is removed with the tab or at sign-out.
 */
const nameOf = (serviceId: string) => `hearthkeep-paying:${serviceId}`;

export const pendingPayment = (serviceId: string): string | null => tabStorage.getItem(nameOf(serviceId));

export function rememberPayment(serviceId: string, paymentIntentId: string): void {
  tabStorage.setItem(nameOf(serviceId), paymentIntentId);
}

export function forgetPayment(serviceId: string): void {
  tabStorage.removeItem(nameOf(serviceId));
}
