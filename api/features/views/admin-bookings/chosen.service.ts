import type { ChosenResult } from '../../../contract/calls/admin-booking-calls.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Deps } from '../../../deps.ts';
import { setBookingStatus } from '../../flows/booking-changes/status.service.ts';
import { sendMessage } from '../../records/messages/messages.service.ts';

/**
 * Schedules the chosen bookings, each in a transaction of its own, as `setBookingStatus` does: only those that are still
 * pending, and a repeat changes nothing. The log has an act for each. The contract asks for the permission.
 */
export const confirmBookings = (
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'mail' | 'payments' | 'log' | 'changes'>,
  person: Person,
  ids: readonly string[],
): Promise<ChosenResult[]> =>
  forEach(ids, (id) => setBookingStatus(deps, person, id, { status: 'scheduled', seenStatus: 'pending' }));

/**
 * Writes one message as the team into the thread of each chosen booking. The log has an act for each.
 * @param key a repeat with the same message writes nothing where the message is already
 */
export const writeToChosen = (
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  { ids, message }: { ids: readonly string[]; message: string },
  key: string | null,
): Promise<ChosenResult[]> =>
  forEach(ids, (bookingId) =>
    sendMessage(deps, person, { bookingId, message }, key && `${key} ${bookingId}`, 'customer_contacted'),
  );

/** One after the other, each once; a refusal of one leaves the others. */
async function forEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<ChosenResult[]> {
  const results: ChosenResult[] = [];
  for (const id of new Set(ids)) {
    results.push({ id, refused: await refusalOf(act(id)) });
    await letOthersGo();
  }
  return results;
}

/** The words of a refusal; `null` without one. @throws every other error */
async function refusalOf(act: Promise<unknown>): Promise<string | null> {
  try {
    await act;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
