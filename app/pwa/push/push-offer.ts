import { readPlain, writePlain } from '../storage/plain-storage.ts';

/** Whether to offer notifications: once, after a booking on this device, and again after a sign-out. */
const storedName = 'hearthkeep-push-offer';

export function makeOfferDue(): void {
  if (!readPlain(storedName)) writePlain(storedName, 'due');
}
export const isOfferDue = (): boolean => readPlain(storedName) === 'due';
export const endOffer = (): void => writePlain(storedName, 'made');
