import { plainPostcode, weekdayOf } from '../../../contract/rules/business/opening.ts';

/** A part of a day on the wall clock of the business's zone, in minutes from midnight; `until` is 1440 at most. */
export interface DayHours {
  from: number;
  until: number;
}

export interface RosterSkill {
  /** One of the two is `null`. */
  categoryId: string | null;
  serviceId: string | null;
  /** In percent of the estimate; `null`: the worker's own. */
  pace: number | null;
  /** The licence that the work needs; `expiresOn` is the last valid day, `null`: for good. */
  licence: { expiresOn: string | null } | null;
}

/** A worker with all that decides when and where they may work (`readRoster`). */
export interface RosterWorker {
  id: string;
  name: string;
  isActive: boolean;
  /** The time that the worker needs, in percent of the estimate. */
  pace: number;
  /** Of the home base, as it is compared; '' if unknown. */
  postcode: string;
  /** The postcodes in which they work; none: everywhere. */
  postcodes: string[];
  skills: RosterSkill[];
  /** Weekly hours that hold on some day of the span; use `hoursOn`. */
  hours: (DayHours & { weekday: number; startsOn: string | null; endsOn: string | null })[];
  /** The hours of single days, in place of the weekly ones, by day. */
  days: Map<string, DayHours[]>;
  /** Granted leave, as instants. */
  leave: { startsAt: string; endsAt: string }[];
}

export type Roster = RosterWorker[];

/**
 * The working hours of a day, in order and joined where one begins as another ends; leave is not taken away.
 * @param weekday of the day, where it is known: a search asks for each day of each worker
 */
export function hoursOn(worker: RosterWorker, day: string, weekday = weekdayOf(day)): DayHours[] {
  const all =
    worker.days.get(day) ??
    worker.hours.filter(
      (one) =>
        one.weekday === weekday &&
        (one.startsOn === null || one.startsOn <= day) &&
        (one.endsOn === null || one.endsOn >= day),
    );
  const joined: DayHours[] = [];
  for (const { from, until } of all.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else joined.push({ from, until });
  }
  return joined;
}

/**
 * The pace at which a worker does a service, in percent of the estimate; `null` without the skill. The service's own
 * skill goes before its category's. Whether its licence is valid is `hasLicence`.
 */
export function paceFor(
  worker: RosterWorker,
  service: { id: string; categoryId: string },
): { pace: number; skill: RosterSkill } | null {
  const skill =
    worker.skills.find((one) => one.serviceId === service.id) ??
    worker.skills.find((one) => one.categoryId === service.categoryId);
  return skill ? { pace: skill.pace ?? worker.pace, skill } : null;
}

/** Whether the licence that a skill needs, if any, is valid on a day. */
export const hasLicence = ({ licence }: RosterSkill, day: string): boolean =>
  licence === null || licence.expiresOn === null || licence.expiresOn >= day;

/** Whether a worker works in a postcode. Without a place only workers without areas do. */
export const worksIn = (worker: RosterWorker, postcode: string | null): boolean =>
  worker.postcodes.length === 0 || (postcode !== null && worker.postcodes.includes(plainPostcode(postcode)));
