/**
 * The payment that is being made for a service: through a reload, the way to the payer's bank and a sign-in that has
 * become due. Its id alone, which gives nobody anything; gone with the tab or at sign-out.
 */
const nameOf = (serviceId: string) => `hearthkeep-paying:${serviceId}`;

export const pendingPayment = (serviceId: string): string | null => sessionStorage.getItem(nameOf(serviceId));

export function rememberPayment(serviceId: string, paymentIntentId: string): void {
  sessionStorage.setItem(nameOf(serviceId), paymentIntentId);
}

export function forgetPayment(serviceId: string): void {
  sessionStorage.removeItem(nameOf(serviceId));
}
