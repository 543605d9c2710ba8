import type { Booking } from '../../api/contract/entities.ts';

/** Whether a quote of the team's waits for the customer's answer. */
export const isQuoted = ({ quoteUntil, paymentType }: Booking, now = Date.now()): boolean =>
  paymentType === 'custom_quote' && quoteUntil !== undefined && Date.parse(quoteUntil) > now;
