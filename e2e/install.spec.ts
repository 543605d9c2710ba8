import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { tabletOf, write } from './chat.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { onAndroid, onApple } from './install-devices.ts';
import { layoutFaults } from './layout.ts';
import { dialogLeft, newest } from './member-bookings.ts';
import { openBooking, requestByHand, send } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ worker: true, wholeBrowser: true });

const invitation = (page: Page) => page.getByRole('region', { name: 'Keep Hearthkeep at hand' });
const pushOffer = (page: Page) => page.getByRole('region', { name: 'Know when it is scheduled' });
const list = (page: Page) => page.getByRole('tabpanel', { name: 'All' });

test('a person who has booked is invited to install, not before, and never again after declining @full', async ({
  page,
}) => {
  await onAndroid(page, false);
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'denied' }),
  );
  await signInAs(page, personas.newcomer, '/bookings');
  await expect(list(page)).toBeVisible();
  await expect(invitation(page)).toHaveCount(0);
  await requestByHand(page);
  await page.goto('/bookings');
  await expect(invitation(page)).toBeVisible();
  expect(await axe(page, 'the invitation')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await invitation(page).getByRole('button', { name: 'Not now' }).click();
  await expect(invitation(page)).toHaveCount(0);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  await signInAs(page, personas.newcomer);
  await requestByHand(page);
  await page.goto('/bookings');
  await expect(list(page).getByText('Piano tuning').first()).toBeVisible();
  await expect(invitation(page)).toHaveCount(0);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Install the app' }).click();
  await expect(page.locator('html[data-asked=yes]')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Install the app' })).toHaveCount(0);
});

test('questions come one at a time: notifications first, the app later @full', async ({ page, server }) => {
  await page.context().grantPermissions(['notifications'], { origin: server.url });
  await onAndroid(page);
  await page.addInitScript(() => {
    if (!localStorage.getItem('hearthkeep-push-offer')) localStorage.setItem('hearthkeep-push-offer', 'due');
  });
  await signInAs(page, personas.member, '/bookings');
  await expect(pushOffer(page)).toBeVisible();
  await expect(invitation(page)).toHaveCount(0);
  await pushOffer(page).getByRole('button', { name: 'Not now' }).click();
  await expect(pushOffer(page)).toHaveCount(0);
  await expect(list(page)).toBeVisible();
  await expect(invitation(page)).toHaveCount(0);
  await page.reload();
  await expect(invitation(page)).toBeVisible();
  await invitation(page).getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html[data-asked=yes]')).toBeAttached();
  await expect(invitation(page)).toHaveCount(0);
});

for (const device of ['iphone', 'ipad'] as const)
  test(`an ${device} shows the steps with pictures, once; its profile shows them again @full`, async ({
    page,
  }) => {
    await onApple(device)(page);
    await signInAs(page, personas.member, '/bookings');
    await invitation(page).getByRole('button', { name: 'Show me how' }).click();
    const sheet = page.getByRole('dialog', { name: 'Install the app' });
    await expect(sheet.getByRole('listitem')).toHaveCount(3);
    await expect(sheet.locator('svg.drawing')).toHaveCount(3);
    await expect(sheet).toContainText(device === 'ipad' ? 'at the top right' : 'at the bottom of the screen');
    expect(await axe(page, 'how to install')).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(invitation(page)).toHaveCount(0);
    await dialogLeft(page);
    await page.reload();
    await expect(list(page)).toBeVisible();
    await expect(invitation(page)).toHaveCount(0);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Install the app' }).click();
    await expect(sheet).toBeVisible();
  });

test('the installed app invites nobody @full', async ({ page }) => {
  await onApple('iphone', true)(page);
  await signInAs(page, personas.member, '/bookings');
  await expect(list(page)).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Sign Out' }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Install the app' })).toHaveCount(0);
  await expect(invitation(page)).toHaveCount(0);
});

test('the icon counts the team’s messages until they are read, and nothing after a sign-out @full', async ({
  page,
  browser,
  guard,
  server,
}) => {
  const shown: number[] = [];
  await page.exposeFunction('showOnIcon', (count: number) => void shown.push(count));
  await page.addInitScript(() => {
    const { showOnIcon } = globalThis as unknown as { showOnIcon(count: number): Promise<void> };
    for (const [name, value] of Object.entries({
      setAppBadge: (count: number) => showOnIcon(count),
      clearAppBadge: () => showOnIcon(0),
    }))
      Object.defineProperty(navigator, name, { configurable: true, value });
  });
  const badge = (count: number) => expect.poll(() => shown.at(-1)).toBe(count);
  await signInAs(page, personas.member, '/?chat=open');
  const chat = page.getByRole('dialog', { name: 'Live Support Chat' });
  await write(chat, 'Is anyone there?');
  await chat.getByRole('button', { name: 'Close', exact: true }).click();
  await badge(0);
  const team = await tabletOf({ browser, guard, server });
  await team.page
    .getByRole('link', { name: /Olivia/ })
    .first()
    .click();
  await write(team.page, 'Good morning!');
  await badge(1);
  await page.getByRole('button', { name: 'Live Chat' }).click();
  await badge(0);
  await chat.getByRole('button', { name: 'Close', exact: true }).click();
  await write(team.page, 'One more thing.');
  await badge(1);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  await badge(0);
  await team.discard();
});

test.describe('on a network that disappears', () => {
  test.use({ allowed: networkAway });

  test('permanent storage is requested once something waits in it, and not on arrival @full', async ({
    page,
    device,
    server,
  }) => {
    await page.addInitScript(() => {
      Object.assign(navigator.storage, {
        persisted: async () => false,
        persist: async () => {
          document.documentElement.dataset.persist = 'asked';
          return true;
        },
      });
    });
    await signInAs(page, personas.member);
    await openBooking(page, (await newest(server, 'scheduled')).id);
    await expect(page.getByRole('log')).toBeVisible();
    await workerReady(page);
    await expect(page.locator('html[data-persist]')).toHaveCount(0);
    await device.offline(true);
    await send(page, 'The side gate is open.');
    await expect(page.locator('html[data-persist=asked]')).toBeAttached();
  });
});
