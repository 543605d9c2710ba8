import { aBooking, aUser } from '../api/testing/builders/builders.ts';
import { fromLocalInput, toLocalInput } from '../app/lib/time/dates.ts';
import { businessZone } from '../scripts/test/business-zone.ts';
import type { RunningServer } from './server.ts';

/** A local time in Sydney, as an instant. */
export const sydney = (wall: string): string => fromLocalInput(wall, businessZone);

/** The calendar day in Sydney this many days from today. */
export const dayIn = (days: number, now: Date = new Date()): string => {
  const [year = 0, month = 1, day = 1] = toLocalInput(now.toISOString(), businessZone)
    .slice(0, 10)
    .split('-')
    .map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
};

type Given = Parameters<typeof aBooking>[1];

/** A customer's booking of a service of the catalogue, by the beginning of its slug. */
export function visit(
  server: RunningServer,
  { service, name = 'Mai Tran', ...given }: { service: string; name?: string } & NonNullable<Given>,
) {
  return server.rows(async (db) => {
    const { id, estimated_minutes } = await db
      .selectFrom('services')
      .select(['id', 'estimated_minutes'])
      .where('slug', 'like', `${service}%`)
      .orderBy('slug')
      .executeTakeFirstOrThrow();
    const [first_name = '', last_name = ''] = name.split(' ');
    const user = await aUser(db, { first_name, last_name });
    const booking = await aBooking(db, {
      user_id: user.id,
      service_id: id,
      status: 'scheduled',
      estimated_minutes,
      ...given,
    });
    return { ...booking, user };
  });
}
