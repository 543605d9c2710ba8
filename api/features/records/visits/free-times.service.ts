import { isOutside } from '../../../contract/rules/business/opening.ts';
import type { VisitRights } from '../../../contract/rules/business/visit-rights.ts';
import type { Slot } from '../../../contract/schemas/visits/slots.ts';
import type { BusinessFacts } from '../../../core/business.ts';
import { dayOf, daysLater, wallDays } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import type { BookableService } from '../catalogue/catalogue.service.ts';
import { readRights } from '../subscription/rights/rights.service.ts';
import { readCandidates, spanOf, wantedWork } from './candidates.service.ts';
import { travelBetween } from './postcode-travel.ts';
import { freeStarts, startsOf } from './slots.rules.ts';
import { lastWorkersOf } from './visits.repository.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How far ahead times are offered where no plan says otherwise. */
const horizonDays = 60;
/** The most times of an answer: every half hour of 12 hours on each day ahead. */
const mostSlots = 1500;

/** A service and a place, for a person; the bounds of a search. */
interface Search {
  business: Pick<BusinessFacts, 'opening' | 'timeZone' | 'slots'>;
  service: Pick<BookableService, 'id' | 'categoryId' | 'estimatedMinutes' | 'noticeHours'>;
  userId: string;
  postcode: string | null;
  now: Date;
  /** The booking that moves: its own visits are in nobody's way. */
  movesId?: string | undefined;
  /** Whether the team chooses: neither the service's notice nor a plan binds it. */
  isForTeam?: boolean | undefined;
  /** Those who make the visit, all of them, whatever they can do and wherever; left out: as many as the work needs. */
  crew?: Crew | undefined;
  /** The length of the arrival window that the visit keeps, 0 for none; left out: that of its service now. */
  windowMinutes?: number | undefined;
}

/** The workers who have a visit, and the time that it takes them. */
export interface Crew {
  workerIds: readonly string[];
  minutes: number;
}

/**
 * The times at which somebody can come to a place, as arrival windows: the earliest first. None where the service, or
 * the business, has no slots, or does not visit the place. The number of queries depends on no number of rows.
 * @param query.from the first day on the business's calendar, '2026-12-25'
 * @param query.marksLast marks the times at which those who made the person's last visit are free, too
 */
export async function findFreeTimes(
  db: Db,
  query: Search & { from: string; days: number; marksLast?: boolean },
): Promise<Slot[]> {
  const { business, service, userId, postcode, now, movesId = '', isForTeam = false, crew } = query;
  const { opening, timeZone, slots } = business;
  if (slots === 'off' || isOutside(opening, postcode)) return [];
  const usual = await wantedWork(db, { service, postcode, minutes: service.estimatedMinutes });
  if (!usual.isOffered) return [];
  const work = crew
    ? { ...usual, minutes: crew.minutes, bufferMinutes: 0, workers: crew.workerIds.length }
    : usual;
  const bounds = isForTeam
    ? boundsOf({ noticeHours: 0 }, null, now, timeZone)
    : boundsOf(service, await readRights(db, userId), now, timeZone);
  const from = query.from < bounds.firstDay ? bounds.firstDay : query.from;
  const days = Math.min(query.days - daysBetween(query.from, from), daysBetween(from, bounds.lastDay) + 1);
  if (days < 1) return [];
  const starts = startsOf(opening, wallDays(from, days, timeZone)).filter(
    ({ at }) => at >= bounds.earliest && at <= bounds.latest,
  );
  if (!starts.length) return [];
  const span = spanOf(from, days, timeZone);
  const candidates = await readCandidates(db, {
    ...(crew ? { wanted: null, workerIds: crew.workerIds } : { wanted: work }),
    ...{ days: span, now: now.toISOString(), exceptBookingId: movesId },
    // The team moves a visit to no time that its customer keeps for another.
    holderId: crew ? '' : userId,
  });
  const free = freeStarts(candidates, starts, work, travelBetween).slice(0, mostSlots);
  const last = query.marksLast ? await lastWorkersOf(db, userId) : new Set<string>();
  const again = candidates.filter(({ id }) => last.has(id));
  // One of several who came is enough for a mark; the others are strangers then.
  const marked = new Set(freeStarts(again, free, { ...work, workers: 1 }, travelBetween).map(({ at }) => at));
  return free.map(({ at }) => ({
    start: new Date(at).toISOString(),
    end: new Date(at + (query.windowMinutes ?? work.windowMinutes) * minuteMs).toISOString(),
    ...(marked.has(at) && { samePerson: true as const }),
  }));
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The time within which a person may have a visit, by the service's notice and the rights of their plan. */
function boundsOf(
  service: Pick<BookableService, 'noticeHours'>,
  rights: VisitRights | null,
  now: Date,
  timeZone: string,
) {
  const notice = Math.max(service.noticeHours, rights?.noticeHours ?? 0) * hourMs;
  const latest = now.getTime() + (rights?.horizonDays ?? horizonDays) * dayMs;
  const today = dayOf(now, timeZone);
  return {
    // Nobody can be there this minute.
    earliest: now.getTime() + Math.max(notice, minuteMs),
    latest,
    firstDay: rights && !rights.sameDay ? daysLater(today, 1) : today,
    lastDay: dayOf(new Date(latest), timeZone),
  };
}

/** Whether a time is one of those that are offered on its day, whoever may be free. */
export const isOffered = (
  { opening, timeZone }: Pick<BusinessFacts, 'opening' | 'timeZone'>,
  start: string,
): boolean => {
  const days = wallDays(dayOf(start, timeZone), 1, timeZone);
  return startsOf(opening, days).some(({ at }) => at === Date.parse(start));
};

/** The free times nearest to one that was wished for, at most `most`, in order. */
export async function nearestTimes(db: Db, query: Search & { start: string }, most: number): Promise<Slot[]> {
  const day = dayOf(query.start, query.business.timeZone);
  const free = await findFreeTimes(db, { ...query, from: daysLater(day, -3), days: 11 });
  const away = ({ start }: Slot) => Math.abs(Date.parse(start) - Date.parse(query.start));
  return free
    .sort((one, other) => away(one) - away(other))
    .slice(0, most)
    .sort((one, other) => (one.start < other.start ? -1 : 1));
}
