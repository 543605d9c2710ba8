import type { default as Calendar } from 'date-holidays';

/** The package holds the holidays of all countries, so it is loaded when an owner first asks for some. */
const calendarOf = async (country = '', state = ''): Promise<Calendar> => {
  const { default: Holidays } = await import('date-holidays');
  return country ? new Holidays(country, state, { languages: ['en'], types: ['public'] }) : new Holidays();
};

const named = (all: Record<string, string> | undefined) =>
  Object.entries(all ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/**
 * The public holidays of a year in a country or a part of it, in order, with all countries and the country's parts.
 * An unknown region has none.
 */
export async function regionsOf({ country, state, year }: { country: string; state: string; year: number }) {
  const none = await calendarOf();
  const countries = named(none.getCountries('en'));
  const states = named(none.getStates(country, 'en'));
  const isKnown = countries.some(({ code }) => code === country);
  const part = states.some(({ code }) => code === state) ? state : '';
  const found = isKnown ? (await calendarOf(country, part)).getHolidays(year, 'en') : [];
  const days = new Map<string, string>();
  for (const { date, name } of found) {
    const day = date.slice(0, 10);
    if (!days.has(day)) days.set(day, name);
  }
  return {
    country: isKnown ? country : '',
    state: part,
    countries,
    states,
    days: [...days]
      .map(([day, name]) => ({ day, name }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
  };
}

/** The one part of a country that has a zone ('VIC' of Australia/Melbourne); '' if none or several have it. */
export async function stateOfZone(country: string, zone: string): Promise<string> {
  const found: string[] = [];
  for (const state of Object.keys((await calendarOf()).getStates(country) ?? {}))
    if ((await calendarOf(country, state)).getTimezones().includes(zone)) found.push(state);
  return found.length === 1 ? (found[0] ?? '') : '';
}
