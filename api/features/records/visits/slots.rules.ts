import { type Opening, weekdayOf, whyClosed } from '../../../contract/rules/business/opening.ts';
import type { WallDay } from '../../../core/wall-clock.ts';
import {
  hasLicence,
  paceFor,
  type RosterSkill,
  type RosterWorker,
  worksIn,
} from '../workers/roster.rules.ts';
import { fits, type Planned, type Travel } from './fits.rules.ts';
import { reservedEnd } from './quarters.rules.ts';
import { type Span, shiftsOf } from './shifts.rules.ts';

/** The distance between two times that are offered, in minutes. */
const stepMinutes = 30;

/** A time at which a visit may begin, in ms, and its day on the business's calendar. */
export interface Start {
  at: number;
  day: string;
}

/**
 * The times that are offered on these days, in order: every half hour from the opening on, by the one rule of the
 * form and the server. On a day when the clocks change, a time that does not exist is left out, and one that comes
 * twice is offered twice.
 */
export function startsOf(opening: Opening, days: readonly WallDay[]): Start[] {
  const starts: Start[] = [];
  for (const wall of days) {
    const hours = opening.week[weekdayOf(wall.day)];
    if (!hours) continue;
    const ofDay = new Set<number>();
    for (let minute = hours.from; minute < hours.until; minute += stepMinutes) {
      if (whyClosed(opening, { day: wall.day, minute })) continue;
      for (const at of [wall.at(minute, 'earlier'), wall.at(minute, 'later')])
        if (at < wall.end && wall.minuteAt(at) === minute) ofDay.add(at);
    }
    for (const at of [...ofDay].sort((one, other) => one - other)) starts.push({ at, day: wall.day });
  }
  return starts;
}

/** The work for which a time is looked for. */
export interface WantedWork {
  service: { id: string; categoryId: string };
  minutes: number;
  bufferMinutes: number;
  /** The workers that it needs at once. */
  workers: number;
  /** Of the place; `null` if it is unknown: only workers without areas may come. */
  postcode: string | null;
}

/** A worker who may do the work, with all that decides when. */
export interface Candidate {
  id: string;
  pace: number;
  skill: RosterSkill;
  shifts: Span[];
  /** In the order of their starts. */
  visits: Planned[];
}

/** Any work, as it was planned: whoever has it may do it. */
const asPlanned: ReturnType<typeof paceFor> = {
  pace: 100,
  skill: { categoryId: null, serviceId: null, pace: null, licence: null },
};

/**
 * The workers of the roster with the skill and the area, without their visits. Licence and hours depend on the time.
 * @param wanted `null`: whatever the workers can do, and wherever
 * @param days all days that a visit may touch, in order
 */
export function candidatesOf(
  roster: readonly RosterWorker[],
  wanted: Pick<WantedWork, 'service' | 'postcode'> | null,
  days: readonly WallDay[],
): Omit<Candidate, 'visits'>[] {
  return roster.flatMap((worker) => {
    if (!worker.isActive || (wanted && !worksIn(worker, wanted.postcode))) return [];
    const does = wanted ? paceFor(worker, wanted.service) : asPlanned;
    if (!does) return [];
    return [{ id: worker.id, ...does, shifts: shiftsOf(worker, days) }];
  });
}

/** The part of a work that decides when its visit ends, and where it is. */
type Lasting = Pick<WantedWork, 'minutes' | 'bufferMinutes' | 'postcode'>;

/**
 * The times, of those in order, at which enough of the candidates are free. Each gap between two visits is looked at
 * once, and only the times in one that is long enough for the work are asked about.
 */
export function freeStarts(
  candidates: readonly Candidate[],
  starts: readonly Start[],
  wanted: WantedWork,
  travel: Travel,
): Start[] {
  const free = new Uint16Array(starts.length);
  for (const candidate of candidates)
    for (const gap of gapsOf(candidate, wanted))
      for (let place = placeOf(starts, gap.from); place < starts.length; place += 1) {
        const start = starts[place] as Start;
        if (start.at > gap.until) break;
        const count = free[place] as number;
        if (count < wanted.workers && visitIn(gap, candidate, start, wanted, travel)) free[place] = count + 1;
      }
  return starts.filter((_, place) => (free[place] as number) >= wanted.workers);
}

