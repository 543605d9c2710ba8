import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { unzip } from '../api/testing/outside/unzip.ts';
import { businessZone } from '../scripts/test/business-zone.ts';
import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a member requests their data and takes the file; without a network they are told why not @full', async ({
  page,
  device,
  guard,
}) => {
  await signInAs(page, personas.member, '/profile?tab=profile');
  const card = page.getByRole('region', { name: 'Your data' });
  await expect(card.getByText('Not asked for')).toBeVisible();
  await card.getByRole('button', { name: 'Download your data' }).click();
  await expect(card.getByText('Being put together')).toBeVisible();
  // The page updates by itself.
  await expect(card.getByText(/^Ready until/)).toBeVisible({ timeout: 30_000 });

  const taken = page.waitForEvent('download');
  await card.getByRole('link', { name: 'Download' }).click();
  const download = await taken;
  expect(download.suggestedFilename()).toBe('hearthkeep-data.zip');
  const zip = unzip(await readFile(await download.path()));
  const rows = (name: string) => JSON.parse(String(zip[`data/${name}.json`])) as Record<string, unknown>[];
  expect(rows('users')).toMatchObject([{ email: personas.member }]);
  for (const kind of ['bookings', 'messages', 'payments', 'invoices', 'hour_entries', 'services'])
    expect(rows(kind).length, kind).toBeGreaterThan(0);
  expect(Object.keys(zip).filter((name) => name.startsWith('photos/')).length).toBeGreaterThan(0);

  guard.allow(...networkAway);
  await device.offline(true);
  await expect(card.getByRole('link', { name: 'Download' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true');
  await expect(card.getByText('You are offline. This needs the network.')).toBeVisible();
});

test('a member sees the effects of deleting their account, requests it with their address, and takes it back', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 400.*\/api\/account-deletion/);
  await signInAs(page, personas.member, '/profile?tab=profile');
  await page.getByRole('button', { name: 'Delete your account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(sheet.getByText(/Your Standard plan is not renewed any more/)).toBeVisible();
  await expect(sheet.getByText(/called off/).first()).toBeVisible();
  const go = sheet.getByRole('button', { name: 'Delete my account' });
  await expect(go).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByLabel('Type your e-mail address to confirm').fill(personas.newcomer);
  await go.click();
  await expect(sheet.getByText('This is not the e-mail address of your account')).toBeVisible();
  await sheet.getByLabel('Type your e-mail address to confirm').fill(personas.member);
  await go.click();
  const planned = page.getByRole('region', { name: 'Your account will be deleted' });
  const notice = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
  await expect(notice).toContainText(
    /Your account will be deleted\s*On \w+day \d+ \w+\. Until then you can keep it/,
  );
  await expect(planned.getByRole('heading')).toBeInViewport();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await planned.getByRole('button', { name: 'Keep my account' }).click();
  await expect(planned).toHaveCount(0);
  await expect(notice).toHaveText(/Your account stays/);
  await page.getByRole('tab', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Delete your account' })).toBeVisible();
});

test('the forms of the catalogue lead a person whose account is to be deleted to keep it, and offer nothing else @full', async ({
  page,
}) => {
  const at = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await answered(page, 'account-deletion', { at, requestedAt: new Date().toISOString(), mayKeep: true });
  await signInAs(page, personas.member, '/services');
  const sheet = page.getByRole('dialog').first();
  const refused = sheet.getByText(/^Your account is about to be deleted on \w+day \d+ \w+\./);
  await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
  await expect(refused).toBeVisible();
  await expect(sheet.getByRole('textbox')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page
    .locator('.service-card')
    .first()
    .getByRole('button', { name: /^Book / })
    .first()
    .click();
  await expect(refused).toBeVisible();
  await expect(sheet.getByRole('textbox')).toHaveCount(0);
  // The profile reads the answer again, and the test's end must not interrupt that.
  const again = page.waitForResponse('**/api/account-deletion');
  await sheet.getByRole('link', { name: 'Go to Your Profile' }).click();
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible();
  await again;
});

test.describe('in another zone than the business', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('the file expires on the day that the letter names @full', async ({ page }) => {
    // Shortly after midnight in Sydney, and the day before in Los Angeles.
    const readyUntil = new Date(Date.now() + 4 * 86_400_000);
    readyUntil.setUTCHours(14, 30, 0, 0);
    await answered(page, 'data-export', {
      state: 'ready',
      readyUntil: readyUntil.toISOString(),
      bytes: 2000,
    });
    await signInAs(page, personas.member, '/profile?tab=profile');
    const day = readyUntil.toLocaleDateString('en-AU', { timeZone: businessZone, day: 'numeric' });
    const card = page.getByRole('region', { name: 'Your data' });
    await expect(card.getByText(new RegExp(`^Ready until \\w+ ${day} `))).toBeVisible();
  });
});

test('an account whose day has come shows no past day for its deletion @full', async ({ page }) => {
  const at = new Date(Date.now() - 60_000).toISOString();
  const requestedAt = new Date(Date.now() - 7 * 86_400_000).toISOString();
  await answered(page, 'account-deletion', { at, requestedAt, mayKeep: true, waitsFor: null });
  await signInAs(page, personas.member, '/profile?tab=profile');
  const planned = page.getByRole('region', { name: 'Your account will be deleted' });
  await expect(planned.getByText('The day has come: it is deleted within hours.')).toBeVisible();
  await expect(planned.getByRole('button', { name: 'Keep my account' })).toBeVisible();
});

test('a member who ended the plan and leaves reads when it ends, and is not offered to keep it @full', async ({
  page,
}) => {
  const endsAt = new Date(Date.now() - 60_000).toISOString();
  await answered(page, 'subscription', { nextTier: null, withAccount: 'ended', endsAt });
  await signInAs(page, personas.member, '/profile');
  const plan = page.getByLabel('Your plan', { exact: true });
  await expect(plan).toContainText(
    /^Your Standard plan ends with your account, or on (.+) if that comes first\. If you keep your account before then, it ends on \1\.$/,
  );
  await expect(plan.getByRole('button')).toHaveCount(0);
  await page.goto('/billing');
  await expect(page.getByText(/^By \w{3} \d+ \w{3}/)).toBeVisible();
});

/** The server's answer with these changes. */
const answered = (page: Page, call: string, changed: object) =>
  page.route(`**/api/${call}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
  });

test.describe('for a person who asks by phone', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('the team requests their data, and deletes or keeps their account; they see it at once @full', async ({
    page,
    browser,
    server,
    guard,
  }) => {
    guard.allow(/status of 400.*\/deletion/);
    const phone = await openDevice({ browser, guard, baseURL: server.url });
    const theirs = phone.page;
    await signInAs(theirs, personas.newcomer, '/profile?tab=profile');
    await expect(theirs.getByRole('heading', { name: 'Delete your account' })).toBeVisible();

    await signInAs(page, personas.admin, '/admin/customers');
    await page.getByRole('link').filter({ hasText: personas.newcomer }).click();
    const card = page.getByRole('region', { name: 'Data and Deletion' });
    await card.getByRole('button', { name: 'Prepare Their Data' }).click();
    await expect(card.getByText(/^Their data is ready for them until/)).toBeVisible({ timeout: 30_000 });
    await expect(theirs.getByRole('link', { name: 'Download' })).toBeVisible();

    await card.getByRole('button', { name: 'Delete Their Account' }).click();
    const sheet = page.getByRole('dialog', { name: 'Delete Noah Tran’s account?' });
    await sheet.getByLabel('Type their e-mail address to confirm').fill(personas.member);
    const go = sheet.getByRole('button', { name: 'Delete Their Account' });
    await go.click();
    await expect(sheet.getByText('This is not the e-mail address of this account')).toBeVisible();
    expect([...(await layoutFaults(page)), ...(await axe(page, 'sheet'))]).toEqual([]);
    await sheet.getByLabel('Type their e-mail address to confirm').fill(personas.newcomer);
    await go.dblclick();
    await expect(sheet).toBeHidden();
    await expect(card.getByText(/The team asked for it on/)).toBeVisible();
    expect([...(await layoutFaults(page)), ...(await axe(page, 'card'))]).toEqual([]);
    await expect(theirs.getByRole('region', { name: 'Your account will be deleted' })).toBeVisible();

    await card.getByRole('button', { name: 'Keep Their Account' }).click();
    await expect(card.getByRole('button', { name: 'Delete Their Account' })).toBeVisible();
    await expect(theirs.getByRole('heading', { name: 'Delete your account' })).toBeVisible();
    await phone.discard();

    await page.getByRole('link', { name: 'What the Team Did' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Noah Tran' })).toHaveText([
      /Priya Shah kept the account of Noah Tran, which was to be deleted/,
      /Priya Shah asked to delete the account of Noah Tran/,
      /Priya Shah had the data of Noah Tran put together for them/,
    ]);
  });
});
