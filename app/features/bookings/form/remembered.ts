import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { detailsIn } from '../../../../api/contract/rules/booking-details.ts';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { bookingsQuery } from '../queries.ts';
import type { BookingKind, Typed } from './drafts.ts';

/** A place of an earlier visit, in the parts of the plan's form. */
export interface Place {
  address: string;
  city?: string;
  state?: string;
  postalCode?: string;
  accessInstructions?: string;
}

/**
 * Details from a person's earlier bookings, so that they need not be typed again, on any device and without a
 * network.
 */
export interface Remembered {
  phone?: string;
  emergencyContact?: string;
  emergencyPhone?: string;
  /** Places, each once, the most recently booked first. */
  places: Place[];
}

const mostPlaces = 4;

/** @param bookings the bookings, the newest first */
export function rememberFrom(bookings: readonly Pick<Booking, 'notes'>[]): Remembered {
  const remembered: Remembered = { places: [] };
  for (const { notes } of bookings) {
    if (!notes) continue;
    const { phone, emergencyContact, emergencyPhone, address, ...rest } = detailsIn(notes);
    if (phone) remembered.phone ??= phone;
    if (emergencyContact) remembered.emergencyContact ??= emergencyContact;
    if (emergencyPhone) remembered.emergencyPhone ??= emergencyPhone;
    if (!address) continue;
    const { city, state, postalCode, accessInstructions } = rest;
    const place: Place = {
      ...(city ? { address, city } : splitAddress(address)),
      ...(state && { state }),
      ...(postalCode && { postalCode }),
      ...(accessInstructions && { accessInstructions }),
    };
    const earlier = remembered.places.find((other) => isSame(other, place));
    // A one-time booking has no access instructions; an earlier booking may have them.
    if (earlier) Object.assign(earlier, { ...place, ...earlier });
    else if (remembered.places.length < mostPlaces) remembered.places.push(place);
  }
  return remembered;
}

/**
 * '14 Wattle Street, Marrickville NSW 2204' in the parts of the plan's form; an address of another shape stays
 * whole.
 */
export function splitAddress(whole: string): Place {
  const parts = /^(.+), *([^,]+?),? +([A-Z]{2,3}),? +(\d{4})$/.exec(whole);
  if (!parts) return { address: whole };
  const [, address = '', city = '', state = '', postalCode = ''] = parts;
  // The plan's form needs more than 'Unit 3' as an address.
  return address.length < 10 ? { address: whole } : { address, city, state, postalCode };
}

/** The whole place in one line. */
export function wholeAddress({ address, city, state, postalCode }: Place): string {
  // Some people write the suburb into the first line too.
  if (city && address.toLowerCase().includes(`, ${city.toLowerCase()}`))
    return postalCode && !address.includes(postalCode) ? `${address} ${postalCode}` : address;
  const end = [city, state, postalCode].filter(Boolean).join(' ');
  return end ? `${address}, ${end}` : address;
}

const plain = (place: Place) =>
  wholeAddress(place)
    .toLowerCase()
    .replace(/[\s,]+/g, ' ');
const isSame = (one: Place, other: Place) => plain(one) === plain(other);

/** A place in the fields of that kind of form. */
export function placeFields(kind: BookingKind, place: Place): Typed {
  if (kind === 'one_time') return { address: wholeAddress(place) };
  const { address, city = '', state = '', postalCode = '', accessInstructions = '' } = place;
  return { address, city, state, postalCode, accessInstructions };
}

/** The first values of that kind of form. */
export function rememberedFields(kind: BookingKind, { places, ...details }: Remembered): Typed {
  const { phone, ...emergency } = details;
  const { accessInstructions, ...place } = places[0] ? placeFields(kind, places[0]) : {};
  return {
    ...(phone && { phone }),
    ...(kind === 'subscription' && emergency),
    ...place,
    // A place without access instructions must not erase those for every visit.
    ...(accessInstructions && { accessInstructions }),
  };
}

/** @param wanted whether a person is signed in whose bookings can be read */
export function useRemembered(wanted: boolean): Remembered | undefined {
  const { data } = useQuery({ ...bookingsQuery(), enabled: wanted });
  return useMemo(() => data && rememberFrom(data), [data]);
}
