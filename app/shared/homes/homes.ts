import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { SuggestedHome } from '../../../api/contract/schemas/homes/homes.ts';
import { keyOf } from '../../lib/api.ts';

/** A place to visit, by its fields; the address may be whole in one line. */
export type Place = Pick<SuggestedHome, 'address' | 'city' | 'state' | 'postalCode'>;

export const homesQuery = () => queryOptions<Answer<'listHomes'>>({ queryKey: keyOf('listHomes') });

/** The whole place in one line. */
export function wholeAddress({ address, city, state, postalCode }: Place): string {
  // Some people write the suburb into the first line too.
  if (city && address.toLowerCase().includes(`, ${city.toLowerCase()}`))
    return postalCode && !address.includes(postalCode) ? `${address} ${postalCode}` : address;
  const end = [city, state, postalCode].filter(Boolean).join(' ');
  return end ? `${address}, ${end}` : address;
}

/** Whether both are the same place, as far as their texts show. */
export const isSamePlace = (one: Place, other: Place): boolean => plain(one) === plain(other);

const plain = (place: Place) =>
  wholeAddress(place)
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .trim();

/** A home's words about getting in, one line for each subject. */
export const accessOf = ({ access, pets, parking }: SuggestedHome): string =>
  [access, pets && `Pets: ${pets}`, parking && `Parking: ${parking}`].filter(Boolean).join('\n');

/** The name on a home's chip: the person's own, or street and number. */
export const shortName = ({ label, address }: SuggestedHome): string => label || address;
