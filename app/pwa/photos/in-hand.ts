import type { KeptPhoto } from '../outbox/database.ts';

/** A photo made of a chosen file; `stored` is false if the device could not store it. */
export interface MadePhoto {
  kept: KeptPhoto;
  stored: boolean;
}

/**
 * Photos by booking, in the order of choosing: those still being made (`null`), and those that the device could not
 * store. They are here for every page that shows the message, also for pages opened later.
 */
export const inHand = new Map<string, Map<string, MadePhoto | null>>();

/** The number of photos that only this page has. */
export const countInHand = (): number => [...inHand.values()].reduce((sum, { size }) => sum + size, 0);
