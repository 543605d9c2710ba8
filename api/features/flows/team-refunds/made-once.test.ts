import { expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aMinuteLater, aCharge as chargeOf, stuckOf } from '../../../testing/builders/charges.ts';
import { aFileServer } from '../../../testing/builders/file-server.ts';
import { cards } from '../../../testing/outside/cards.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

// A decided refund of a part is made once, whatever the process, the provider and the bank do.
let server: TestServer;
let admin: Client;
aFileServer('2026-11-20T02:00:00.000Z', async (started) => {
  server = started;
  admin = await server.as(await anAdmin(server.deps.db));
});

const lookAgain = () => reconcile(server.deps, new AbortController().signal);
const aCharge = (card?: string) => chargeOf(server, admin, card);

test('a refund decided before the process died is made by the reconciler, once', async () => {
  const { refund, charge, atProvider } = await aCharge();
  const real = server.deps.payments.refund;
  const refundCalls = vi
    .spyOn(server.deps.payments, 'refund')
    .mockRejectedValueOnce(new Error('the process died'));
  expect((await refund(2000)).body).toMatchObject({
    leftCents: 16_900,
    pendingCents: 2000,
    refunds: [{ state: 'under_way', trouble: null }],
  });
  expect(await atProvider()).toMatchObject({ givenCents: 0 });
  // Made, but not stored.
  refundCalls.mockImplementationOnce(async (input) => {
    await real(input);
    throw new Error('the process died');
  });
  await lookAgain();
  await lookAgain();
  await lookAgain();
  expect(refundCalls).toHaveBeenCalledTimes(2);
  expect(await atProvider()).toMatchObject({ givenCents: 2000 });
  expect(await charge()).toMatchObject({ refundedCents: 2000, refunds: [{ state: 'made' }] });
});

test('a provider that has forgotten the attempt’s key makes no second refund', async () => {
  const { refund, chargeId, intent, charge, atProvider } = await aCharge();
  const { body } = await refund(2000);
  // Another process had read the refund as due before it was made.
  await server.deps.db
    .updateTable('refunds')
    .set({ state: 'due' })
    .where('charge_id', '=', chargeId)
    .execute();
  const refundCalls = vi.spyOn(server.deps.payments, 'refund');
  await lookAgain();
  expect(refundCalls).not.toHaveBeenCalled();
  expect(await atProvider()).toMatchObject({ givenCents: 2000 });
  expect((await charge()).refunds).toEqual([{ ...body.refunds[0], state: 'made' }]);
  expect(intent).toMatch(/^pi_/);
});

test('a part that fails later is made again, then waits for a person, who has it tried once more', async () => {
  const { user, refund, charge, read, atProvider } = await aCharge(cards.refundsFail);
  await refund(2000);
  expect(await charge()).toMatchObject({ refundedCents: 2000, refunds: [{ state: 'made' }] });
  await aMinuteLater(server);
  expect(await charge()).toMatchObject({
    refundedCents: 0,
    pendingCents: 2000,
    refunds: [{ state: 'under_way' }],
  });
  await lookAgain();
  await aMinuteLater(server);
  await lookAgain();
  expect(await charge()).toMatchObject({
    leftCents: 16_900,
    refunds: [{ state: 'under_way', trouble: 'The bank has sent the refund back.' }],
  });
  const [stuck] = await stuckOf(admin, user.id);
  expect(stuck).toMatchObject({ amountCents: 2000, trouble: 'The bank has sent the refund back.' });
  // The customer reads nothing of the provider's words.
  expect(JSON.stringify((await read()).charges)).not.toContain('bank');
  const params = { id: stuck?.id ?? '' };
  await admin.call('settleStuckRefund', { params, body: { how: 'again' } });
  await lookAgain();
  expect(await charge()).toMatchObject({ refundedCents: 2000, refunds: [{ state: 'made', trouble: null }] });
  expect(await stuckOf(admin, user.id)).toEqual([]);
  expect(await atProvider()).toMatchObject({ givenCents: 2000 });
});

test('a refund is decided although the provider stops answering, and is made once it answers', async () => {
  const { refund, charge, atProvider } = await aCharge();
  const { payments } = server.deps;
  const real = payments.readRefunds;
  const gone = new PaymentsUnavailable('The network is gone');
  vi.spyOn(payments, 'readRefunds').mockImplementationOnce(real).mockRejectedValue(gone);
  const { status, body } = await refund(2000);
  expect([status, body]).toMatchObject([
    200,
    { leftCents: 16_900, pendingCents: 2000, refunds: [{ state: 'under_way', trouble: null }] },
  ]);
  const unread = await refund(2000, { leftCents: 16_900 });
  expect([unread.status, unread.body.code]).toEqual([503, 'payment_unavailable']);
  vi.restoreAllMocks();
  await lookAgain();
  expect(await atProvider()).toMatchObject({ givenCents: 2000 });
  expect((await charge()).refunds).toHaveLength(1);
});
