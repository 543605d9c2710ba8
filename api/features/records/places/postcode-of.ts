import { plainPostcode } from '../../../contract/rules/business/opening.ts';
import { centreOf } from './postcodes.ts';

/** The postcode of a place that was given, or the last word of its address if that is one; `null` if it is unknown. */
export function postcodeOf(place: { postal_code: string | null; address: string | null }): string | null {
  if (place.postal_code) return plainPostcode(place.postal_code);
  const words = (place.address ?? '').trim().split(/[\s,]+/);
  const last = words.at(-1) ?? '';
  return centreOf(last) ? last : null;
}
