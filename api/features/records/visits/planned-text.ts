import type { Planned } from './fits.rules.ts';

const instantLength = '2026-11-23T09:15:00.000Z'.length;
const dayStarts = new Map<string, number>();

/**
 * The visits in the text of `selectTimesOf`, in the order of their starts. Instants are read by hand: `Date.parse`
 * would take half of the time of a search.
 */
export function plannedIn(times: string): Planned[] {
  const visits: Planned[] = [];
  for (let at = 0; at < times.length; ) {
    const space = times.indexOf(' ', at);
    const end = space < 0 ? times.length : space;
    const placeAt = at + 2 * instantLength;
    visits.push({
      start: instantAt(times, at),
      end: instantAt(times, at + instantLength),
      postcode: placeAt < end ? times.slice(placeAt, end) : null,
    });
    at = end + 1;
  }
  return visits.sort((one, other) => one.start - other.start);
}

/** The instant that is written at a place of a text, in ms since 1970. */
function instantAt(text: string, at: number): number {
  const day = text.slice(at, at + 10);
  let start = dayStarts.get(day);
  if (start === undefined) {
    start = Date.parse(`${day}T00:00:00.000Z`);
    if (dayStarts.size >= 10_000) dayStarts.clear();
    dayStarts.set(day, start);
  }
  const two = (from: number) => digit(text, at + from) * 10 + digit(text, at + from + 1);
  const ms = two(20) * 10 + digit(text, at + 22);
  return start + ((two(11) * 60 + two(14)) * 60 + two(17)) * 1000 + ms;
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48;
