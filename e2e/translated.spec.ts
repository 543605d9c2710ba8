import type { Locator, Page } from 'playwright/test';
import { openDevice } from './device.ts';
import { newest } from './member-bookings.ts';
import { memberPages, teamPages, workerPages } from './pages.ts';
import { closeSheet, openSheet, sheetsOf } from './sheets.ts';
import { cards, openBooking, otherCard, pay, pickDateTime, submit, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';
import { translate } from './translate.ts';
import { writeEverywhere } from './written.ts';

/** Chooses each of a sheet's choices by the keyboard, one after the other. */
async function chooseEach(page: Page, sheet: Locator): Promise<void> {
  const choices = sheet.getByRole('radio').filter({ visible: true });
  for (let at = 0; at < (await choices.count()); at += 1) {
    const choice = choices.nth(at);
    // A sheet that goes on to its next step takes its choices along: what is gone is not waited for.
    if (!(await choice.isEnabled({ timeout: 1_000 }).catch(() => false))) continue;
    await choice.focus();
    await page.keyboard.press('Space');
  }
}
const failed = (page: Page) => page.getByText('This page did not open');

test('a translated booking stays alive for its member and the team while it is completed @full', async ({
  page,
  server,
  guard,
  network,
}) => {
  await translate(page);
  await signInAs(page, personas.member);
  const { id } = await newest(server, 'scheduled');
  await openBooking(page, id);
  await expect(page.getByText(/If you cancel: /)).toBeVisible();
  await expect(page.locator('h2 font').first()).toBeVisible();

  const office = await openDevice({ guard, baseURL: server.url, network });
  await translate(office.page);
  await signInAs(office.page, personas.admin, `/admin/bookings/${id}`);
  await expect(office.page.locator('dd', { hasText: 'Not yet known' })).toBeVisible();
  for (const [status, word] of [
    ['in_progress', 'In Progress'],
    ['completed', 'Completed'],
  ] as const) {
    await office.page.evaluate(
      async ([path, body]) => {
        await fetch(path, { method: 'PATCH', body, headers: { 'Content-Type': 'application/json' } });
      },
      [
        `/api/admin/bookings/${id}/status`,
        JSON.stringify({ status, ...(status === 'completed' && { actualHours: 1 }) }),
      ] as const,
    );
    for (const each of [page, office.page])
      await expect(each.locator('.badge', { hasText: word }).filter({ visible: true }).first()).toBeVisible();
  }
  await expect(page.getByText(/If you cancel: /)).toHaveCount(0);
  await page.locator('.folds summary').first().click();
  for (const each of [page, office.page]) {
    await expect(each.locator('dd').filter({ hasText: /^1 h/ }).first()).toBeVisible();
    await expect(each.getByText('Not yet', { exact: true })).toHaveCount(0);
    await expect(failed(each)).toHaveCount(0);
  }
  await office.discard();
});

test('translated preferences are saved twice @full', async ({ page, server: _ }) => {
  await translate(page);
  await signInAs(page, personas.member, '/profile?tab=preferences');
  const time = page.getByLabel('Preferred time');
  for (const choice of ['evening', 'morning']) {
    await time.selectOption(choice);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByLabel(/instructions/i).fill(`Mind the cat in the ${choice}`);
    await expect(page.getByText('Your instructions are not saved yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }
  await expect(failed(page)).toHaveCount(0);
});

for (const [person, who] of [
  ['member', 'a member'],
  ['admin', 'the team'],
  ['worker', 'a worker'],
] as const) {
  test(`every translated page opens for ${who}, and lives through its tabs and a lost network @full`, async ({
    page,
    server,
  }) => {
    await translate(page);
    const { id } = await newest(server, 'scheduled');
    await signInAs(page, personas[person], '/');
    const pages = {
      member: [...memberPages, `/bookings/${id}`],
      admin: [...teamPages, `/admin/bookings/${id}`],
      worker: workerPages,
    };
    for (const path of pages[person]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
      for (const tab of await page.getByRole('tab').filter({ visible: true }).all()) await tab.click();
      for (const news of ['offline', 'online'])
        await page.evaluate((name) => dispatchEvent(new Event(name)), news);
      await expect(failed(page), path).toHaveCount(0);
    }
  });
}

test.describe('for visitors', () => {
  // The landing page may be translated before our script takes it over: React then renders it anew, and says so.
  test.use({ allowed: [/Minified React error #418|404 \(Not Found\).*\/nowhere/] });

  test('every translated page of a visitor opens, lives through a lost network and leads to the sign-in @full', async ({
    page,
    server: _,
  }) => {
    await translate(page);
    for (const path of [
      '/',
      '/services',
      '/signin',
      '/signin?error=expired',
      '/nowhere',
      '/bookings',
      '/admin',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      for (const news of ['offline', 'online'])
        await page.evaluate((name) => dispatchEvent(new Event(name)), news);
      await expect(failed(page), path).toHaveCount(0);
    }
    await page.goto('/');
    await expect(page.locator('h1 font').first()).toBeVisible();
    for (const link of await page.locator('nav a[href^="#"]').filter({ visible: true }).all())
      await link.click();
    await page.goto('/services');
    await page.getByLabel('Search services').fill('window');
    await expect(page.getByRole('status').getByText(/^\d+ services?$/)).toBeAttached();
    await page.getByLabel('Search services').fill('nothing like that');
    await expect(page.getByRole('status').getByText('0 services', { exact: true })).toBeAttached();
    await page.getByLabel('Search services').fill('');
    await expect(page.locator('.service-card').first()).toBeVisible();
    await expect(failed(page)).toHaveCount(0);
  });
});

test('a translated checkout says that a card was declined, then that another paid @full', async ({
  page,
  server: _,
}) => {
  await translate(page);
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.declined);
  await expect(page.getByText('Your card was declined.').filter({ visible: true }).first()).toBeVisible();
  await otherCard(page);
  await pay(page, cards.good);
  await expect(page.getByText('Payment Successful').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Your card was declined.').filter({ visible: true })).toHaveCount(0);
  await expect(failed(page)).toHaveCount(0);
});

test('every translated sheet of a member opens, names what is missing and closes @full', async ({
  page,
  server,
}) => {
  test.slow();
  await translate(page);
  const of = await writeEverywhere(server, 'Window cleaning');
  await signInAs(page, personas.member);
  for (const opened of sheetsOf.member(of)) {
    await openSheet(page, opened);
    const sheet = page.locator('dialog[open]').last();
    // Not what would change the booking or the plan: the buttons of those sheets are their answers.
    const send = sheet.getByRole('button', { name: /^(Continue|Send Review|Send Request|Request|Book)/ });
    if (await send.count()) {
      await send.last().click();
      await expect(sheet).toBeVisible();
    }
    await chooseEach(page, sheet);
    await closeSheet(page);
    await expect(failed(page), `${opened.path}, ${opened.press}`).toHaveCount(0);
  }
});

for (const [as, who] of [
  ['admin', 'the team'],
  ['worker', 'a worker'],
] as const)
  test(`every translated sheet of ${who} opens, changes with its choices and closes @full`, async ({
    page,
    server,
  }) => {
    test.slow();
    await translate(page);
    const of = await writeEverywhere(server, 'Window cleaning');
    await signInAs(page, personas[as]);
    for (const opened of sheetsOf[as](of)) {
      await openSheet(page, opened);
      const sheet = page.locator('dialog[open]').last();
      await chooseEach(page, sheet);
      await closeSheet(page);
      await expect(failed(page), `${opened.path}, ${opened.press}`).toHaveCount(0);
    }
  });

test('translated sheets show the terms, words and errors of the moment @full', async ({ page, server }) => {
  test.slow();
  await translate(page);
  const of = await writeEverywhere(server, 'Window cleaning');
  await signInAs(page, personas.member);
  const sheet = page.locator('dialog[open]').last();

  await openSheet(page, { path: `/bookings/${of.unrated}`, press: 'Leave Review' });
  await sheet.getByRole('button', { name: 'Send Review' }).click();
  await expect(sheet.getByText('Please choose 1 to 5 stars')).toBeVisible();
  for (const [star, word] of [
    [1, 'Fair'],
    [3, 'Very good'],
  ] as const) {
    await sheet.locator('.star').nth(star).click();
    await expect(sheet.locator('.star-word')).toHaveText(word);
  }
  await expect(sheet.getByText('Please choose 1 to 5 stars')).toHaveCount(0);
  await expect(sheet.locator('.star')).toHaveText(['★', '★', '★', '★', '☆']);
  await sheet.getByRole('button', { name: 'Send Review' }).click();
  await expect(page.getByRole('button', { name: 'Leave Review' }).filter({ visible: true })).toHaveCount(0);

  await openSheet(page, { path: `/bookings/${of.longer}`, press: /^Agree/ });
  await sheet.getByRole('button', { name: /^Agree/ }).click();
  await expect(page.getByText(/^Agree to /).filter({ visible: true })).toHaveCount(0);

  await openSheet(page, { path: '/services', press: 'Request Custom Service' });
  await submit(page);
  await expect(sheet.getByText('Service name must be at least 3 characters')).toBeVisible();
  await sheet.getByLabel('Service name').fill('Piano tuning');
  await sheet.getByLabel('Description').fill('An upright from 1972.');
  await sheet.getByLabel('Estimated hours').fill('2.5');
  await pickDateTime(page, { time: '1:00 pm' });
  await sheet.getByLabel('Location').fill('12 Banksia Street, Newtown');
  await expect(sheet.getByText('Service name must be at least 3 characters')).toHaveCount(0);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeVisible();
  await closeSheet(page);

  await openSheet(page, { path: '/profile', press: /^Change to / });
  await expect(sheet.getByText('Nothing is charged today')).toBeVisible();
  await closeSheet(page);

  await openSheet(page, { path: `/bookings/${of.scheduled}`, press: 'Reschedule' });
  await pickDateTime(page, { label: 'New date and time', time: '1:00 pm' });
  await expect(sheet.getByRole('combobox', { name: 'New date and time' })).toContainText('1:00 pm');
  await pickDateTime(page, { label: 'New date and time', time: '9:30 am' });
  await expect(sheet.getByRole('combobox', { name: 'New date and time' })).toContainText('9:30 am');
  await expect(sheet.getByRole('combobox', { name: 'New date and time' })).not.toContainText('1:00 pm');
  await closeSheet(page);

  await openSheet(page, { path: `/bookings/${of.scheduled}`, press: 'Cancel Booking' });
  await sheet.getByRole('button', { name: /^(Cancel Booking|Yes)/ }).click();
  await expect(
    page.locator('.badge', { hasText: 'Cancelled' }).filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.locator('.badge', { hasText: 'Scheduled' }).filter({ visible: true })).toHaveCount(0);
  await expect(failed(page)).toHaveCount(0);
});
