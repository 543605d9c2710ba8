import type { ServiceSlots, Slot } from '../../../contract/schemas/visits/slots.ts';
import type { Person } from '../../../core/person.ts';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { requireService } from '../../records/catalogue/catalogue.service.ts';
import { hasWorkers, readServiceSlots } from '../../records/visits/candidates.service.ts';
import { findFreeTimes } from '../../records/visits/free-times.service.ts';
import { readSought, type Sought } from './sought.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'business'>;

/**
 * The times at which somebody can come to a place, as arrival windows: the earliest first. None where times are only
 * wished for. Nobody learns whose times they are, nor how many could come.
 * @param query.from the first day on the business's calendar
 * @throws Refusal `not_found` (service, home, booking)
 */
export async function listSlots(
  deps: Parts,
  person: Person,
  query: Sought & { from: string; days: number; samePerson?: 'yes' | undefined },
): Promise<Slot[]> {
  const { db, clock, business } = deps;
  const { from, days, samePerson } = query;
  const sought = await readSought(db, person, query);
  return findFreeTimes(db, {
    ...sought,
    ...{ business: business.current(), userId: person.id, now: clock.now(), from, days },
    marksLast: samePerson === 'yes',
  });
}

/**
 * Whether the times of a service can be chosen. Where the business or the service has no slots, or nobody does the
 * service, they are wished for.
 * @throws Refusal `not_found`
 */
export async function describeSlots(deps: Parts, query: { serviceId: string }): Promise<ServiceSlots> {
  const { db, clock, business } = deps;
  const service = await requireService(db, query.serviceId);
  const { slots, timeZone } = business.current();
  const { windowMinutes } = await readServiceSlots(db, service.id);
  const day = dayOf(clock.now(), timeZone);
  return { isOffered: slots === 'on' && (await hasWorkers(db, { service, day, timeZone })), windowMinutes };
}
