import { tabStorage } from '../../pwa/storage/plain-storage.ts';

/**
 * The payment that is being made for a service: through a reload, the way to the payer's bank and a sign-in that has
 * become due. Its id alone, which gives nobody anything; gone with the tab or at sign-out.
 */
const nameOf = (serviceId: string) => `hearthkeep-paying:${serviceId}`;

export const pendingPayment = (serviceId: string): string | null => tabStorage.getItem(nameOf(serviceId));

export function rememberPayment(serviceId: string, paymentIntentId: string): void {
  tabStorage.setItem(nameOf(serviceId), paymentIntentId);
}

export function forgetPayment(serviceId: string): void {
  tabStorage.removeItem(nameOf(serviceId));
}
