import { plainPostcode } from '../../../contract/rules/business/opening.ts';
import type { Hold } from '../../../contract/schemas/visits/slots.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import type { Deps } from '../../../deps.ts';
import { refuseLeaving } from '../../records/account/deletion/deletion-state.service.ts';
import { requireBookable, requireOpen } from '../../records/bookings/booking-limits.rules.ts';
import { requireNotice } from '../../records/catalogue/as-shown.ts';
import { requireRights } from '../../records/subscription/rights/rights.rules.ts';
import { readRights } from '../../records/subscription/rights/rights.service.ts';
import { readServiceSlots } from '../../records/visits/candidates.service.ts';
import { isOffered } from '../../records/visits/free-times.service.ts';
import { keepTime, letGo, slotTaken } from '../../records/visits/holds.service.ts';
import { readSought, type Sought } from './sought.service.ts';

/**
 * Keeps a time for a person for ten minutes; another time that they kept becomes free. A repeat keeps it anew.
 * @throws Refusal `slot_taken` (nobody can come then, or it is none of the times that are offered); `not_found`
 * (service, home, booking); `invalid_input` (a time that has passed, is within the notice or too far ahead, or at which no visit
 * begins; a place outside of the area); `conflict` (the account is to be deleted)
 */
export async function createHold(
  deps: Pick<Deps, 'db' | 'clock' | 'business'>,
  person: Person,
  wanted: Sought & { start: string },
): Promise<Hold> {
  const { db, clock } = deps;
  const business = deps.business.current();
  const start = new Date(wanted.start).toISOString();
  const now = clock.now();
  const { service, postcode, movesId } = await readSought(db, person, wanted);
  requireBookable(start, now, 'start');
  requireOpen(business, start, { field: 'start', postcode, place: 'postcode' });
  requireNotice(service, start, now, 'start');
  requireRights(await readRights(db, person.id), start, { now, timeZone: business.timeZone });
  const hasSlots = business.slots === 'on' && (await readServiceSlots(db, service.id)).isOffered;
  if (!hasSlots || start <= now.toISOString() || !isOffered(business, start))
    throw slotTaken('This is none of the times that can be booked. Please choose one of those.');
  const hold = await db.transaction().execute(async (tx) => {
    await refuseLeaving(tx, person.id);
    const place = postcode ? plainPostcode(postcode) : null;
    const chosen = { userId: person.id, service, start, now: now.toISOString(), postcode: place };
    return keepTime(tx, { ...chosen, movesId }, business);
  });
  return { id: hold.id, start: hold.starts_at, expiresAt: hold.expires_at };
}

/** Ends the person's own hold. @throws Refusal `not_found` */
export async function endHold(deps: Pick<Deps, 'db' | 'clock'>, person: Person, id: string): Promise<void> {
  const { db, clock } = deps;
  await db.transaction().execute((tx) => letGo(tx, { id, userId: person.id, now: instant(clock) }));
}
