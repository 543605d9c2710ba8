import type { Opening } from '../../../contract/rules/business/opening.ts';
import type {
  BusinessForm,
  BusinessSettings,
  OpeningForm,
  OutsideBookings,
} from '../../../contract/schemas/business.ts';
import { differingFrom } from '../../../core/business.ts';
import type { Person } from '../../../core/person.ts';
import { dialled } from '../../../core/phone.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { hasAnyPrice } from '../../records/business/business.repository.ts';
import { saveBusiness } from '../../records/business/business.service.ts';
import { selectOpenAfter } from './business-settings.repository.ts';
import { outsideOf } from './outside.rules.ts';

/** Bookings that are listed at once. */
const mostListed = 50;
const batch = 500;

/** All facts of the business, and the open bookings at which no new one could be made. */
export async function readBusinessSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'business' | 'ownEnv'>,
): Promise<BusinessSettings> {
  const facts = deps.business.current();
  const { policies, opening, ...contact } = facts;
  return {
    ...contact,
    ...policies,
    ...(opening as OpeningForm),
    tel: dialled(contact.phone, contact.timeZone),
    isFixed: await hasAnyPrice(deps.db),
    differing: differingFrom(deps.ownEnv, facts),
    outside: await bookingsOutside(deps, opening),
  };
}

/**
 * Publishes changed facts, and reads the settings that then hold.
 * @throws Refusal as `saveBusiness` does; one of `conflict` has the present settings as `current`
 */
export async function publishSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'business' | 'ownEnv' | 'changes'>,
  person: Person,
  form: BusinessForm,
): Promise<BusinessSettings> {
  try {
    await saveBusiness(deps, person, form);
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'conflict') throw cause;
    await deps.business.readAgain();
    const current = await readBusinessSettings(deps);
    throw new Refusal('conflict', cause.message, { fields: cause.fields ?? {}, current, cause });
  }
  return readBusinessSettings(deps);
}

/** The open bookings, the next first, that these opening hours would not let anybody make anew. */
export async function bookingsOutside(
  deps: Pick<Deps, 'db' | 'clock' | 'business'>,
  opening: Opening,
): Promise<OutsideBookings> {
  const { db, clock, business } = deps;
  const { timeZone } = business.current();
  const bookings: OutsideBookings['bookings'] = [];
  let place = { at: clock.now().toISOString(), id: '' };
  for (;;) {
    const rows = await selectOpenAfter(db, { ...place, rows: batch });
    for (const row of rows) {
      const why = outsideOf(opening, row, timeZone);
      if (!why) continue;
      if (bookings.length === mostListed) return { bookings, more: true };
      const { id, status, service, scheduled_date: scheduledDate } = row;
      bookings.push({ id, status, service, scheduledDate, ...why });
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) return { bookings, more: false };
    place = { at: last.scheduled_date, id: last.id };
  }
}
