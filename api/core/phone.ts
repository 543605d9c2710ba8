import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Kinds of numbers that can be called from any network. Others (1300, 13) may be known in their own country alone. */
const calledFromAnywhere = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** The name that the runtime uses for a zone with several names, such as Asia/Kolkata. */
const canonical = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

const regions = new Map<string, CountryCode | undefined>();

/**
 * The country of a time zone ("AU" for Australia/Sydney), where numbers without a country code are dialled;
 * `undefined` for a zone of no country, such as UTC. The runtime has the zones of each country (ECMA-402).
 * @param zone an IANA zone that `readEnv` accepted
 */
export function regionOf(zone: string): CountryCode | undefined {
  if (!regions.has(zone)) {
    const zoneName = canonical(zone);
    const of = getCountries().filter((country) =>
      new Intl.Locale(`und-${country}`).getTimeZones?.()?.some((z) => canonical(z) === zoneName),
    );
    regions.set(zone, of[0]);
  }
  return regions.get(zone);
}

/**
 * The number of a text in E.164 ("+61299991234"), where it is sure: the text is one number and nothing else, it
 * exists in its country's plan, and it can be called from anywhere or was written with its country code. `null`
 * otherwise, which is never a reason to refuse the text.
 * @param zone the business's IANA zone, whose country is meant where the text names none
 */
export function e164(text: string, zone: string): string | null {
  const region = regionOf(zone);
  const typed = text.trim();
  const found = parsePhoneNumberFromString(typed, {
    extract: false,
    ...(region && { defaultCountry: region }),
  });
  if (!found?.isValid()) return null;
  const sure = typed.startsWith('+') || calledFromAnywhere.includes(found.getType() ?? '');
  return sure ? found.number : null;
}

/**
 * The number of a `tel:` address: E.164 where that is sure, and otherwise the first number of the text as it is
 * written, without its spaces and signs. A trunk zero after a country code, "+61 (0)2", is not dialled.
 */
export function dialled(text: string, zone: string): string {
  const sure = e164(text, zone);
  if (sure) return sure;
  const first = /\+?[\d(][\d\s().\-–]*/.exec(text)?.[0] ?? '';
  return (first.startsWith('+') ? first.replace('(0)', '') : first).replace(/[^\d+]/g, '');
}