/** Whether a candidate is free at a time, with the neighbours of the visit; `null` if not. */
export function freeAt(
  candidate: Candidate,
  start: Start,
  wanted: Lasting,
  travel: Travel,
): { visit: Planned; before: Planned | undefined; after: Planned | undefined } | null {
  for (const gap of gapsOf(candidate, wanted)) {
    if (start.at < gap.from || start.at > gap.until) continue;
    const visit = visitIn(gap, candidate, start, wanted, travel);
    if (visit) return { visit, before: gap.before, after: gap.after };
  }
  return null;
}

/** A part of a shift in which a work may begin, as far as its length alone decides. In ms; both ends are in it. */
interface Gap {
  from: number;
  until: number;
  shift: Span;
  before: Planned | undefined;
  after: Planned | undefined;
}

/** The gaps of a candidate in order: each lies in one shift, between two visits. */
function gapsOf({ shifts, visits, pace }: Candidate, { minutes }: Lasting): Gap[] {
  const gaps: Gap[] = [];
  const leastMs = Math.ceil((minutes * pace) / 100) * 60_000;
  let before: Planned | undefined;
  let first = 0;
  for (let next = 0; next <= visits.length; next += 1) {
    const after = visits[next];
    const from = before?.end ?? Number.NEGATIVE_INFINITY;
    const until = (after?.start ?? Number.POSITIVE_INFINITY) - leastMs;
    if (from <= until) {
      while (first < shifts.length && (shifts[first] as Span).end <= from) first += 1;
      for (let at = first; at < shifts.length && (shifts[at] as Span).start <= until; at += 1) {
        const shift = shifts[at] as Span;
        const gap = { from: Math.max(from, shift.start), until: Math.min(until, shift.end - leastMs) };
        if (gap.from <= gap.until) gaps.push({ ...gap, shift, before, after });
      }
    }
    // Work that lasted longer may reach past the visit that follows it.
    if (after && (!before || after.end >= before.end)) before = after;
  }
  return gaps;
}

/** The visit that a candidate would make in a gap; `null` if it does not fit. */
function visitIn(
  { shift, before, after }: Gap,
  { pace, skill }: Candidate,
  { at, day }: Start,
  { minutes, bufferMinutes, postcode }: Lasting,
  travel: Travel,
): Planned | null {
  const visit = { start: at, end: reservedEnd(at, { minutes, pace, bufferMinutes }), postcode };
  const isFree = visit.end <= shift.end && hasLicence(skill, day) && fits({ before, after }, visit, travel);
  return isFree ? visit : null;
}

/** The place of the first of some times, which are in order, from an instant on. */
function placeOf(starts: readonly Start[], from: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as Start).at < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A worker who was chosen, and the visit that they make. */
export interface Choice {
  workerId: string;
  visit: Planned;
}

/**
 * The workers who get the work at a time: all that it needs, or `null`. Those who made the customer's last visit come
 * first, then those with the shortest ways, then those with the fewest visits within the span that was read.
 * @param last the ids of those who made the customer's last visit
 */
export function choose(
  candidates: readonly Candidate[],
  start: Start,
  wanted: WantedWork,
  travel: Travel,
  last: ReadonlySet<string> = new Set(),
): Choice[] | null {
  const able = candidates.flatMap((candidate) => {
    const free = freeAt(candidate, start, wanted, travel);
    if (!free) return [];
    const way =
      (free.before ? travel(free.before.postcode, wanted.postcode) : 0) +
      (free.after ? travel(wanted.postcode, free.after.postcode) : 0);
    return [{ workerId: candidate.id, visit: free.visit, way, load: candidate.visits.length }];
  });
  if (able.length < wanted.workers) return null;
  const stranger = ({ workerId }: Choice) => Number(!last.has(workerId));
  able.sort(
    (a, b) =>
      stranger(a) - stranger(b) || a.way - b.way || a.load - b.load || (a.workerId < b.workerId ? -1 : 1),
  );
  return able.slice(0, wanted.workers).map(({ workerId, visit }) => ({ workerId, visit }));
}
