import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { holdBack, tapAtNews, toastOf, withoutSocket } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

const tablet = { width: 820, height: 1180 };

/** Acts as another administrator at the same time. */
const meanwhile = async (page: Page, id: string, status: string, actualHours?: number) => {
  const { origin } = new URL(page.url());
  const answer = await page.request.patch(`/api/admin/bookings/${id}/status`, {
    data: { status, actualHours },
    headers: { origin },
  });
  expect(answer.status()).toBe(200);
};

const tab = (page: Page, name: RegExp) =>
  page.getByRole('tablist', { name: 'Bookings by status' }).getByRole('tab', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('the chosen tab of a phone is whole in view, also after the counts have come', async ({ page }) => {
  const letGo = await holdBack(page, '**/api/admin/bookings/summary*');
  await signInAs(page, personas.admin, '/admin');
  await expect(tab(page, /^All$/)).toBeInViewport({ ratio: 1 });
  letGo();
  await expect(tab(page, /^All 9$/)).toBeInViewport({ ratio: 1 });
});

test.describe('on a tablet', () => {
  test.use({ viewport: tablet });

  test('the team completes a booking, sees its effects before, and writes to the customer', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.admin, '/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
    for (const card of ['Total Bookings 9', "Today's Bookings", 'Active Customers 1', 'Pending Reviews 1'])
      await expect(page.getByRole('link', { name: card })).toBeVisible();
    // The link excludes cancelled bookings, as the count does.
    await expect(page.getByRole('link', { name: "Today's Bookings" })).toHaveAttribute(
      'href',
      /status=pending%2Cscheduled%2Cin_progress%2Ccompleted/,
    );
    await expect(tab(page, /^Completed 4$/)).toBeVisible();

    await page.getByRole('link', { name: 'Pending Reviews 1' }).click();
    await expect(page).toHaveURL('/admin?status=pending');
    await expect(tab(page, /^Pending 1$/)).toHaveAttribute('aria-selected', 'true');
    await page
      .getByRole('region', { name: 'All bookings' })
      .getByRole('link', { name: 'Pest control' })
      .click();
    await expect(page).toHaveURL(/\/admin\/bookings\/[\w-]+\?status=pending$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await expect(page.getByText(personas.member)).toBeVisible();
    expect(await axe(page, 'a booking of the team')).toEqual([]);

    await page.getByRole('button', { name: 'Update Status' }).last().click();
    const status = dialog(page, 'Update Status');
    await expect(status.getByRole('radio', { name: 'Pending Now' })).toBeChecked();
    await status.getByRole('radio', { name: 'Completed' }).check();
    await status.getByLabel('Actual hours').fill('1.75');
    await expect(status.getByText('1.75 h of Olivia’s plan will be used.')).toBeVisible();
    await expect(status.getByText('Olivia is told by mail.')).toBeVisible();
    expect(await axe(page, 'setting a status')).toEqual([]);
    await status.getByRole('button', { name: 'Confirm' }).click();
    await expect(toastOf(page, 'Status updated successfully')).toBeVisible();
    await expect(tab(page, /^Completed 5$/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No pending bookings' })).toBeVisible();

    await page.getByRole('button', { name: 'Contact Customer' }).last().click();
    const contact = dialog(page, 'Contact Customer');
    await contact.getByRole('button', { name: 'Send Message' }).click();
    await expect(contact.getByText('Please write a message')).toBeVisible();
    await contact.getByLabel('Message').fill('All done. The traps stay for a week.');
    await contact.getByRole('button', { name: 'Send Message' }).click();
    await expect(toastOf(page, 'Message sent successfully')).toBeVisible();
    await expect(page.locator('.message.mine').getByText('All done. The traps stay')).toBeVisible();

    const books = await server.rows(async (db) => ({
      booking: await db
        .selectFrom('bookings')
        .select(['status', 'actual_minutes'])
        .where('id', '=', id)
        .executeTakeFirst(),
      acts: await db
        .selectFrom('audit_acts')
        .select('act')
        .where('subject_id', '=', id)
        .orderBy('created_at')
        .execute(),
      notices: await db
        .selectFrom('notices')
        .select('kind')
        .where('booking_id', '=', id)
        .orderBy('created_at')
        .execute(),
    }));
    expect(books.booking).toEqual({ status: 'completed', actual_minutes: 105 });
    expect(books.acts.map(({ act }) => act)).toEqual(['booking_status_set', 'customer_contacted']);
    expect(books.notices.map(({ kind }) => kind)).toEqual(['booking_update', 'team_message']);
  });

  test.describe('with its worker', () => {
    test.use({ worker: true });

    test('the filtered list is taken as a file @full', async ({ page, device, guard }) => {
      await signInAs(page, personas.admin, '/admin?status=scheduled');
      await expect(tab(page, /^Scheduled 2$/)).toHaveAttribute('aria-selected', 'true');
      const taken = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export' }).click();
      const file = await taken;
      expect(file.suggestedFilename()).toMatch(/^hearthkeep-bookings-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
      expect(lines).toHaveLength(3);
      expect(
        lines.slice(1).every((line) => line.includes(',Scheduled,Olivia Bennett,member@example.com,')),
      ).toBe(true);

      // The filter is kept on the way from a booking back to all of them.
      await page
        .getByRole('region', { name: 'All bookings' })
        .getByRole('link', { name: /./ })
        .first()
        .click();
      await expect(page).toHaveURL(/\/admin\/bookings\/[\w-]+\?status=scheduled$/);
      const sections = page.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
      await expect(page.getByText('Timeline').filter({ visible: true })).toBeVisible();
      await expect(sections).toHaveCount(1);
      await sections.getByRole('link', { name: 'Bookings' }).click();
      await expect(page).toHaveURL('/admin?status=scheduled');
      await expect(tab(page, /^Scheduled 2$/)).toHaveAttribute('aria-selected', 'true');

      await workerReady(page);
      guard.allow(...networkAway);
      await device.offline(true);
      await expect(page.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
      await device.offline(false);
      await expect(page.getByRole('link', { name: 'Export' })).toBeVisible();
    });
  });
});

test.describe('a message to a customer without a network', () => {
  test.use({ viewport: tablet, allowed: networkAway, worker: true });

  test('stays through a reload, is asked about before signing out, and is sent with the network @full', async ({
    page,
    device,
  }) => {
    await signInWithWorker(page, personas.admin, '/admin');
    const contact = dialog(page, 'Contact Customer');
    const open = () =>
      page.getByRole('button', { name: 'Contact Customer' }).filter({ visible: true }).first().click();
    await open();
    await device.offline(true);
    await contact.getByLabel('Message').fill('We come at nine.');
    await contact.getByRole('button', { name: 'Send Message' }).click();
    await expect(contact.getByRole('alert')).toBeVisible();
    await expect(contact.getByText(/What you write stays here/)).toBeVisible();
    await device.offline(false);
    await page.reload();
    await open();
    await expect(contact.getByLabel('Message')).toHaveValue('We come at nine.');
    await page.keyboard.press('Escape');
    await expect(contact).toHaveCount(0);

    await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).first().click();
    const question = dialog(page, 'Sign out all the same?');
    await expect(question).toContainText('What you began to write has not been sent yet');
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await open();
    await contact.getByRole('button', { name: 'Send Message' }).click();
    await expect(toastOf(page, 'Message sent successfully')).toBeVisible();
    await page.reload();
    await open();
    await expect(contact.getByLabel('Message')).toHaveValue('');
  });
});

test.describe('the customer of the filter', () => {
  test.use({ viewport: tablet, allowed: [/500/] });

  const field = (page: Page) => dialog(page, 'Filter').getByRole('combobox', { name: 'Customer' });
  const offer = (page: Page, name: string | RegExp) =>
    dialog(page, 'Filter').getByRole('listbox').getByRole('option', { name });

  test('is found by typing, chosen with the keys, and shown by name after a reload @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin');
    await page.getByRole('button', { name: 'Filter' }).click();
    await field(page).click();
    await expect(offer(page, /./)).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(offer(page, /./)).toHaveCount(0);
    await expect(dialog(page, 'Filter')).toBeVisible();

    await field(page).pressSequentially('zz');
    await expect(dialog(page, 'Filter').getByText('Nobody has such a name or address.')).toHaveCount(2);
    await field(page).fill('newc');
    await expect(offer(page, 'Noah Tran newcomer@example.com')).toHaveAttribute('aria-selected', 'true');
    await field(page).fill('');
    await expect(offer(page, /./)).toHaveCount(3);
    await expect(dialog(page, 'Filter').getByRole('status').filter({ hasText: '3 found' })).toHaveCount(1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect(offer(page, /./).first()).toHaveAttribute('aria-selected', 'true');
    expect(await axe(page, 'customers offered')).toEqual([]);
    await field(page).fill('no tr');
    await expect(offer(page, /./)).toHaveCount(1);
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await offer(page, /Noah/).getAttribute('id')) ?? '',
    );
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('Noah Tran');
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    // Text that is typed without a choice leaves the earlier choice.
    await field(page).fill('oli');
    await expect(offer(page, /Olivia/)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(field(page)).toHaveValue('Noah Tran');
    // Escape restores it even after the field was emptied.
    await field(page).fill('');
    await expect(offer(page, /./)).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveValue('Noah Tran');
    await expect(dialog(page, 'Filter')).toBeVisible();
    await dialog(page, 'Filter').getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL(/\/admin\?customer=[\da-f-]{36}$/);
    await expect(page.getByRole('heading', { name: 'No bookings found' })).toBeVisible();

    const reads: string[] = [];
    page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove Noah Tran' })).toBeVisible();
    expect(reads.filter((path) => path.startsWith('/api/admin/users'))).toHaveLength(1);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(field(page)).toHaveValue('Noah Tran');
    await dialog(page, 'Filter').getByRole('button', { name: 'Clear Customer' }).click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
    await dialog(page, 'Filter').getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL('/admin');
  });

  test.describe('with its worker', () => {
    test.use({ worker: true });

    test('shows why the list is empty, and can look again @full', async ({ page, device }) => {
      await signInAs(page, personas.admin, '/admin');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 500, json: {} }));
      await field(page).fill('oli');
      const again = dialog(page, 'Filter').getByRole('button', { name: 'Try again' });
      await expect(again).toBeVisible();
      expect(await axe(page, 'customers that did not load')).toEqual([]);
      await page.unroute('**/api/admin/users?*');
      await again.click();
      await expect(offer(page, /Olivia/)).toBeVisible();

      await workerReady(page);
      await device.offline(true);
      await expect(
        dialog(page, 'Filter')
          .getByText(/^You are offline/)
          .first(),
      ).toBeVisible();
      await device.offline(false);
      await offer(page, /Olivia/).click();
      await expect(field(page)).toHaveValue('Olivia Bennett');
      await dialog(page, 'Filter').getByRole('button', { name: 'Show Bookings' }).click();
      await expect(page.getByRole('button', { name: 'Remove Olivia Bennett' })).toBeVisible();
    });
  });
});

