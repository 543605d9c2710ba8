import { clockWords, weekdayOf, weekdays } from '../../../contract/rules/business/opening.ts';
import { dayOf, daysLater, timeOf } from '../../../core/wall-clock.ts';
import type { Obstacle } from '../../records/visits/obstacles.rules.ts';

/** A worker who may get a visit, with what decides their place among the others. */
export interface Ranked {
  name: string;
  obstacle: Obstacle | null;
  /** Whether the customer wishes for them: they made the last visit. */
  isWished: boolean;
  /** How often they have been at this customer's. */
  times: number;
  /** Minutes from the place before; `null` if a place is unknown. */
  travelMinutes: number | null;
  /** Their other visits of that day. */
  load: number;
}

/** Who is free comes first; among them who is wished for, then who knows the customer, then who is near, then who has least to do. */
export const byRank = (a: Ranked, b: Ranked): number =>
  Number(a.obstacle !== null) - Number(b.obstacle !== null) ||
  Number(b.isWished) - Number(a.isWished) ||
  b.times - a.times ||
  (a.travelMinutes ?? Number.MAX_SAFE_INTEGER) - (b.travelMinutes ?? Number.MAX_SAFE_INTEGER) ||
  a.load - b.load ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const counts = ['never', 'once', 'twice', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** 'six times' of 6. */
export const timesWords = (times: number): string =>
  times <= 2 ? (counts[times] ?? '') : `${counts[times] ?? times} times`;

interface Clock {
  zone: string;
  /** ISO, of the present time. */
  now: string;
}

/** The reason for a candidate's place: 'was here six times, 12 min away'. */
export function reasonWords(
  { obstacle, isWished, times, travelMinutes, load }: Ranked,
  clock: Clock,
): string {
  if (obstacle)
    return [isWished ? 'wished for' : '', obstacleWords(obstacle, clock)].filter(Boolean).join(', ');
  const words = [
    isWished ? 'the customer wishes for the same person' : '',
    times > 0 ? `was here ${timesWords(times)}` : 'was never here',
    travelMinutes === null ? '' : `${travelMinutes} min away`,
    load === 0
      ? 'nothing else that day'
      : load === 1
        ? '1 other visit that day'
        : `${load} other visits that day`,
  ];
  return words.filter(Boolean).join(', ');
}

/** The reason against a worker: 'on leave until Tuesday'. */
export function obstacleWords(obstacle: Obstacle, clock: Clock): string {
  switch (obstacle.kind) {
    case 'off':
      return 'switched off';
    case 'several':
      return `this service needs ${obstacle.needs === 1 ? 'one person' : `${obstacle.needs} people, chosen together`}`;
    case 'skill':
      return 'does not do this service';
    case 'area':
      return 'does not work in this area';
    case 'licence':
      return `licence ended on ${dayWords(obstacle.endedOn, clock)}`;
    case 'leave':
      return `on leave until ${untilWords(obstacle.until, clock)}`;
    case 'hours':
      return obstacle.hours.length === 0
        ? 'does not work that day'
        : `works ${obstacle.hours.map(spanWords).join(' and ')} that day; this takes ${timeWords(instantOf(obstacle.start), clock)} to ${timeWords(instantOf(obstacle.end), clock)}`;
    case 'busy':
      return `has a visit at ${timeWords(instantOf(obstacle.at), clock)}`;
    case 'travel':
      return 'too little time to travel between two visits';
  }
}

const instantOf = (ms: number): string => new Date(ms).toISOString();

const spanWords = ({ from, until }: { from: number; until: number }): string =>
  `${clockWords(from)} to ${until === 24 * 60 ? 'midnight' : clockWords(until)}`;

const timeWords = (at: string, { zone }: Clock): string => {
  const [hour = 0, minute = 0] = timeOf(at, zone).split(':').map(Number);
  return clockWords(hour * 60 + minute);
};

/** Leave that ends at a midnight lasts until the day before it. */
function untilWords(until: number, clock: Clock): string {
  const at = instantOf(until);
  if (timeOf(at, clock.zone) === '00:00') return dayWords(daysLater(dayOf(at, clock.zone), -1), clock);
  const today = dayOf(clock.now, clock.zone);
  const day = dayOf(at, clock.zone);
  const time = timeWords(at, clock);
  return day === today ? time : `${dayWords(day, clock)}, ${time}`;
}

/** 'today', a weekday within the week to come, or '24 December'. */
function dayWords(day: string, { zone, now }: Clock): string {
  const today = dayOf(now, zone);
  if (day === today) return 'today';
  if (day > today && day < daysLater(today, 7)) return weekdays[weekdayOf(day)] ?? day;
  return new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00.000Z`),
  );
}
