import type { Tx } from '../../../db/database.ts';
import { emptyRequests } from './custom-requests.repository.ts';
import { rememberRequest } from './request-search.service.ts';

/**
 * Erases customers' personal details in requests without a result; from then on they are found by their titles
 * alone. Call it in the transaction that erases the bookings' details. Ids of other bookings are ignored.
 */
export async function forgetRequests(db: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  for (const request of await emptyRequests(db, bookingIds)) await rememberRequest(db, request);
}
