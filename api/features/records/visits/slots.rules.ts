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

/** The visit that a candidate would make. */
const visitBy = ({ pace }: Candidate, wanted: Lasting, start: number): Planned => ({
  start,
  end: reservedEnd(start, { minutes: wanted.minutes, pace, bufferMinutes: wanted.bufferMinutes }),
  postcode: wanted.postcode,
});

/** The times, of those in order, at which enough of the candidates are free. */
export function freeStarts(
  candidates: readonly Candidate[],
  starts: readonly Start[],
  wanted: WantedWork,
  travel: Travel,
): Start[] {
  const free = new Uint16Array(starts.length);
  for (const candidate of candidates) {
    const walk = walkAlong(candidate, wanted, travel);
    for (const [place, start] of starts.entries())
      if ((free[place] as number) < wanted.workers && walk(start)) (free[place] as number) += 1;
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
  return walkAlong(candidate, wanted, travel)(start);
}

/** Answers for times that are asked for in order; so a search passes each shift and each visit once. */
function walkAlong(candidate: Candidate, wanted: Lasting, travel: Travel) {
  const { shifts, visits, skill } = candidate;
  let shift = 0;
  let next = 0;
  let before: Planned | undefined;
  return ({ at, day }: Start) => {
    while (shift < shifts.length && (shifts[shift] as Span).end <= at) shift += 1;
    for (; next < visits.length && (visits[next] as Planned).start <= at; next += 1) {
      const passed = visits[next] as Planned;
      // Work that lasted longer may reach past the visit that follows it.
      if (!before || passed.end >= before.end) before = passed;
    }
    const span = shifts[shift];
    if (!span || span.start > at || !hasLicence(skill, day)) return null;
    const visit = visitBy(candidate, wanted, at);
    const after = visits[next];
    return visit.end <= span.end && fits({ before, after }, visit, travel) ? { visit, before, after } : null;
  };
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
