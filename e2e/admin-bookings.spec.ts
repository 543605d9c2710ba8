import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { holdBack, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

const tablet = { width: 820, height: 1180 };

const tab = (page: Page, name: RegExp) =>
  page.getByRole('tablist', { name: 'Bookings by status' }).getByRole('tab', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('on a phone, the chosen tab is completely visible, also after the counts have come @full', async ({
  page,
}) => {
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
    await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
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
    const customer = page.getByRole('heading', { name: 'Customer', exact: true }).locator('..');
    await expect(customer.getByText(personas.member)).toBeVisible();
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
        lines.slice(1).every((line) => line.includes(',"Scheduled","Olivia Bennett","member@example.com",')),
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

test.describe('on a phone', () => {
  test('a person without the role is turned away @full', async ({ page }) => {
    await signInAs(page, personas.member, '/admin');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await page.getByRole('link', { name: 'Return Home' }).click();
    await expect(page).toHaveURL('/');
  });
});
