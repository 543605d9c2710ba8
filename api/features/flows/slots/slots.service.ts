import type { Slot } from '../../../contract/calls/slot-calls.ts';
import type { Person } from '../../../core/person.ts';
import type { Deps } from '../../../deps.ts';
import { requireService } from '../../records/catalogue/catalogue.service.ts';
import { findFreeTimes } from '../../records/visits/free-times.service.ts';

/**
 * The times at which somebody can come to a place, as arrival windows: the earliest first. None where times are only
 * wished for. Nobody learns whose times they are, nor how many could come.
 * @param query.from the first day on the business's calendar
 * @throws Refusal `not_found` (service)
 */
export async function listSlots(
  deps: Pick<Deps, 'db' | 'clock' | 'business'>,
  person: Person,
  query: {
    serviceId: string;
    from: string;
    days: number;
    postcode?: string | undefined;
    samePerson?: 'yes' | undefined;
  },
): Promise<Slot[]> {
  const { db, clock, business } = deps;
  const { serviceId, from, days, postcode, samePerson } = query;
  const service = await requireService(db, serviceId);
  return findFreeTimes(db, {
    ...{ business: business.current(), service, userId: person.id, now: clock.now() },
    ...{ postcode: postcode || null, from, days, marksLast: samePerson === 'yes' },
  });
}
