import { randomUUID } from 'node:crypto';
import type { CalendarLink } from '../../contract/entities.ts';
import type { Deps } from '../../deps.ts';
import { notFound, Refusal } from '../../http/errors.ts';
import type { Person } from '../../http/handlers.ts';
import { isSealOf, sealOf } from '../../seal.ts';
import { listVisits, readVisit } from '../bookings/visits.service.ts';
import { deleteLink, findLink, findReader, putLink } from './calendar.repository.ts';
import { calendarText } from './ics.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'secret' | 'changes'>;

const keptDays = 90;
const purpose = 'calendar link';

/** The address to which the person's calendars subscribe, if they made one. */
export async function readCalendarLink({ db, env, secret }: Parts, person: Person): Promise<CalendarLink> {
  const link = await findLink(db, person.id);
  if (!link) return { url: null, createdAt: null };
  return {
    url: `${env.PUBLIC_URL}/calendar/${link.id}.${sealOf(secret, purpose, link.id)}.ics`,
    createdAt: link.created_at,
  };
}

/** Makes a new one; the one before stops working. */
export async function createCalendarLink(parts: Parts, person: Person): Promise<CalendarLink> {
  const { db, clock } = parts;
  await putLink(db, { user_id: person.id, id: randomUUID(), created_at: clock.now().toISOString() });
  tell(parts, person);
  return readCalendarLink(parts, person);
}

export async function revokeCalendarLink(parts: Parts, person: Person): Promise<CalendarLink> {
  await deleteLink(parts.db, person.id);
  tell(parts, person);
  return readCalendarLink(parts, person);
}

const tell = ({ changes }: Parts, { id }: Person): void =>
  changes.tell({ people: [id], keys: ['/api/calendar-link'] });

/**
 * What a calendar reads that subscribed: the last 90 days and all that is to come, with what was called off, so that
 * it disappears there too. The address alone opens it, so it holds neither notes nor a name.
 * @throws Refusal `not_found` for an address that is not, or no longer, one of ours
 */
export async function readFeed({ db, clock, env, secret }: Parts, file: string): Promise<string> {
  const [, id, given] = /^([\da-f-]{36})\.([\w-]{43})\.ics$/.exec(file) ?? [];
  if (!id || !given || !isSealOf(secret, purpose, id, given)) throw notFound('Calendar');
  const userId = await findReader(db, id);
  if (!userId) throw notFound('Calendar');
  const since = new Date(clock.now().getTime() - keptDays * 86_400_000).toISOString();
  return calendarText(env, await listVisits(db, userId, since));
}

/**
 * One booking, to add to a calendar by hand.
 * @throws Refusal `not_found`, also for another person's; `conflict` while it has no time
 */
export async function readBookingCalendar({ db, env }: Parts, person: Person, id: string): Promise<string> {
  const visit = await readVisit(db, person, id);
  if (!visit.startsAt) throw new Refusal('conflict', 'This booking has no time yet');
  return calendarText(env, [visit]);
}
