import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { networkAway } from './guard.ts';
import { button, dialogLeft, front, hours, newest } from './member-bookings.ts';
import { tookLonger } from './overtime.ts';
import type { RunningServer } from './server.ts';
import { openBooking, toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const reason = 'The roots of the fig had grown through the fence.';
const tablet = { width: 820, height: 1180 };

const worked = (server: RunningServer, id: string) =>
  server.rows((db) =>
    db
      .selectFrom('bookings')
      .select(['status', 'actual_minutes'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

test.describe('longer work', () => {
  test.use({ allowed: networkAway });

  test('needs the customer’s consent: the team asks with its reason, and sees the answer @full', async ({
    device,
    page,
    server,
    network,
    guard,
  }) => {
    const { id, estimated_minutes } = await newest(server, 'in_progress');
    const estimate = hours(estimated_minutes);
    const office = await openDevice({ guard, baseURL: server.url, network, viewport: tablet });
    const admin = office.page;
    await signInAs(admin, personas.admin, `/admin/bookings/${id}`);
    await signInAs(page, personas.member, '/bookings');
    const question = front(page.getByText('Agree to 1.5 h more?'));
    await expect(question).toHaveCount(0);

    // The list beside it has one button for each booking.
    await admin.getByRole('button', { name: 'Update Status' }).last().click();
    const sheet = admin.getByRole('dialog', { name: 'Update Status' });
    await sheet.getByRole('radio', { name: 'Completed' }).check();
    await expect(sheet.getByLabel('Why it took longer')).toHaveCount(0);
    await sheet.getByLabel('Actual hours').fill(String(estimated_minutes / 60 + 1.5));
    await expect(
      sheet.getByText(
        `${estimate} of Olivia’s plan will be used now, and Olivia is asked to agree to 1.5 h more. Until then the estimate stands.`,
      ),
    ).toBeVisible();
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await expect(sheet.getByText('Please say in a few words why it took longer')).toBeVisible();
    await expect(sheet.getByLabel('Why it took longer')).toBeFocused();
    await sheet.getByLabel('Why it took longer').fill(reason);
    expect(await axe(admin, 'asking for more hours')).toEqual([]);
    // The reason survives the sheet.
    await admin.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await dialogLeft(admin);
    await admin.getByRole('button', { name: 'Update Status' }).last().click();
    await sheet.getByRole('radio', { name: 'Completed' }).check();
    await sheet.getByLabel('Actual hours').fill(String(estimated_minutes / 60 + 1.5));
    await expect(sheet.getByLabel('Why it took longer')).toHaveValue(reason);
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await expect(toastOf(admin, 'Status updated successfully')).toBeVisible();
    await expect(front(admin.getByRole('heading', { name: 'Waiting for agreement: 1.5 h' }))).toBeVisible();
    expect(await axe(admin, 'a booking whose hours wait')).toEqual([]);
    expect(await worked(server, id)).toEqual({ status: 'completed', actual_minutes: estimated_minutes });

    // Shown without a reload.
    await expect(question).toBeVisible();
    await openBooking(page, id);
    const card = front(page.getByLabel("The team's question"));
    await expect(card).toContainText(reason);
    await expect(card).toContainText('From your hours1.5 h');
    expect(await axe(page, 'a question about more hours')).toEqual([]);
    await device.offline(true);
    await expect(card.getByText('You are offline. Answering needs the network')).toBeVisible();
    for (const answer of ['Agree', 'Decline'])
      await expect(card.getByRole('button', { name: answer })).toHaveAttribute('aria-disabled', 'true');
    await device.offline(false);
    await card.getByRole('button', { name: 'Agree' }).click();
    const sure = page.getByRole('dialog', { name: 'Agree to 1.5 h more?' });
    await expect(sure).toContainText('1.5 h of your hours are used.');
    await sure.getByRole('button', { name: 'Agree' }).click();
    await expect(toastOf(page, 'Thank you')).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(front(page.getByText('1.5 h, agreed to'))).toBeVisible();
    expect(await worked(server, id)).toMatchObject({ actual_minutes: estimated_minutes + 90 });
    await expect(front(admin.getByRole('heading', { name: 'Agreed to: 1.5 h' }))).toBeVisible();
    await admin.goto('/admin/audit');
    await expect(
      front(admin.locator('.audit p', { hasText: 'and asked its customer about 1.5 h more' })),
    ).toContainText(id.slice(0, 8));
    await office.discard();
  });

  test('past the hours costs the plan’s price; withdrawn or declined, it leaves the estimate @full', async ({
    page,
    server,
    network,
    guard,
  }) => {
    const { id, estimated_minutes } = await newest(server, 'in_progress');
    const estimate = estimated_minutes / 60;
    const office = await openDevice({ guard, baseURL: server.url, network, viewport: tablet });
    const admin = office.page;
    await signInAs(admin, personas.admin, '/admin');
    await signInAs(page, personas.member, `/bookings/${id}`);
    expect(await tookLonger(admin, id, estimate + 40, reason)).toBe(200);
    const card = front(page.getByLabel("The team's question"));
    await expect(card.getByText('Paid by card')).toBeVisible();
    await expect(card.getByText('$116.75 an hour, as in the Standard plan')).toBeVisible();
    await expect(card.getByRole('button', { name: /^Agree and Pay \$[\d,]+\.\d\d$/ })).toBeVisible();
    expect(await axe(page, 'a question that costs money')).toEqual([]);

    const waiting = front(admin.getByLabel('Waiting for agreement', { exact: true }));
    await expect(waiting).toContainText('Waiting for agreement: 40 h');
    expect(await axe(admin, 'what waits for agreement')).toEqual([]);
    await waiting.getByRole('link').click();
    await button(admin, 'Withdraw Question').click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(toastOf(admin, 'Question withdrawn')).toBeVisible();
    await expect(card).toHaveCount(0);

    expect(await tookLonger(admin, id, estimate + 1, reason)).toBe(200);
    await card.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await expect(toastOf(page, 'Declined')).toBeVisible();
    await expect(front(page.getByText('1 h, declined'))).toBeVisible();
    await expect(front(admin.getByRole('heading', { name: 'Declined: 1 h' }))).toBeVisible();
    expect(await worked(server, id)).toMatchObject({ actual_minutes: estimated_minutes });
    await office.discard();
  });
});
