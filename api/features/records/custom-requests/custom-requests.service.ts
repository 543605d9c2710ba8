import { bookingChanged } from '../../../bus/changed.ts';
import type { Body } from '../../../contract/calls/calls.ts';
import type { Priority } from '../../../contract/rules/priorities.ts';
import type { Booking } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { rememberContact } from '../account/people-search/people-search.service.ts';
import { notesOf, requestText, rowOfText } from '../bookings/booking-details/booking-details.ts';
import { requireBookable, requireOpen } from '../bookings/booking-limits.rules.ts';
import { requireRoom } from '../bookings/booking-limits.service.ts';
import { bookRequested, presentBookingById } from '../bookings/bookings.service.ts';
import { requireCustomService } from '../catalogue/catalogue.service.ts';
import { confirmBooked } from '../notices/own-acts.service.ts';
import { tellTeam } from '../team-notices/team-notices.service.ts';
import { findAttempt, insertRequest } from './custom-requests.repository.ts';
import { rememberRequest } from './request-search.service.ts';

/**
 * Takes a request for a service outside the catalogue: a pending booking that the team answers with a quote.
 * @param key the attempt's own id: a repeat with the same content returns the first booking
 * @throws Refusal `invalid_input` (a time that has passed), `key_reused`
 */
export async function requestCustomService(
  deps: Pick<Deps, 'db' | 'clock' | 'changes' | 'env' | 'business'>,
  person: Person,
  wanted: Body<'requestCustomService'>,
  key: string | null,
): Promise<Booking> {
  const { db, clock, changes, env } = deps;
  const content = contentOf(wanted);
  const earlier = key && (await requestedByAttempt(db, person, key, content));
  if (earlier) return presentBookingById(db, earlier);

  const now = clock.now();
  requireBookable(content.scheduled_date, now);
  requireOpen(deps.business.current(), content.scheduled_date);
  const { scheduled_date, estimated_minutes, notes, ...request } = content;
  const serviceId = await requireCustomService(db);
  const made = await db.transaction().execute(async (tx) => {
    const id = await bookRequested(tx, {
      userId: person.id,
      serviceId,
      scheduledDate: scheduled_date,
      estimatedMinutes: estimated_minutes,
      details: rowOfText(notes, request),
      key,
      now: now.toISOString(),
    });
    if (id) {
      await requireRoom(tx, env, person.id, { more: 0, now });
      const row = { booking_id: id, ...request };
      await insertRequest(tx, {
        ...row,
        estimated_minutes,
        turn: turnOf(now.toISOString(), request.priority),
      });
      await rememberRequest(tx, row);
      await rememberContact(tx, person.id, { phone: request.contact_info, place: request.location });
      await confirmBooked(tx, {
        act: 'requested',
        bookingId: id,
        userId: person.id,
        now: now.toISOString(),
      });
      const news = { what: 'request', bookingId: id } as const;
      await tellTeam(tx, { news, key: id, now: now.toISOString() });
    }
    return id;
  });
  // A repeat of the attempt was quicker.
  const id = made ?? (key && (await requestedByAttempt(db, person, key, content)));
  if (!id) throw new Error('The request of this attempt could not be read');
  if (made) bookingChanged(changes, { id, userId: person.id });
  return presentBookingById(db, id);
}

/** Requests of the same minute are ordered by their priority. */
const turnOf = (askedAt: string, priority: Priority): string =>
  `${askedAt.slice(0, 16)}${ranks.indexOf(priority)}`;
const ranks: readonly Priority[] = ['emergency', 'urgent', 'standard'];

/** The request in the form in which it is stored. */
function contentOf(wanted: Body<'requestCustomService'>) {
  return {
    service_name: wanted.serviceName,
    description: wanted.description,
    priority: wanted.priority,
    location: wanted.location,
    contact_info: wanted.contactInfo,
    scheduled_date: new Date(wanted.scheduledDate).toISOString(),
    estimated_minutes: wanted.estimatedHours * 60,
    notes: requestText(wanted),
  };
}

/** The booking made by this attempt, if any. @throws Refusal `key_reused` if it had another content. */
async function requestedByAttempt(
  db: Db,
  person: Person,
  key: string,
  content: ReturnType<typeof contentOf>,
): Promise<string | null> {
  const earlier = await findAttempt(db, person.id, key);
  if (!earlier) return null;
  const { service_name, ...request } = earlier;
  const notes = notesOf(earlier, service_name === null ? null : { service_name, ...request });
  const stored = { ...earlier, notes };
  const names = Object.keys(content) as (keyof typeof content)[];
  if (names.some((name) => stored[name] !== content[name]))
    throw new Refusal('key_reused', 'This Idempotency-Key was used for another booking');
  return earlier.id;
}
