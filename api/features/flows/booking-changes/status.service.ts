import type { StatusConsequence } from '../../../contract/calls/admin-booking-calls.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { inOneRead } from '../../../db/open.ts';
import type { Deps } from '../../../deps.ts';
import { readBooking } from './detail.service.ts';
import { another, decideStatus, type WantedStatus } from './status.decide.ts';
import { applyStatus, carryOutStatus } from './status-effects.service.ts';
import { readStatusFacts } from './status-facts.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'mail'>;

/**
 * Sets a booking's status and its actual hours, as `decideStatus` decides. The use of the member's hours follows in
 * the same transaction; an agreed card payment is charged or refunded after it. A repeat changes nothing.
 * @throws Refusal, with nothing done: `not_found`, and those of `decideStatus`. The contract asks for the permission
 */
export async function setBookingStatus(
  deps: Parts & Pick<Deps, 'payments' | 'log' | 'changes'>,
  person: Person,
  id: string,
  wanted: WantedStatus,
): Promise<BookingDetail> {
  const decision = await deps.db.transaction().execute(async (tx) => {
    const facts = await readStatusFacts(tx, deps, { actorId: person.id, id, wanted, locks: true });
    const decided = decideStatus(facts, wanted);
    if (decided.writes) await applyStatus(tx, decided.writes);
    return decided;
  });
  await carryOutStatus(deps, decision);
  return readBooking(deps, person, id);
}

/**
 * The effects of setting a status: the same decision, from facts that are read without a lock.
 * @throws Refusal `not_found`, `conflict` (the account is being deleted), `plan_required`, `disputed`; the contract
 * asks for the permission
 */
export function previewBookingStatus(
  deps: Parts,
  person: Person,
  id: string,
  {
    anotherReason,
    ...wanted
  }: Pick<WantedStatus, 'status' | 'actualHours'> & { anotherReason?: '1' | undefined },
): Promise<StatusConsequence> {
  return inOneRead(deps.db, async (tx) => {
    const facts = await readStatusFacts(tx, deps, { actorId: person.id, id, wanted, locks: false });
    return decideStatus(facts, { ...wanted, reason: anotherReason ? another : null }).shown;
  });
}
