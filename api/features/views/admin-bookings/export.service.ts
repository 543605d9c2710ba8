import { acts } from '../../../bus/changed.ts';
import type { BookingFilter } from '../../../contract/calls/admin-booking-calls.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { readPerson } from '../../records/account/account.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { allBookings } from './admin-bookings.service.ts';
import { bookingsCsv } from './bookings-csv.ts';

/**
 * The bookings under a filter as a file for spreadsheets: its name and its content, piece by piece, each read when
 * the one before has been taken. The log records the person and the filter, without the searched words or the
 * customer's name.
 */
export async function exportBookings(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  filter: BookingFilter,
): Promise<{ name: string; content: AsyncGenerator<string> }> {
  const { db, clock, env, changes } = deps;
  const { text, customer, ids, ...named } = filter;
  const details = {
    ...named,
    text: text !== undefined,
    customer: customer !== undefined,
    ...(ids && { chosen: ids.split(',').length }),
  };
  await db.transaction().execute(async (tx) =>
    recordAct(tx, {
      actorId: person.id,
      act: 'bookings_exported',
      subject: { kind: 'export', id: 'bookings' },
      // The address may hold an unknown id; the file is then empty.
      userId: customer === undefined ? null : ((await readPerson(tx, customer))?.id ?? null),
      details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, value ?? null])),
      now: instant(clock),
    }),
  );
  changes.tell({ admins: true, keys: [acts] });
  const zone = env.BUSINESS_TIME_ZONE;
  return {
    name: `hearthkeep-bookings-${dayOf(clock.now(), zone)}.csv`,
    content: bookingsCsv(allBookings(deps, person, filter), { timeZone: zone, currency: env.CURRENCY }),
  };
}
