import { Refusal } from '../../../../core/refusal.ts';

/** The refusal of messages to and agreements with a person whose deletion has begun. */
export const gone = (): Refusal => new Refusal('conflict', 'This account was deleted.');

/** The refusal of purchases of a person whose account is to be deleted. */
export const leaving = (): Refusal =>
  new Refusal('conflict', 'Your account is about to be deleted. Choose to keep it in your profile first.');
