import { bookingChanged } from '../../bus/changed.ts';
import type { Body } from '../../contract/calls.ts';
import type { Booking } from '../../contract/entities.ts';
import type { Priority } from '../../contract/priorities.ts';
import type { Person } from '../../core/person.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { requireBookable, requireRoom } from '../bookings/booking-limits.service.ts';
import { bookRequested, presentBookingById } from '../bookings/bookings.service.ts';
import { requireCustomService } from '../catalogue/catalogue.service.ts';
import { findAttempt, insertRequest } from './custom-requests.repository.ts';
import { rememberRequest } from './request-search.service.ts';

const notesPrefix = 'Custom Service Request:';

/**
 * Takes a request for what is not in the catalogue: a pending booking that the team answers with a quote.
 * @param key the attempt's own id: repeated with the same content it answers the booking of the first time
 * @throws Refusal `invalid_input` (a date that has passed), `key_reused`
 */
export async function requestCustomService(
  { db, clock, changes, env }: Pick<Deps, 'db' | 'clock' | 'changes' | 'env'>,
  person: Person,
  wanted: Body<'requestCustomService'>,
  key: string | null,
): Promise<Booking> {
  const content = contentOf(wanted);
  const earlier = key && (await requestedByAttempt(db, person, key, content));
  if (earlier) return presentBookingById(db, earlier);

  const now = clock.now();
  requireBookable(content.scheduled_date, now);
  const { scheduled_date, estimated_minutes, notes, ...request } = content;
  const serviceId = await requireCustomService(db);
  const made = await db.transaction().execute(async (tx) => {
    const id = await bookRequested(tx, {
      userId: person.id,
      serviceId,
      scheduledDate: scheduled_date,
      estimatedMinutes: estimated_minutes,
      notes,
      key,
      now: now.toISOString(),
    });
    if (id) {
      await requireRoom(tx, env, person.id, { more: 0, now });
      const asked = { booking_id: id, ...request };
      await insertRequest(tx, {
        ...asked,
        estimated_minutes,
        turn: turnOf(now.toISOString(), request.priority),
      });
      await rememberRequest(tx, asked);
    }
    return id;
  });
  // A repeat of the attempt was quicker.
  const id = made ?? (key && (await requestedByAttempt(db, person, key, content)));
  if (!id) throw new Error('A request was refused by no attempt that can be found');
  if (made) bookingChanged(changes, { id, userId: person.id });
  return presentBookingById(db, id);
}

/** What was asked within the same minute is answered by how urgent it is. */
const turnOf = (askedAt: string, priority: Priority): string =>
  `${askedAt.slice(0, 16)}${ranks.indexOf(priority)}`;
const ranks: readonly Priority[] = ['emergency', 'urgent', 'standard'];

/** As it is stored. */
function contentOf(wanted: Body<'requestCustomService'>) {
  return {
    service_name: wanted.serviceName,
    description: wanted.description,
    priority: wanted.priority,
    location: wanted.location,
    contact_info: wanted.contactInfo,
    scheduled_date: new Date(wanted.scheduledDate).toISOString(),
    estimated_minutes: wanted.estimatedHours * 60,
    notes: notesOf(wanted),
  };
}

/** The team knows a request by how its notes begin, whatever the client wrote there. */
function notesOf({ serviceName, notes }: Body<'requestCustomService'>): string {
  if (notes?.startsWith(notesPrefix)) return notes;
  const first = `${notesPrefix} ${serviceName}`;
  return notes ? `${first}\nNotes: ${notes}` : first;
}

/** The booking that this attempt made, if it did. @throws Refusal `key_reused` when it was for something else. */
async function requestedByAttempt(
  db: Db,
  person: Person,
  key: string,
  content: ReturnType<typeof contentOf>,
): Promise<string | null> {
  const earlier = await findAttempt(db, person.id, key);
  if (!earlier) return null;
  const names = Object.keys(content) as (keyof typeof content)[];
  if (names.some((name) => earlier[name] !== content[name]))
    throw new Refusal('key_reused', 'This Idempotency-Key was used for another booking');
  return earlier.id;
}
