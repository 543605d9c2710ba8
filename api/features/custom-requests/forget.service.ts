import type { Tx } from '../../db/database.ts';
import { emptyRequests } from './custom-requests.repository.ts';
import { rememberRequest } from './request-search.service.ts';

/**
 * Forgets what customers said of themselves in requests that led to nothing, and finds those by their names alone from
 * then on; in the transaction that forgets their notes. Ids of other bookings are passed over.
 */
export async function forgetRequests(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  for (const request of await emptyRequests(tx, bookingIds)) await rememberRequest(tx, request);
}
