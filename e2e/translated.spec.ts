import type { Page } from 'playwright/test';
import { openDevice } from './device.ts';
import { newest } from './member-bookings.ts';
import { openBooking } from './steps.ts';
import { teamPages } from './team-pages.ts';
import { expect, personas, signInAs, test } from './test.ts';
import { translate } from './translate.ts';

const memberPages = ['/', '/services', '/bookings', '/billing', '/profile', '/subscribe'];
const failed = (page: Page) => page.getByText('This page did not open');

test('a translated booking stays alive for its member and the team while it is completed', async ({
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
  for (const each of [page, office.page]) {
    await expect(each.locator('dd').filter({ hasText: /^1 h/ }).first()).toBeVisible();
    await expect(each.getByText('Not yet', { exact: true })).toHaveCount(0);
    await expect(failed(each)).toHaveCount(0);
  }
  await office.discard();
});

test('translated preferences are saved twice', async ({ page, server: _ }) => {
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

for (const person of ['member', 'admin'] as const) {
  test(`every translated page opens for ${person === 'member' ? 'a member' : 'the team'}, and lives through its tabs and a lost network @full`, async ({
    page,
    server,
  }) => {
    await translate(page);
    const { id } = await newest(server, 'scheduled');
    await signInAs(page, personas[person], '/');
    for (const path of person === 'member'
      ? [...memberPages, `/bookings/${id}`]
      : [...teamPages, `/admin/bookings/${id}`]) {
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
