import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const reason = 'The drum was left wet, and you dried it yourself.';
const tablet = { width: 820, height: 1180 };

test.use({ allowed: [/net::ERR_FAILED/] });

test('the team refunds a part of a payment, and its customer reads how much and why @full', async ({
  page,
  server,
  network,
  guard,
}) => {
  const { id } = await server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .innerJoin('payments as p', 'p.id', 'b.payment_id')
      .select('b.id')
      .where('u.email', '=', personas.member)
      .where('b.status', '=', 'completed')
      .where('p.amount_cents', '=', 16_500)
      .orderBy('b.id')
      .executeTakeFirstOrThrow(),
  );
  await signInAs(page, personas.member, `/bookings/${id}`);
  await expect(page.getByRole('heading', { name: 'Service details' })).toBeVisible();
  await expect(page.getByText(/^Refunded \$/)).toHaveCount(0);

  const office = await openDevice({ guard, baseURL: server.url, network, viewport: tablet });
  const admin = office.page;
  await signInAs(admin, personas.admin, `/admin/bookings/${id}`);
  await admin.getByRole('button', { name: 'Refund…' }).click();
  const sheet = admin.getByRole('dialog', { name: 'Refund' });
  await sheet.getByLabel('Amount').fill('166');
  await sheet.getByLabel('Reason').fill(reason);
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(sheet.getByText('At most $165.00 can be refunded')).toBeVisible();
  await expect(sheet.getByLabel('Amount')).toBeFocused();
  await expect(sheet.getByLabel('Reason')).toHaveValue(reason);
  await sheet.getByLabel('Amount').fill('20');
  await expect(sheet.getByText('$20.00 goes back to Visa ending in 4242.')).toBeVisible();
  expect(await axe(admin, 'refunding a part')).toEqual([]);
  // The answer is lost; the same tap again, after a reload, refunds nothing more.
  const sending = (url: URL) => url.pathname.endsWith('/refunds');
  await admin.route(sending, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheet.getByRole('button', { name: 'Refund $20.00' }).click();
  await expect(sheet.getByText(/The network did not answer/)).toBeVisible();
  await admin.unroute(sending);
  await admin.reload();
  await admin.getByRole('button', { name: 'Refund…' }).click();
  await expect(sheet.getByText('$20.00 goes back to Visa ending in 4242.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue(reason);
  await sheet.getByRole('button', { name: 'Refund $20.00' }).click();
  await expect(toastOf(admin, 'Refunded $20.00')).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(admin.getByText('Refunded $20.00 of $165.00')).toBeVisible();
  await office.discard();

  // The customer's open page hears of it.
  await expect(page.getByText('Refunded $20.00 of $165.00')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByText('Completed').filter({ visible: true }).first()).toBeVisible();
  await page.goto('/billing');
  await expect(page.getByText('Refunded $20.00 of $165.00').filter({ visible: true })).toBeVisible();
  expect(await axe(page, 'a refund under Billing')).toEqual([]);
});
