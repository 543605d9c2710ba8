import { randomUUID } from 'node:crypto';
import { cards, paymentsSandbox, settled } from '../outside/cards.ts';
import type { Client } from '../servers/client.ts';
import type { TestServer } from '../servers/server.ts';
import { aPaidBooking } from './paid-booking.ts';

/** The reason that the team gives for a refund. */
export const reason = 'The windows were streaky.';

/** The whole of a charge that `aCharge` makes, in cents. */
export const wholeCents = 18_900;

/** A booking paid by card, its charge, and the team's acts on it. */
export async function aCharge(server: TestServer, team: Client, card: string = cards.succeeds) {
  const { db, payments } = server.deps;
  const paid = await aPaidBooking(server, { card });
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', paid.intent)
    .executeTakeFirstOrThrow();
  const params = { id };
  return {
    ...paid,
    chargeId: id,
    charge: async () => (await team.call('readCharge', { params })).body,
    refund: (
      amountCents: number,
      { leftCents = wholeCents, by = team, idempotencyKey = randomUUID() as string, why = reason } = {},
    ) =>
      by.call('refundCharge', {
        params,
        body: { amountCents, reason: why, leftCents },
        idempotencyKey,
      }),
    callOff: () => team.call('setBookingStatus', { params: paid.params, body: { status: 'cancelled' } }),
    /** The sums of the provider's refunds that were not refused. */
    atProvider: async () => {
      const { givenCents, pendingCents, leftCents } = await payments.readRefunds(paid.intent);
      return { givenCents, pendingCents, leftCents };
    },
    notices: async () =>
      (
        await db
          .selectFrom('notices')
          .select('content')
          .where('user_id', '=', paid.user.id)
          .where('kind', '=', 'billing')
          .execute()
      ).map(({ content }) => JSON.parse(content)),
    acts: () =>
      db
        .selectFrom('audit_acts')
        .select(['act', 'details', 'subject_kind'])
        .where('user_id', '=', paid.user.id)
        .execute(),
  };
}

/** The refunds of a customer that wait for a person of the team. */
export const stuckOf = async (team: Client, userId: string) =>
  (await team.call('listStuckRefunds')).body.filter(({ customer }) => customer.id === userId);

/** Moves both clocks on by a minute, with all events of the provider. */
export async function aMinuteLater(server: TestServer): Promise<void> {
  server.clock.advance({ seconds: 61 });
  paymentsSandbox(server).control({ advanceClockSeconds: 61 });
  await settled(server);
}
