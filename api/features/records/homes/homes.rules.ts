import { homeLimits } from '../../../contract/rules/homes/home-terms.ts';
import type { HomeChange, SuggestedHome } from '../../../contract/schemas/homes/homes.ts';
import { placeKey, takeApart } from '../places/address.ts';
import type { BookedPlace } from './homes.repository.ts';

const blank: SuggestedHome = {
  ...{ label: '', phone: '', address: '', city: '', state: '', postalCode: '' },
  ...{ access: '', pets: '', parking: '', emergencyContact: '', emergencyPhone: '' },
};
const names = Object.keys(blank) as (keyof SuggestedHome)[];

/** A home with its address by fields, if that is given so or can be taken apart; nothing else is changed. */
export function homeOf(given: { [N in keyof SuggestedHome]?: string | undefined }): SuggestedHome {
  const home = { ...blank };
  for (const name of names) home[name] = given[name] ?? '';
  return { ...home, ...(!isByFields(home) && takeApart(home.address)) };
}

/** A home with a change. A new address in one line replaces the fields of the old one. */
export function changedHome(home: SuggestedHome, change: HomeChange): SuggestedHome {
  const { address, city, state, postalCode } = change;
  const isLine = address !== undefined && !city && !state && !postalCode && takeApart(address) !== null;
  const fields = isLine ? { city: '', state: '', postalCode: '' } : {};
  return homeOf({ ...home, ...change, ...fields });
}

/** A home with what it does not know taken from the other. */
export function filled(home: SuggestedHome, other: SuggestedHome): SuggestedHome {
  const both = { ...home };
  for (const name of names) both[name] ||= other[name];
  return both;
}

/** Two homes as one: the first one's fields, and the other's where it has none. An address is one thing. */
export function joined(home: SuggestedHome, other: SuggestedHome): SuggestedHome {
  const { address, city, state, postalCode } = !isByFields(home) && isByFields(other) ? other : home;
  return { ...filled(home, other), address, city, state, postalCode };
}

const isByFields = ({ city, state, postalCode }: SuggestedHome): boolean =>
  Boolean(city || state || postalCode);

/** The places of bookings, the newest first, each once: a later booking has priority, an earlier one fills gaps. */
export function placesOf(booked: readonly BookedPlace[], known: readonly SuggestedHome[]): SuggestedHome[] {
  const taken = new Set(known.map(placeKey));
  const places = new Map<string, SuggestedHome>();
  for (const row of booked) {
    const place = homeOf({
      phone: row.phone ?? '',
      address: row.address ?? '',
      city: row.city ?? '',
      state: row.state ?? '',
      postalCode: row.postal_code ?? '',
      access: row.access_instructions ?? '',
      emergencyContact: row.emergency_contact ?? '',
      emergencyPhone: row.emergency_phone ?? '',
    });
    const key = placeKey(place);
    if (taken.has(key) || place.address.length < homeLimits.shortestAddress) continue;
    const later = places.get(key);
    places.set(key, later ? filled(later, place) : place);
  }
  return [...places.values()].slice(0, homeLimits.most - known.length);
}
