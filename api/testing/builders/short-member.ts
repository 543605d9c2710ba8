import { randomUUID } from 'node:crypto';
import { cards, settled } from '../outside/cards.ts';
import type { TestServer } from '../servers/server.ts';
import { aService } from './builders.ts';
import { aPayingMember } from './plans.ts';

/** The Basic plan’s price of two hours. */
export const twoHoursCents = 26_040;

/** The payments of a booking’s hours past the plan: each with its status, its sum, and the refunded part. */
export async function overageChargesOf(server: TestServer, bookingId: string) {
  await settled(server);
  const rows = await server.deps.db
    .selectFrom('payments')
    .select(['status', 'amount_cents', 'refunded_cents'])
    .where('past_booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => [row.status, row.amount_cents, row.refunded_cents]);
}

/**
 * A member of the Basic plan, 5 hours, with a booking of 4, and one of 3 on 25 November, of which they agreed to pay
 * 2 by card.
 */
export async function aShortMember(
  server: TestServer,
  { card = cards.succeeds, otherAt = '2026-11-25T22:30:00.000Z' }: { card?: string; otherAt?: string } = {},
) {
  const member = await aPayingMember(server, 'basic', card);
  const book = async (hours: number, scheduledDate: string) => {
    const { id: serviceId } = await aService(server.deps.db, {
      name: 'Gutter cleaning',
      estimated_minutes: hours * 60,
    });
    const query = { serviceId, scheduledDate };
    const { missingHours, past } = (await member.client.call('readBookingTerms', { query })).body;
    const { body } = await member.client.call('createBooking', {
      body: {
        serviceId,
        scheduledDate,
        notes: '',
        paymentType: 'subscription',
        ...(past && { past: { missingHours, amountCents: past.amountCents } }),
      },
      idempotencyKey: randomUUID(),
    });
    return body.id;
  };
  const other = await book(4, otherAt);
  const id = await book(3, '2026-11-25T22:30:00.000Z');
  return { ...member, id, other, params: { id }, charges: () => overageChargesOf(server, id) };
}
