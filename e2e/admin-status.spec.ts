import type { Page } from 'playwright/test';
import type { RunningServer } from './server.ts';
import { holdBack, tapAtNews, tickUntil, toastOf, withoutSocket } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** Acts as another administrator at the same time. */
const meanwhile = async (page: Page, id: string, status: string, actualHours?: number) => {
  const { origin } = new URL(page.url());
  const answer = await page.request.patch(`/api/admin/bookings/${id}/status`, {
    data: { status, actualHours },
    headers: { origin },
  });
  expect(answer.status()).toBe(200);
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Update Status' });

/** Opens Update Status of the one pending booking. @returns the booking's id */
const openPending = async (page: Page, server: RunningServer): Promise<string> => {
  await signInAs(page, personas.admin, '/admin?status=pending');
  await page.getByRole('button', { name: 'Update Status' }).click();
  const { id } = await server.rows((db) =>
    db.selectFrom('bookings').select('id').where('status', '=', 'pending').executeTakeFirstOrThrow(),
  );
  return id;
};

/** Chooses a status, and waits for its effects. */
const choose = async (page: Page, status: string) => {
  await dialog(page).getByRole('radio', { name: status }).check();
  await expect(dialog(page).locator('.consequence p').first()).toBeVisible();
};

test.describe('on a phone', () => {
  // The refusal that these journeys expect.
  test.use({ allowed: [/status of 409/] });

  test('another administrator’s earlier change is shown, and the own choice stays @full', async ({
    page,
    server,
  }) => {
    const id = await openPending(page, server);
    const status = dialog(page);
    await status.getByRole('radio', { name: 'Completed' }).check();
    await status.getByLabel('Actual hours').fill('1.5');
    await expect(status.getByText('1.5 h of Olivia’s plan will be used.')).toBeVisible();
    await tapAtNews(page, '[role=alert]', '[type=submit]');
    await meanwhile(page, id, 'in_progress');
    await expect(
      status.getByText('Somebody else has changed this booking meanwhile: it is In Progress now.'),
    ).toBeVisible();
    await expect(status.getByRole('radio', { name: 'In Progress Now' })).toBeVisible();
    await expect(status.getByLabel('Actual hours')).toHaveValue('1.5');
    await expect(status.getByText('1.5 h of Olivia’s plan will be used.')).toBeVisible();
    await status.getByRole('button', { name: 'Confirm' }).click();
    await expect(toastOf(page, 'Status updated successfully')).toBeVisible();
    const booking = await server.rows((db) =>
      db.selectFrom('bookings').select(['status', 'actual_minutes']).where('id', '=', id).executeTakeFirst(),
    );
    expect(booking).toEqual({ status: 'completed', actual_minutes: 90 });
  });

  test('an outdated choice is refused with the reason @full', async ({ page, server }) => {
    await withoutSocket(page);
    const id = await openPending(page, server);
    const status = dialog(page);
    await choose(page, 'Cancelled');
    await meanwhile(page, id, 'in_progress');
    await status.getByRole('button', { name: 'Confirm' }).click();
    await expect(
      status.getByText('Somebody else has changed this booking meanwhile: it is In Progress now.'),
    ).toBeVisible();
    await expect(status.getByRole('radio', { name: 'Cancelled' })).toBeChecked();
    const booking = await server.rows((db) =>
      db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirst(),
    );
    expect(booking).toEqual({ status: 'in_progress' });
  });

  test('a refusal’s notice can be read before the choice is confirmed again @full', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    await withoutSocket(page);
    const id = await openPending(page, server);
    const status = dialog(page);
    await choose(page, 'Cancelled');
    await meanwhile(page, id, 'in_progress');
    // The notice waits for the list, while the new effects are on the screen already.
    const list = await holdBack(page, '**/api/admin/bookings?*');
    const again = page.waitForResponse('**/consequence?*');
    await status.getByRole('button', { name: 'Confirm' }).click();
    await again;
    await expect(status.getByRole('radio', { name: 'In Progress Now' })).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    list();
    const confirm = status.getByRole('button', { name: 'Confirm' });
    await tickUntil(page, async () => (await status.getByRole('alert').isVisible()) && confirm.isVisible());
    expect(await confirm.isDisabled()).toBe(true);
    await page.clock.resume();
    await confirm.click();
    await expect(toastOf(page, 'Status updated successfully')).toBeVisible();
  });

  test('a booking whose payment type has changed meanwhile is not changed @full', async ({
    page,
    server,
  }) => {
    await withoutSocket(page);
    await openPending(page, server);
    const status = dialog(page);
    await choose(page, 'Cancelled');
    await server.rows((db) =>
      db
        .updateTable('bookings')
        .set({ payment_type: 'custom_quote' })
        .where('status', '=', 'pending')
        .execute(),
    );
    await status.getByRole('button', { name: 'Confirm' }).click();
    // The status is still the same, so the server's own reason is shown.
    await expect(status.getByText('Somebody has changed this booking meanwhile.')).toBeVisible();
    const left = await server.rows((db) =>
      db.selectFrom('bookings').select('payment_type').where('status', '=', 'pending').execute(),
    );
    expect(left).toEqual([{ payment_type: 'custom_quote' }]);
  });

  test('effects stay while they are read again, and can be confirmed meanwhile @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.admin, '/admin?status=pending');
    const other = await server.rows((db) =>
      db.selectFrom('bookings').select('id').where('status', '=', 'scheduled').executeTakeFirstOrThrow(),
    );
    await page.getByRole('button', { name: 'Update Status' }).click();
    const status = dialog(page);
    await choose(page, 'In Progress');
    const effects = status.locator('.consequence');
    await effects.evaluate((shown) => {
      const watch = new MutationObserver(() => {
        if (shown.ariaBusy === 'true') document.body.setAttribute('data-hidden', '');
      });
      watch.observe(shown, { attributes: true });
    });
    const again = page.waitForRequest('**/consequence?*');
    const answer = await holdBack(page, '**/consequence?*');
    await meanwhile(page, other.id, 'in_progress');
    await again;
    const saved = page.waitForResponse('**/status');
    await status.getByRole('button', { name: 'Confirm' }).click();
    await saved;
    answer();
    await expect(toastOf(page, 'Status updated successfully')).toBeVisible();
    await expect(page.locator('body')).not.toHaveAttribute('data-hidden');
  });

  test('effects that replace others are confirmed only after they can be read @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.admin, '/admin?status=pending');
    const other = await server.rows((db) =>
      db
        .selectFrom('bookings')
        .select(['id', 'user_id'])
        .where('status', '=', 'scheduled')
        .executeTakeFirstOrThrow(),
    );
    await page.getByRole('button', { name: 'Update Status' }).click();
    const status = dialog(page);
    await status.getByRole('radio', { name: 'In Progress' }).check();
    await expect(status.getByText('Olivia is told by mail.')).toBeVisible();
    const saves: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && saves.push(request.url()));
    await tapAtNews(page, '.consequence', '[type=submit]', 'does not wish');
    await server.rows((db) =>
      db
        .insertInto('preferences')
        .values({
          user_id: other.user_id,
          ...{ service_reminders: 1, booking_updates: 0, team_messages: 1 },
          ...{ service_reminders_push: 1, booking_updates_push: 1, team_messages_push: 1 },
          ...{ preferred_time: 'flexible', special_instructions: '', updated_at: new Date().toISOString() },
        })
        .execute(),
    );
    await meanwhile(page, other.id, 'in_progress');
    await expect(status.getByText('Olivia does not wish to be told by mail.')).toBeVisible();
    await expect(status.getByRole('button', { name: 'Confirm' })).toBeEnabled();
    expect(saves).toEqual([]);
    await status.getByRole('button', { name: 'Confirm' }).click();
    await expect(toastOf(page, 'Status updated successfully')).toBeVisible();
    // The booking has left the list, and the button that opened the dialog with it.
    await expect(page.getByRole('heading', { name: 'Pending', exact: true })).toBeFocused();
  });

  test('a late answer leaves a newer dialog unchanged; hours are the present ones @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin');
    const row = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) }).first();
    const status = dialog(page);
    const answer = await holdBack(page, '**/status');
    await row('Pest control').getByRole('button', { name: 'Update Status' }).click();
    await expect(status).toContainText('Pest control');
    await status.getByRole('radio', { name: 'In Progress' }).check();
    await status.getByRole('button', { name: 'Confirm' }).click();
    await page.keyboard.press('Escape');
    await expect(status).toBeHidden();
    await row('Leaf raking').getByRole('button', { name: 'Update Status' }).click();
    answer();
    await expect(toastOf(page, 'Status updated successfully')).toBeVisible();
    await expect(status).toContainText('Leaf raking');
    await page.keyboard.press('Escape');
    await expect(status).toBeHidden();

    const href = await row('Pest control').getByRole('link', { name: 'Pest control' }).getAttribute('href');
    const id = /[\da-f-]{36}/.exec(href ?? '')?.[0] ?? '';
    await meanwhile(page, id, 'completed', 1.75);
    await expect(row('Pest control').getByText('Completed')).toBeVisible();
    await row('Pest control').getByRole('button', { name: 'Update Status' }).click();
    await expect(status.getByLabel('Actual hours')).toHaveValue('1.75');
  });
});
