/** The short forms of the streets' kinds, as Australia Post has them. */
const kinds: Record<string, string> = {
  avenue: 'Ave',
  boulevard: 'Bvd',
  circuit: 'Cct',
  close: 'Cl',
  court: 'Ct',
  crescent: 'Cres',
  drive: 'Dr',
  highway: 'Hwy',
  lane: 'Ln',
  parade: 'Pde',
  place: 'Pl',
  road: 'Rd',
  square: 'Sq',
  street: 'St',
  terrace: 'Tce',
};

/** 14 Wattle St: street and number of a place that is written in one line. */
function streetOf(place: string): string {
  const [first = place, second] = place.split(',').map((part) => part.trim());
  // A unit or a house's name stands before the number of the street.
  const street =
    second && !/^\d/.test(first) && /^\d+\w? \p{L}/u.test(second) ? `${first}, ${second}` : first;
  return street.replace(/ (\p{L}+)$/u, (end, kind: string) => {
    const short = kinds[kind.toLowerCase()];
    return short ? ` ${short}` : end;
  });
}

/** A place without its state and postcode, which some bookings of one home have and others leave out. */
const plainOf = (place: string): string => place.replace(/,?\s+[A-Z]{2,3}\s+\d{4}\b.*$/, '').trim();

/**
 * A name for each of a person's places, short enough for a row: its street, or with its suburb where two have the same
 * street. Empty for fewer than two places, which need no names.
 */
export function placeNames(places: readonly (string | undefined)[]): ReadonlyMap<string, string> {
  const all = [...new Set(places.filter((place) => place !== undefined))];
  const homes = new Map(all.map((place) => [plainOf(place).toLowerCase(), streetOf(plainOf(place))]));
  if (homes.size < 2) return new Map();
  const streets = [...homes.values()];
  const isShared = (street: string) => streets.filter((other) => other === street).length > 1;
  return new Map(
    all.map((place) => {
      const street = streetOf(plainOf(place));
      return [place, isShared(street) ? plainOf(place) : street];
    }),
  );
}
