import type { Holidays } from '../../../contract/schemas/business.ts';
import { regionOf } from '../../../core/phone.ts';
import type { Deps } from '../../../deps.ts';
import { regionsOf, stateOfZone } from '../../../providers/holidays/holidays.ts';

/**
 * The public holidays of a year in a region, and the regions that can be chosen.
 * @param query.country left out: the country of the business's time zone, and the part of it that has the zone
 */
export async function listHolidays(
  deps: Pick<Deps, 'business'>,
  query: { country?: string | undefined; state?: string | undefined; year: number },
): Promise<Holidays> {
  const { timeZone } = deps.business.current();
  const country = query.country ?? regionOf(timeZone) ?? '';
  const state = query.country ? (query.state ?? '') : await stateOfZone(country, timeZone);
  return regionsOf({ country, state, year: query.year });
}
