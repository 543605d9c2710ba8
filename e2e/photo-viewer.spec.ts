import type { Page } from 'playwright/test';
import { aPicture } from '../api/testing/builders/photos.ts';
import { apart } from './layout.ts';
import { button, front, newest } from './member-bookings.ts';
import { choosePhotos, photoStrip } from './photos.ts';
import type { RunningServer } from './server.ts';
import { holdBack, send, toastOf } from './steps.ts';
import { expect, personas, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const photo = (page: Page) => button(page, 'Photo, Sent');
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo, Sent' });

/** Goes from the list to a booking and sends a photo in its thread. */
async function sendPhoto(page: Page, server: RunningServer): Promise<void> {
  await signInWithWorker(page, personas.member, '/bookings');
  const { id } = await newest(server, 'scheduled');
  await front(page.locator(`a[href$="${id}"]`)).click();
  const buffer = Buffer.from(await aPicture({ width: 800, height: 600 }));
  await choosePhotos(page, [{ name: 'gate.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect(photoStrip(page)).toHaveCount(1);
  await button(page, 'Send').click();
  await expect(photo(page)).toBeVisible();
}

test('toasts over an open photo leave its bar free @full', async ({ page, server }) => {
  await sendPhoto(page, server);
  const letGo = await holdBack(page, '**/messages');
  await send(page, 'That is the gate.');
  await photo(page).click();
  await expect(viewer(page).getByRole('img')).toBeVisible();
  letGo();
  const notice = toastOf(page, 'Message sent successfully');
  await expect(notice).toBeVisible();
  const bar = [
    viewer(page).getByRole('button', { name: 'Close', exact: true }),
    viewer(page).getByRole('heading'),
  ];
  for (const part of bar)
    await expect.poll(async () => apart(await notice.boundingBox(), await part.boundingBox())).toBe(true);
});

test('a reload with an open photo or menu leaves no Back without an effect @full', async ({
  page,
  server,
}) => {
  await sendPhoto(page, server);
  await photo(page).click();
  await expect(viewer(page).getByRole('img')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('log')).toBeVisible();
  await expect(viewer(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/bookings$/);
  await expect(front(page.getByRole('heading', { level: 1, name: 'Bookings' }))).toBeVisible();

  await front(page.getByRole('link', { name: 'Profile', exact: true })).click();
  await expect(front(page.getByRole('heading', { level: 1, name: 'Profile' }))).toBeVisible();
  await button(page, 'Menu').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(front(page.getByRole('heading', { level: 1, name: 'Profile' }))).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/bookings$/);
});
