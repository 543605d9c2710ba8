import type { KeptPhoto } from '../outbox/database.ts';

/** A photo that was made of a file that was chosen; `stored` is false where the device could not keep it. */
export interface MadePhoto {
  kept: KeptPhoto;
  stored: boolean;
}

/**
 * By booking, in the order of choosing: what is still being made (`null`), and what the device could not keep. It is
 * here for every page that shows the message, also for those that come after the one on which it was chosen.
 */
export const inHand = new Map<string, Map<string, MadePhoto | null>>();

/** How many photos would be lost with this page alone. */
export const countInHand = (): number => [...inHand.values()].reduce((sum, { size }) => sum + size, 0);
