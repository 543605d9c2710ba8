import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { namesAbout, oneTimeNames } from '../../../../api/contract/rules/booking-details.ts';
import { type Described, detailsOf, givenOf } from '../../../shared/bookings/details.ts';
import { bookingsQuery } from '../queries.ts';
import type { BookingKind, Typed } from './drafts.ts';

const ofHousehold = namesAbout('household');
const ofAddress = namesAbout('address');
const ofPlace = namesAbout('place');

/** A place of an earlier visit, in the parts of the plan's form. */
export type Place = { address: string } & { [N in (typeof ofAddress | typeof ofPlace)[number]]?: string };

/**
 * Details from a person's earlier bookings, so that they need not be typed again, on any device and without a
 * network.
 */
export type Remembered = { [N in (typeof ofHousehold)[number]]?: string } & {
  /** Places, each once, the most recently booked first. */
  places: Place[];
};

const mostPlaces = 4;

/** @param bookings the bookings, the newest first */
export function rememberFrom(bookings: readonly Described[]): Remembered {
  let remembered: Remembered = { places: [] };
  for (const booking of bookings) {
    const details = detailsOf(booking);
    remembered = { ...givenOf(details, ofHousehold), ...remembered };
    const { address } = details;
    if (!address) continue;
    const place: Place = {
      ...(details.city ? { address } : splitAddress(address)),
      ...givenOf(details, [...ofAddress.filter((name) => name !== 'address'), ...ofPlace]),
    };
    const earlier = remembered.places.find((other) => isSame(other, place));
    // A one-time booking has nothing about the place but its address; an earlier booking may have more.
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
  return Object.fromEntries([...ofAddress, ...ofPlace].map((name) => [name, place[name] ?? '']));
}

/** The first values of that kind of form. */
export function rememberedFields(kind: BookingKind, { places, ...household }: Remembered): Typed {
  const fields = { ...household, ...(places[0] && placeFields(kind, places[0])) };
  const entries = Object.entries(fields).filter(
    ([name, value]) =>
      (kind === 'subscription' || some(oneTimeNames, name)) &&
      // A place without access instructions must not erase those for every visit.
      (value || !some(ofPlace, name)),
  );
  return Object.fromEntries(entries);
}

const some = (names: readonly string[], name: string): boolean => names.includes(name);

/** @param wanted whether a person is signed in whose bookings can be read */
export function useRemembered(wanted: boolean): Remembered | undefined {
  const { data } = useQuery({ ...bookingsQuery(), enabled: wanted });
  return useMemo(() => data && rememberFrom(data), [data]);
}
