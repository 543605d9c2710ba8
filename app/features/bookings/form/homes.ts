import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { namesAbout, oneTimeNames } from '../../../../api/contract/rules/booking-details.ts';
import type { HomeForm, SuggestedHome } from '../../../../api/contract/schemas/homes/homes.ts';
import { call } from '../../../lib/api.ts';
import { type Described, detailsOf, givenOf } from '../../../shared/bookings/details.ts';
import { accessOf, homesQuery, isSamePlace, type Place, wholeAddress } from '../../../shared/homes/homes.ts';
import type { BookingFields, BookingKind, Typed } from './drafts.ts';

const ofAddress = namesAbout('address');
const ofHousehold = namesAbout('household');

/**
 * The person's homes, the last used first, and the places of earlier bookings until they have answered about those.
 * @param wanted whether a person is signed in
 */
export function useHomes(wanted: boolean): {
  homes: readonly SuggestedHome[];
  /** Whether no more will be known soon: they are read, or cannot be. */
  isSettled: boolean;
} {
  const { data, fetchStatus } = useQuery({ ...homesQuery(), enabled: wanted });
  const homes = useMemo(() => (data ? [...data.homes, ...data.suggested] : []), [data]);
  return { homes, isSettled: data !== undefined || fetchStatus !== 'fetching' };
}

/** The place in the fields of a form; a card payment has it in one line. */
export const placeIn = ({ address, city = '', state = '', postalCode = '' }: Typed): Place => ({
  address: address ?? '',
  city,
  state,
  postalCode,
});

/**
 * The postcode of the form's place; '' if it is unknown. A card payment has it at the end of its one line.
 * @param known the form's home
 */
export function postcodeIn(kind: BookingKind, fields: Typed, known?: SuggestedHome): string {
  if (kind === 'subscription') return complete(fields.postalCode ?? '');
  return complete(
    known?.postalCode ||
      (fields.address
        ?.trim()
        .split(/[\s,]+/)
        .at(-1) ??
        ''),
  );
}

/** A postcode that is not typed to its end is none. */
const complete = (text: string): string => (/^\d{4}$/.test(text.trim()) ? text.trim() : '');

/** The first of these homes that is at the form's place. */
export const homeAt = (homes: readonly SuggestedHome[], fields: Typed): SuggestedHome | undefined =>
  homes.find((home) => isSamePlace(home, placeIn(fields)));

/** A place in the address fields of that kind of form. */
export function placeFields(kind: BookingKind, place: Place): Typed {
  if (kind === 'one_time') return { address: wholeAddress(place) };
  const { address, city, state, postalCode } = place;
  // The form takes no address under ten letters, and '1 Bay Street' may be written '1 Bay St'.
  return { address: address.length < 10 && city ? `${address}, ${city}` : address, city, state, postalCode };
}

/**
 * A home in the fields of that kind of form.
 * @param instructions the person's words for every visit, used where the home has none
 */
export function homeFields(kind: BookingKind, home: SuggestedHome, instructions = ''): Typed {
  const words = accessOf(home) || instructions;
  const household = givenOf(home, ofHousehold) as Typed;
  const { phone } = household;
  return {
    ...(kind === 'subscription' ? household : phone && { phone }),
    ...placeFields(kind, home),
    ...(kind === 'subscription' ? { accessInstructions: words } : { notes: words }),
  };
}

/**
 * The fields that change when another home is chosen. A person's own notes for a card payment stay; those that a home
 * has filled in are replaced.
 */
export function chosenFields(
  kind: BookingKind,
  home: SuggestedHome,
  now: BookingFields,
  { homes, instructions }: { homes: readonly SuggestedHome[]; instructions: string },
): Typed {
  const { notes, ...fields } = homeFields(kind, home, instructions);
  const isFilled = !now.notes || now.notes === instructions || homes.some((h) => accessOf(h) === now.notes);
  return { ...fields, ...(notes !== undefined && isFilled && { notes }) };
}

/** The form's first values when a booking is repeated, as that booking has them. */
export function againFields(kind: BookingKind, booking: Described): Typed {
  const details = detailsOf(booking);
  const { address } = details;
  return {
    ...(givenOf(details, [...ofHousehold, 'accessInstructions', 'notes']) as Typed),
    ...(address && placeFields(kind, placeIn({ ...details, address } as Typed))),
  };
}

/**
 * The first values of a form: the known ones, with the home at their place or the last used one.
 * @param known the fields of a repeated booking, or of a payment whose details are to be checked
 */
export function firstFields(
  kind: BookingKind,
  {
    homes,
    known = {},
    instructions,
  }: { homes: readonly SuggestedHome[]; known?: Typed | undefined; instructions: string },
): Typed {
  const home = known.address ? homeAt(homes, known) : homes[0];
  const fields = {
    ...(instructions &&
      (kind === 'one_time' ? { notes: instructions } : { accessInstructions: instructions })),
    ...(home && homeFields(kind, home, instructions)),
    ...known,
    // The home may have the address by its fields where the booking has it in one line.
    ...(home && placeFields(kind, home)),
  };
  if (kind === 'subscription') return fields;
  const { scheduledDate } = known;
  return { ...(givenOf(fields, oneTimeNames) as Typed), ...(scheduledDate && { scheduledDate }) };
}

/**
 * The home to keep of a sent form.
 * @param known the home at this place, whose address and words about access stay as they are
 */
export function homeOfForm(kind: BookingKind, fields: BookingFields, known?: SuggestedHome): HomeForm {
  const household = kind === 'subscription' ? givenOf(fields, ofHousehold) : { phone: fields.phone };
  const words =
    kind === 'subscription' && fields.accessInstructions ? { access: fields.accessInstructions } : {};
  const place = kind === 'subscription' ? placeIn(fields) : { address: fields.address };
  if (!known) return { ...place, ...words, ...household };
  const { access, address, city, state, postalCode } = known;
  return { address, city, state, postalCode, access, ...household };
}

/** Keeps a home for the next booking. Without an answer the booking itself suggests it again. */
export async function keepHome(client: QueryClient, home: HomeForm): Promise<void> {
  await call('createHome', { body: home }).catch(() => {});
  await client.invalidateQueries(homesQuery());
}

/** The names of the fields of the place, and of the person, in that kind of form. */
export const partNames = (kind: BookingKind) =>
  kind === 'one_time'
    ? ({ place: ['address'], person: ['customerName', 'phone', 'email'] } as const)
    : ({
        place: ofAddress,
        person: ['customerName', 'phone', 'email', 'emergencyContact', 'emergencyPhone'],
      } as const);
