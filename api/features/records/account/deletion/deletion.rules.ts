import { Refusal } from '../../../../core/refusal.ts';

/** The refusal of messages to and agreements with a person whose deletion has begun. */
export const gone = (): Refusal => new Refusal('conflict', 'This account was deleted.');
