import { expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { PaymentRefused } from '../../../providers/payments/payments.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import {
  aMinuteLater,
  aCharge as chargeOf,
  reason,
  stuckOf,
  wholeCents,
} from '../../../testing/builders/charges.ts';
import { aFileServer } from '../../../testing/builders/file-server.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { cards, paymentsSandbox, refundByHand, settled } from '../../../testing/outside/cards.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { decideInvoiceRefund } from '../../records/billing/invoice-refunds.service.ts';
import { syncRefunds } from '../checkout/refunds.service.ts';

// A bank sends a refund back after a person has given the rest of its charge in another way.
let server: TestServer;
let admin: Client;
aFileServer('2026-11-20T02:00:00.000Z', async (started) => {
  server = started;
  admin = await server.as(await anAdmin(server.deps.db));
});

const refused = 'Insufficient available funds in your account.';
const sentBack = 'The bank has sent the refund back.';
const lookAgain = () => reconcile(server.deps, new AbortController().signal);
const byHand = (id: string) => admin.call('settleStuckRefund', { params: { id }, body: { how: 'by_hand' } });

/** The acts of the team on a charge of `whole` cents; `giveRest` has all of it refunded that is not yet. */
function actsOn({ id, userId, whole }: Charged, giveRest: () => Promise<unknown>) {
  const params = { id };
  const part = (amountCents: number) =>
    admin.call('refundCharge', { params, body: { amountCents, reason, leftCents: whole } });
  const refunded = async () => (await admin.call('readCharge', { params })).body.refundedCents;
  /** The sums that wait for a person, and the reasons. */
  const waiting = async () =>
    (await stuckOf(admin, userId)).map(({ amountCents, trouble }) => [amountCents, trouble]);
  async function giveByHand() {
    for (const stuck of await stuckOf(admin, userId)) expect((await byHand(stuck.id)).status).toBe(200);
  }
  return {
    part,
    refunded,
    waiting,
    giveRest,
    /** The provider refuses the rest of the charge, and a person gives it back in another way. */
    async giveRestByHand(cents: number) {
      paymentsSandbox(server).control({ refuseRefunds: 1 });
      await giveRest();
      await lookAgain();
      expect(await waiting()).toEqual([[cents, refused]]);
      await giveByHand();
    },
    /** The bank sends a refund back, which then waits for a person, who gives it back in another way. */
    async sendsBack(cents: number) {
      await daysLater();
      expect([await waiting(), await refunded()]).toEqual([[[cents, sentBack]], whole - cents]);
      await giveByHand();
      await daysLater();
      expect([await waiting(), await refunded()]).toEqual([[], whole]);
    },
  };
}
interface Charged {
  id: string;
  userId: string;
  whole: number;
}

/** A booking paid with a card whose bank sends refunds back. */
async function aCharge(card: string = cards.refundsFail) {
  const made = await chargeOf(server, admin, card);
  const charged = { id: made.chargeId, userId: made.user.id, whole: wholeCents };
  return { ...made, ...actsOn(charged, made.callOff) };
}

/** A plan's invoice paid with such a card. */
async function aPlansInvoice() {
  const { client, user } = await aPayingMember(server, 'standard', cards.refundsFail);
  const [line] = (await client.call('listBillingHistory')).body;
  const id = line?.id ?? '';
  const now = server.clock.now().toISOString();
  const refund = { id, userId: user.id, plan: 'Standard', amountCents: 140_099, now } as const;
  const decide = () => server.deps.db.transaction().execute((tx) => decideInvoiceRefund(tx, refund));
  return actsOn({ id, userId: user.id, whole: 140_099 }, decide);
}

/** Lets the bank answer as often as the product asks it by itself, and more. */
async function daysLater() {
  for (let round = 0; round < 8; round += 1) {
    await aMinuteLater(server);
    await lookAgain();
  }
}

test('a part of a payment that comes back after the rest was given by hand waits for a person', async () => {
  const { part, giveRestByHand, refunded, sendsBack } = await aCharge();
  await part(2000);
  await giveRestByHand(16_900);
  expect(await refunded()).toBe(18_900);
  await sendsBack(2000);
});

test('a part of a plan that comes back after the rest was given by hand waits for a person', async () => {
  const { part, giveRestByHand, sendsBack } = await aPlansInvoice();
  await part(40_000);
  await giveRestByHand(100_099);
  await sendsBack(40_000);
});

test('a part that comes back after the provider refunded the rest waits for a person', async () => {
  const { part, giveRest, sendsBack } = await aCharge();
  await part(2000);
  await giveRest();
  // The bank sends both back, and both wait as one: the whole of the payment.
  await sendsBack(18_900);
});

test('a refund in the dashboard that comes back after the rest was given by hand waits for a person', async () => {
  const { intent, giveRestByHand, sendsBack, refunded, waiting } = await aCharge();
  await refundByHand(server, intent, 5000);
  await settled(server);
  await giveRestByHand(13_900);
  await sendsBack(5000);
  // Both sums by hand count together, whatever is read later.
  await syncRefunds(server.deps, intent);
  await daysLater();
  expect([await waiting(), await refunded()]).toEqual([[], 18_900]);
  expect(await server.deps.payments.readRefunds(intent)).toMatchObject({ givenCents: 0, pendingCents: 0 });
});

test('an older read that is noted after a part came back does not call it made', async () => {
  const { intent, part, giveRestByHand, refunded, waiting } = await aCharge();
  const { payments } = server.deps;
  await part(2000);
  await giveRestByHand(16_900);
  const real = payments.readRefunds;
  vi.spyOn(payments, 'readRefunds').mockImplementationOnce(async (id) => {
    const older = await real(id);
    await daysLater();
    return older;
  });
  await syncRefunds(server.deps, intent);
  expect([await waiting(), await refunded()]).toEqual([[[2000, sentBack]], 16_900]);
});

test('a part under way is not yet refunded when the rest was given by hand', async () => {
  const { part, giveRestByHand, refunded, waiting } = await aCharge(cards.refundsLater);
  await part(2000);
  await giveRestByHand(16_900);
  expect(await refunded()).toBe(16_900);
  await daysLater();
  expect([await waiting(), await refunded()]).toEqual([[], 18_900]);
});

test('a charge that an older release noted as given by hand is not refunded again', async () => {
  const { chargeId, intent, part, giveRestByHand, refunded, waiting } = await aCharge();
  await part(2000);
  await giveRestByHand(16_900);
  await server.deps.db
    .updateTable('payments')
    .set({ by_hand_cents: null })
    .where('id', '=', chargeId)
    .execute();
  await daysLater();
  expect([await waiting(), await refunded()]).toEqual([[], 18_900]);
  expect(await server.deps.payments.readRefunds(intent)).toMatchObject({ givenCents: 0, pendingCents: 0 });
});

test('a refusal that comes after another process has made the refund asks for nobody', async () => {
  const { part, waiting, refunded } = await aCharge(cards.succeeds);
  const { payments } = server.deps;
  const make = payments.refund.bind(payments);
  vi.spyOn(payments, 'refund').mockImplementationOnce(async (input) => {
    await make(input);
    await lookAgain();
    throw new PaymentRefused(refused, 'balance_insufficient');
  });
  expect((await part(2000)).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect(await refunded()).toBe(2000);
});
