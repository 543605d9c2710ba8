import { createHash, randomUUID } from 'node:crypto';
import type { CalendarLink } from '../../../contract/schemas/people.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import { isSealOf, sealOf } from '../../../core/seal.ts';
import { dayOf, sameTime, startOfDay } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { listVisits, readVisit, readVisitsRevision } from '../../records/bookings/visits.service.ts';
import { deleteLink, findLink, findReader, putLink } from './calendar.repository.ts';
import type { Feed, Feeds } from './feeds.ts';
import { calendarText, longCalendarText } from './ics.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'secret' | 'changes' | 'limits' | 'business'>;

const backMonths = 3;
const aheadMonths = 13;
/** Tolerance for the difference between the clocks of several servers. */
const settledMs = 5_000;
const purpose = 'calendar link';

/** The address to which the person's calendars subscribe, if they have made one. */
export async function readCalendarLink(deps: Parts, person: Person): Promise<CalendarLink> {
  const { db, env, secret } = deps;
  const link = await findLink(db, person.id);
  if (!link) return { url: null, createdAt: null };
  return {
    url: `${env.PUBLIC_URL}/calendar/${link.id}.${sealOf(secret, purpose, link.id)}.ics`,
    createdAt: link.created_at,
  };
}

/** Makes a new address; the old one stops working. */
export async function createCalendarLink(deps: Parts, person: Person): Promise<CalendarLink> {
  const { db, clock } = deps;
  await putLink(db, { user_id: person.id, id: randomUUID(), created_at: clock.now().toISOString() });
  tell(deps, person);
  return readCalendarLink(deps, person);
}

export async function revokeCalendarLink(deps: Parts, person: Person): Promise<CalendarLink> {
  await deleteLink(deps.db, person.id);
  tell(deps, person);
  return readCalendarLink(deps, person);
}

const tell = (deps: Parts, { id }: Person): void => {
  const { changes } = deps;
  changes.tell({ people: [id], keys: ['/api/calendar-link'] });
};

/**
 * The content for a calendar that subscribed: from 3 months back to 13 ahead, with cancelled bookings, so that they
 * disappear there too. The address alone opens it, so it contains neither notes nor the
 * customer's name.
 * @param asked the file's name, the `ETag`s that the calendar already has, and the address of the reader
 * @returns without text if the calendar has the present version
 * @throws Refusal `not_found` for an address that is not, or no longer, one of ours; `too_many_requests`
 */
export async function readFeed(
  deps: Parts,
  feeds: Feeds,
  { file, known, address }: { file: string; known: string; address: string },
): Promise<Feed | { etag: string; text: null }> {
  const { secret, limits } = deps;
  const [, id, given] = /^([\da-f-]{36})\.([\w-]{43})\.ics$/.exec(file) ?? [];
  const isOurs = id && given && isSealOf(secret, purpose, id, given);
  // This limit comes first, so that a reader with many addresses is refused without a query.
  if (isOurs) await limits.calendar(id);
  await limits.feed(address);
  if (!isOurs) throw notFound('Calendar');
  return limits.calendarInTurn(id, () => readCurrent(deps, feeds, { id, known }));
}

async function readCurrent(
  deps: Parts,
  feeds: Feeds,
  { id, known }: { id: string; known: string },
): Promise<Feed | { etag: string; text: null }> {
  const { db, clock, env, business } = deps;
  const userId = await findReader(db, id);
  if (!userId) throw notFound('Calendar');
  const now = clock.now();
  const span = { userId, since: monthsFrom(now, -backMonths), until: monthsFrom(now, aheadMonths) };
  const { count, last, changedAt } = await readVisitsRevision(db, span);
  const { workersShown } = business.current();
  const named = [env.BUSINESS_NAME, env.PUBLIC_URL, env.BUSINESS_TIME_ZONE];
  const facts = [userId, span.since, count, last, changedAt, ...named, workersShown];
  // Two changes within one moment look like one, so a version is trusted only for a second until the moment has
  // passed.
  const settled = changedAt === null || now.getTime() - Date.parse(changedAt) > settledMs;
  if (!settled) facts.push(Math.floor(now.getTime() / 1000));
  const etag = `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}"`;
  // The tag may stand in a list, or be weakened by a proxy.
  if (known.includes(etag)) return { etag, text: null };
  return feeds.read(userId, etag, () => longCalendarText(env, listVisits(db, span)));
}

/** The same all day, so that an unchanged calendar keeps its version. */
function monthsFrom(now: Date, months: number): string {
  return sameTime(startOfDay(dayOf(now, 'UTC'), 'UTC'), { months }, 'UTC');
}

/**
 * One booking, for adding to a calendar by hand.
 * @throws Refusal `not_found`, also for another person's; `conflict` if it has no time
 */
export async function readBookingCalendar(deps: Parts, person: Person, id: string): Promise<string> {
  const { db, env } = deps;
  const visit = await readVisit(db, person, id);
  if (!visit.startsAt) throw new Refusal('conflict', 'This booking has no time yet');
  return calendarText(env, [visit]);
}
