import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { front, newest } from './member-bookings.ts';
import type { RunningServer } from './server.ts';
import { openBooking, send } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });
test.beforeEach(({ guard }) => guard.allow(/status of 401/, ...networkAway));

const canary = 'kanarienvogel-9D2K';

/** Ends all sessions as the deletion of their accounts does. */
async function endAllAsGone(server: RunningServer): Promise<void> {
  await server.rows(async (db) => {
    const ended = await db.selectFrom('sessions').select('id_hash').execute();
    const ended_at = new Date().toISOString();
    await db
      .insertInto('gone_sessions')
      .values(ended.map(({ id_hash }) => ({ id_hash, ended_at })))
      .execute();
    await db.deleteFrom('sessions').execute();
  });
}

test('a phone that was off during its account’s deletion keeps nothing of the person: no waiting message, no draft @full', async ({
  device,
  server,
}) => {
  const { page } = device;
  await signInWithWorker(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await send(page, `Sent: ${canary}`);
  await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
  const other = await page.context().newPage();
  await openBooking(other, booking.id);
  await expect(other.getByRole('log').getByText(canary)).toBeVisible();
  await device.offline(true);
  await send(page, `Unsent: ${canary}`);
  await front(page.getByPlaceholder('Type your message...')).fill(`A draft: ${canary}`);
  await expect.poll(async () => (await findKept(page, canary)).found.length).toBeGreaterThan(2);

  await endAllAsGone(server);
  await device.offline(false);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'Member Login' })).toBeVisible();
    expect((await findKept(tab, canary)).found).toEqual([]);
  }
  const { filled } = await findKept(page, canary);
  expect(filled.filter((store) => /^hearthkeep-(outbox|photos|shared)\//.test(store))).toEqual([]);
});

test('an open page of a deleted account leaves for the front page, not for the sign-in @full', async ({
  page,
  server,
}) => {
  await signInWithWorker(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await front(page.getByPlaceholder('Type your message...')).fill(`A draft: ${canary}`);
  await expect.poll(async () => (await findKept(page, canary)).found).not.toEqual([]);
  await endAllAsGone(server);
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  expect((await findKept(page, canary)).found).toEqual([]);
  await signInAs(page, personas.newcomer, '/profile?tab=profile');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
});
