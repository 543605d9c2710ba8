import type { Tx } from '../../db/database.ts';
import { clearUnpaid } from './unpaid.repository.ts';

/**
 * Somebody has paid for a plan: what they booked before it waits no more, and holds its hours from now on.
 * @returns those bookings' ids
 */
export const planPaid = (tx: Tx, userId: string, now: string): Promise<string[]> =>
  clearUnpaid(tx, userId, now);
