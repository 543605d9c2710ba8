import { weekdayOf } from '../../../contract/rules/business/opening.ts';
import type { OwnWeek } from '../../../contract/schemas/settings/workers.ts';
import type { Person } from '../../../core/person.ts';
import { dayOf, daysLater, startOfDay } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { localitiesOf } from '../../records/places/postcodes.ts';
import { selectOwnVisits } from './own-work.repository.ts';

/** More than anybody can make in a week. */
const mostVisits = 200;

/**
 * The worker's own visits of a week: the time, the service and the suburb, and nothing else of the customer. Empty for
 * somebody who is no worker.
 * @param from a day of the week, '2026-12-25'; left out: this week
 */
export async function readOwnWeek(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  person: Person,
  from?: string,
): Promise<OwnWeek> {
  const { db, clock, env } = deps;
  const zone = env.BUSINESS_TIME_ZONE;
  const day = from ?? dayOf(clock.now(), zone);
  const monday = daysLater(day, -weekdayOf(day));
  const rows = await selectOwnVisits(db, {
    ...{ userId: person.id, from: startOfDay(monday, zone), until: startOfDay(monday, zone, 7) },
    rows: mostVisits,
  });
  return {
    from: monday,
    visits: rows.map(({ id, starts_at, ends_at, status, service_name, city, postcode, window_minutes }) => ({
      ...{ id, startsAt: starts_at, endsAt: ends_at, status, service: service_name },
      ...(window_minutes !== null && { windowMinutes: window_minutes }),
      suburb: city ?? (postcode && localitiesOf(postcode)[0]?.name) ?? null,
    })),
  };
}
