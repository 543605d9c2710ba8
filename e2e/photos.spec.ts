import type { Locator } from 'playwright/test';
import { axe } from './axe.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { enlargeText, layoutFaults } from './layout.ts';
import { button, front, newest } from './member-bookings.ts';
import {
  choosePhotos as choose,
  photoFile as file,
  photosInThread as inThread,
  noPhoto,
  photoFiles,
  photosArrive,
  storedPhotos,
  photoStrip as strip,
} from './photos.ts';
import { openBooking, openThread, send, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

test.describe('without a network', () => {
  test.use({ allowed: networkAway });

  test('photos are chosen, viewed and kept through a reload, sent with the network, and read again without it @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const booking = await newest(server, 'scheduled');
    await openThread(page, booking.id);
    await device.offline(true);

    await choose(page, [
      await file('gate.jpg', 3000, 2000),
      await file('lock.jpg', 600, 900),
      await file('dog.jpg', 500, 500),
    ]);
    await expect(strip(page)).toHaveCount(3);
    await page.reload();
    await expect(strip(page)).toHaveCount(3);
    await button(page, 'Take out photo 3').click();
    await expect(strip(page)).toHaveCount(2);
    await send(page, 'The gate, and its lock.');
    await expect(strip(page)).toHaveCount(0);
    await expect(front(page.getByText('Waiting for the network'))).toBeVisible();
    await expect(inThread(page)).toHaveCount(2);
    await page.reload();
    await expect(inThread(page)).toHaveCount(2);

    await device.offline(false);
    await expect(page.getByText('Waiting for the network')).toHaveCount(0);
    await expect
      .poll(() => storedPhotos(server, booking.id))
      .toEqual([
        { message: 'The gate, and its lock.', width: 2048, height: 1365 },
        { message: 'The gate, and its lock.', width: 600, height: 900 },
      ]);
    await expect(inThread(page)).toHaveCount(2);

    await device.offline(true);
    await page.reload();
    await expect(inThread(page)).toHaveCount(2);
    await button(page, 'Photo 1 of 2, Sent').click();
    const viewer = page.getByRole('dialog').filter({ visible: true });
    await expect(viewer.getByRole('img', { name: 'Photo 1 of 2, Sent' })).toBeVisible();
    await viewer.getByRole('button', { name: 'Next photo' }).click();
    await expect(viewer.getByRole('heading', { name: 'Photo 2 of 2, Sent' })).toBeVisible();
    expect(await axe(page, 'a photo as large as the screen')).toEqual([]);
    await page.goBack();
    await expect(viewer).toHaveCount(0);
  });
});

test('a photo needs no text, a file that is none is refused, and more than ten wait for the next message @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await expect(button(page, 'Send')).toBeDisabled();
  await choose(page, [noPhoto('notes.jpg', 'image/jpeg')]);
  await expect(toastOf(page, /Not a photo/, 'destructive')).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  const many = await photoFiles(11);
  await choose(page, many);
  await expect(toastOf(page, /10 photos at most/, 'destructive')).toBeVisible();
  await expect(strip(page)).toHaveCount(10);
  await button(page, 'Send').click();
  await expect(inThread(page)).toHaveCount(10);
  await photosArrive(server, booking.id, 10);
});

test('the keyboard removes photos and views them from one end to the other without losing the focus @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  const some = await photoFiles(4);
  await choose(page, some);
  await expect(strip(page)).toHaveCount(4);
  const takeOut = async (which: string) => {
    await button(page, which).focus();
    await page.keyboard.press('Enter');
  };
  await takeOut('Take out photo 2');
  await expect(strip(page)).toHaveCount(3);
  await expect(button(page, 'Take out photo 2')).toBeFocused();
  await takeOut('Take out photo 3');
  await expect(strip(page)).toHaveCount(2);
  await expect(button(page, 'Take out photo 2')).toBeFocused();
  await button(page, 'Send').click();
  await expect(inThread(page)).toHaveCount(2);

  await choose(page, some.slice(0, 1));
  await expect(strip(page)).toHaveCount(1);
  await takeOut('Take out photo 1');
  await expect(strip(page)).toHaveCount(0);
  await expect(front(page.getByLabel('Add photos'))).toBeFocused();

  await button(page, 'Photo 1 of 2, Sent').click();
  const viewer = page.getByRole('dialog').filter({ visible: true });
  const [before, after] = ['Previous photo', 'Next photo'].map((name) =>
    viewer.getByRole('button', { name }),
  );
  await expect(before as Locator).toBeDisabled();
  await (after as Locator).focus();
  await page.keyboard.press('Enter');
  await expect(viewer.getByRole('heading', { name: /^Photo 2 of 2, / })).toBeVisible();
  await expect(after as Locator).toBeFocused();
  await expect(after as Locator).toBeDisabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByRole('heading', { name: /^Photo 1 of 2, / })).toBeVisible();
});

test('a photo that could not be read is named, also in large text @full', async ({ page, server, guard }) => {
  guard.allow(/Failed to load resource|net::ERR_FAILED|photos/, ...networkAway);
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await choose(page, [
    await file('gate.jpg', 320, 240),
    await file('lock.jpg', 320, 240),
    await file('door.jpg', 320, 240),
  ]);
  await expect(strip(page)).toHaveCount(3);
  await button(page, 'Send').click();
  await expect(button(page, 'Photo 3 of 3, Sent')).toBeVisible();
  // Another device of the member, where nothing was read yet.
  await page.route('**/photos/**', (route) => route.abort());
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const gone = indexedDB.deleteDatabase('hearthkeep-photos');
        gone.onsuccess = () => resolve();
        gone.onerror = () => reject(gone.error);
      }),
  );
  await enlargeText(page, 200);
  await page.reload();
  await expect(button(page, 'Try again: Photo 3 of 3, Sent')).toBeVisible();
  await page.context().setOffline(true);
  await expect(button(page, 'Needs the network: Photo 3 of 3, Sent')).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
});

test('the team can see a customer’s photo, and the device stores no photo after the team has signed in on it @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await choose(page, [await file('gate.jpg', 800, 600)]);
  await expect(strip(page)).toHaveCount(1);
  await button(page, 'Send').click();
  await photosArrive(server, booking.id, 1);
  const photosHere = async () => {
    const { filled } = await findKept(page, 'of no matter');
    return filled.filter((store) => store.startsWith('hearthkeep-photos/'));
  };
  await expect.poll(photosHere).toEqual(['hearthkeep-photos/photos', 'hearthkeep-photos/uses']);
  await signInAs(page, personas.admin, `/admin/bookings/${booking.id}`);
  await expect(inThread(page)).toHaveCount(1);
  await expect.poll(photosHere).toEqual([]);
});
