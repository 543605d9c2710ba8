import type { WallDay } from '../../../core/wall-clock.ts';
import {
  type DayHours,
  hasLicence,
  hoursOn,
  paceFor,
  type RosterWorker,
  worksIn,
} from '../workers/roster.rules.ts';
import { fitsAmong, type Planned, type Travel } from './fits.rules.ts';
import { reservedEnd } from './quarters.rules.ts';
import { shiftsOf } from './shifts.rules.ts';
import type { Start, WantedWork } from './slots.rules.ts';

/** The first reason why a worker cannot make a visit, in the order in which the team can do something about it. */
export type Obstacle =
  | { kind: 'off' }
  /** The work needs several workers, and another number was chosen. */
  | { kind: 'several'; needs: number }
  | { kind: 'skill' }
  | { kind: 'area' }
  /** The licence's last valid day. */
  | { kind: 'licence'; endedOn: string }
  /** The end of the leave, in ms. */
  | { kind: 'leave'; until: number }
  /** The hours of that day (none: no work), and when the visit would begin and end, in ms. */
  | { kind: 'hours'; hours: DayHours[]; start: number; end: number }
  /** The begin of the visit that they make then, in ms. */
  | { kind: 'busy'; at: number }
  | { kind: 'travel' };

/** A worker's visit, and the reason against it. */
export interface Attempt {
  visit: Planned;
  obstacle: Obstacle | null;
}

/**
 * The visit that a worker would make, and the first reason why they cannot. One without the skill would need the usual
 * time of theirs.
 * @param query.visits the worker's other visits, in the order of their starts
 * @param query.days all days that the visit may touch, in order
 */
export function attemptOf(
  worker: RosterWorker,
  query: {
    visits: readonly Planned[];
    work: WantedWork;
    start: Start;
    days: readonly WallDay[];
    travel: Travel;
  },
): Attempt {
  const { visits, work, start, travel } = query;
  const does = paceFor(worker, work.service);
  const { minutes, bufferMinutes, postcode } = work;
  const end = reservedEnd(start.at, { minutes, pace: does?.pace ?? worker.pace, bufferMinutes });
  const visit = { start: start.at, end, postcode };
  const obstacle = ((): Obstacle | null => {
    if (!worker.isActive) return { kind: 'off' };
    if (!does) return { kind: 'skill' };
    if (!worksIn(worker, work.postcode)) return { kind: 'area' };
    if (!hasLicence(does.skill, start.day))
      return { kind: 'licence', endedOn: does.skill.licence?.expiresOn ?? '' };
    return obstacleInTime(worker, visit, query) ?? obstacleAmong(visits, visit, travel);
  })();
  return { visit, obstacle };
}

function obstacleInTime(
  worker: RosterWorker,
  { start, end }: Planned,
  { start: { day }, days }: { start: Start; days: readonly WallDay[] },
): Obstacle | null {
  const away = worker.leave
    .map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), until: Date.parse(endsAt) }))
    .find(({ from, until }) => from < end && until > start);
  if (away) return { kind: 'leave', until: away.until };
  const covers = shiftsOf(worker, days).some((shift) => shift.start <= start && shift.end >= end);
  return covers ? null : { kind: 'hours', hours: hoursOn(worker, day), start, end };
}

function obstacleAmong(visits: readonly Planned[], visit: Planned, travel: Travel): Obstacle | null {
  const other = visits.find(({ start, end }) => start < visit.end && end > visit.start);
  if (other) return { kind: 'busy', at: other.start };
  return fitsAmong(visits, visit, travel) ? null : { kind: 'travel' };
}