test.describe('on a phone', () => {
  // The refusal that these journeys expect.
  test.use({ allowed: [/status of 409/] });

  test('the filter is in the address, survives reload and Back, and can be removed piece by piece @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin');
    await page.getByRole('button', { name: 'Filter' }).click();
    const filter = dialog(page, 'Filter');
    await filter.getByRole('checkbox', { name: 'Cancelled' }).check();
    await filter.getByRole('checkbox', { name: 'Pending' }).check();
    await filter.getByLabel('Payment').selectOption('Plan hours');
    expect(await axe(page, 'the filter')).toEqual([]);
    await filter.getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL('/admin?status=pending%2Ccancelled&payment=subscription');
    const rows = page.getByRole('region', { name: /, [\da-f]{8}$/ });
    await expect(rows).toHaveCount(2);

    await page.reload();
    await expect(rows).toHaveCount(2);
    await page.getByRole('link', { name: 'Leaf raking' }).click();
    await expect(page.getByRole('heading', { name: 'Schedule and payment' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/admin?status=pending%2Ccancelled&payment=subscription');
    await page.getByRole('button', { name: 'Remove Pending or Cancelled' }).click();
    await expect(page).toHaveURL('/admin?payment=subscription');
    await page.getByRole('button', { name: 'Remove Plan hours' }).click();
    await expect(page).toHaveURL('/admin');

    await page.getByRole('button', { name: 'Filter' }).click();
    await filter.getByLabel('Payment').selectOption('Not paid');
    await filter.getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL('/admin?payment=unpaid');
    await expect(rows).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove Not paid' }).click();
    await expect(page).toHaveURL('/admin');

    await page.getByLabel('Search bookings').fill('leaf rak');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL('/admin?text=leaf+rak');
    await page.getByLabel('Search bookings').fill('bennet leaf');
    await expect(page.getByRole('heading', { name: 'No bookings found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all bookings' }).click();
    await expect(rows).toHaveCount(9);
  });

  test('another administrator’s earlier change is shown, and the own choice stays @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.admin, '/admin?status=pending');
    const { id } = await server.rows((db) =>
      db.selectFrom('bookings').select('id').where('status', '=', 'pending').executeTakeFirstOrThrow(),
    );
    await page.getByRole('button', { name: 'Update Status' }).click();
    const status = dialog(page, 'Update Status');
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
    await signInAs(page, personas.admin, '/admin?status=pending');
    const { id } = await server.rows((db) =>
      db.selectFrom('bookings').select('id').where('status', '=', 'pending').executeTakeFirstOrThrow(),
    );
    await page.getByRole('button', { name: 'Update Status' }).click();
    const status = dialog(page, 'Update Status');
    await status.getByRole('radio', { name: 'Cancelled' }).check();
    await expect(status.locator('.consequence p').first()).toBeVisible();
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

  test('a booking whose payment type has changed meanwhile is not changed @full', async ({
    page,
    server,
  }) => {
    await withoutSocket(page);
    await signInAs(page, personas.admin, '/admin?status=pending');
    await page.getByRole('button', { name: 'Update Status' }).click();
    const status = dialog(page, 'Update Status');
    await status.getByRole('radio', { name: 'Cancelled' }).check();
    await expect(status.locator('.consequence p').first()).toBeVisible();
    await server.rows((db) =>
      db
        .updateTable('bookings')
        .set({ payment_type: 'custom_quote' })
        .where('status', '=', 'pending')
        .execute(),
    );
    await status.getByRole('button', { name: 'Confirm' }).click();
    await expect(
      status.getByText('Somebody else has changed this booking meanwhile: it is Pending now.'),
    ).toBeVisible();
    const left = await server.rows((db) =>
      db.selectFrom('bookings').select('payment_type').where('status', '=', 'pending').execute(),
    );
    expect(left).toEqual([{ payment_type: 'custom_quote' }]);
  });

  test('a late answer leaves a newer dialog unchanged; hours are the present ones @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin');
    const row = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) }).first();
    const status = dialog(page, 'Update Status');
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

  test('a person without the role is turned away', async ({ page }) => {
    await signInAs(page, personas.member, '/admin');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await page.getByRole('link', { name: 'Return Home' }).click();
    await expect(page).toHaveURL('/');
  });
});
