import { fromNow, hour } from './member-bookings.ts';
import type { RunningServer } from './server.ts';

/** The books of a newcomer who has paid for one cleaning by card. */
export const paidOnce = {
  bookings: [{ payment_type: 'one_time', price_cents: 18_900 }],
  payments: [{ status: 'booked' }],
};

/** A person's details as an address may carry them. */
export const details = {
  customerName: 'Ann Lee',
  phone: '0412 345 678',
  email: 'ann@example.com',
  address: '12 Banksia Street, Newtown NSW',
  // A morning in Sydney: the business is closed at night.
  scheduledDate: `${fromNow(30 * 24 * hour).slice(0, 11)}23:00:00.000Z`,
  notes: 'Mind the cat',
};

/** The service that the journeys pay for by card. */
export const cardServiceId = async (server: RunningServer) => {
  const { id } = await server.rows((db) =>
    db
      .selectFrom('services')
      .select('id')
      .where('name', '=', 'House and bathroom cleaning')
      .executeTakeFirstOrThrow(),
  );
  return id;
};
