import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import { button, front, newest } from './member-bookings.ts';
import {
  choosePhotos as choose,
  photoFile as file,
  noPhoto,
  photoFiles,
  photosArrive,
  photoStrip as strip,
} from './photos.ts';
import { openBooking, openThread, send, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

/** A phone that is slow with photos: from the `nth` on they wait until the returned function is called. */
async function slowFrom(page: Page, nth: number): Promise<() => Promise<void>> {
  await page.evaluate((from) => {
    const make = window.createImageBitmap.bind(window);
    const waiting: (() => void)[] = [];
    let count = 0;
    let isSlow = true;
    window.createImageBitmap = async (file: ImageBitmapSource) => {
      count += 1;
      if (isSlow && count >= from) await new Promise<void>((go) => waiting.push(go));
      return make(file);
    };
    document.addEventListener('go-on', () => {
      isSlow = false;
      for (const go of waiting) go();
    });
  }, nth);
  return () => page.evaluate(() => void document.dispatchEvent(new Event('go-on')));
}

test('leaving while photos are being made asks first, and not once they are ready @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  await openBooking(page, (await newest(server, 'scheduled')).id);
  await expect(button(page, 'Send')).toBeVisible();
  const goOn = await slowFrom(page, 2);
  await choose(page, [await file('gate.jpg', 80, 60), await file('lock.jpg', 60, 80)]);
  await expect(strip(page)).toHaveCount(1);
  const confirmation = page.waitForEvent('dialog');
  const reloading = page.evaluate(() => location.reload());
  const question = await confirmation;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await reloading;
  await goOn();
  await expect(strip(page)).toHaveCount(2);
  await page.reload();
  await expect(strip(page)).toHaveCount(2);
});

test('photos still being made when the page is left keep their places, and count against the limit @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/bookings');
  const booking = await newest(server, 'scheduled');
  const link = front(page.locator(`a[href$="${booking.id}"]`));
  await link.click();
  await expect(button(page, 'Send')).toBeVisible();
  const goOn = await slowFrom(page, 2);
  const ten = await photoFiles(10);
  await choose(page, ten);
  await expect(strip(page)).toHaveCount(1);
  await page.goBack();
  await link.click();
  const list = front(page.getByRole('list', { name: '10 of 10 photos' }));
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(strip(page)).toHaveCount(1);
  await expect(button(page, 'Send')).toBeDisabled();
  await choose(page, [await file('more.jpg', 320, 240)]);
  await expect(toastOf(page, /10 photos at most/, 'destructive')).toBeVisible();
  await goOn();
  await expect(strip(page)).toHaveCount(10);
  await expect(list.getByRole('img').first()).toHaveAccessibleName('Chosen, 1');
  await button(page, 'Send').click();
  await expect(strip(page)).toHaveCount(0);
  await photosArrive(server, booking.id, 10);
});

test('two tabs’ photos for one message: ten go with it, and the rest with the next @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  const other = await page.context().newPage();
  for (const tab of [page, other]) await openBooking(tab, booking.id);
  for (const tab of [page, other]) await expect(button(tab, 'Send')).toBeVisible();
  const [ours, theirs] = [await photoFiles(6, 'a'), await photoFiles(6, 'b')];
  const [goOn, otherGoOn] = [await slowFrom(page, 1), await slowFrom(other, 1)];
  await choose(page, ours);
  await choose(other, theirs);
  await goOn();
  await otherGoOn();
  await expect(strip(page)).toHaveCount(12);
  await button(page, 'Send').click();
  await expect(strip(page)).toHaveCount(2);
  await photosArrive(server, booking.id, 10);
  await button(page, 'Send').click();
  await expect(strip(page)).toHaveCount(0);
  await photosArrive(server, booking.id, 12);
});

test('files that are no photos are named or counted, and no photo is left out for them @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await choose(page, [noPhoto('<i>plan.pdf', 'application/pdf')]);
  await expect(
    toastOf(page, '“<i>plan.pdf” could not be read as a photo and was left out', 'destructive'),
  ).toBeVisible();
  await choose(page, [
    noPhoto('plan.pdf', 'application/pdf'),
    await file('gate.jpg', 320, 240),
    noPhoto('walk.mp4', 'video/mp4'),
    noPhoto('lock.jpg', 'image/jpeg'),
    await file('dog.jpg', 320, 240),
  ]);
  await expect(
    toastOf(page, '3 of 5 files could not be read as photos and were left out', 'destructive'),
  ).toBeVisible();
  await expect(strip(page)).toHaveCount(2);
  const eight = await photoFiles(8);
  await choose(page, [noPhoto('notes.txt', 'text/plain'), ...eight]);
  await expect(
    toastOf(page, '“notes.txt” could not be read as a photo and was left out', 'destructive'),
  ).toBeVisible();
  await expect(strip(page)).toHaveCount(10);
});

test('the newest message stays visible when photos are chosen, and a reader further up stays there @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  // So long that the thread's end is out of view at the top of the page.
  await send(page, 'The lead hangs there. '.repeat(40).trim());
  await send(page, 'The side gate is open.');
  const words = front(page.getByRole('log').getByText('The side gate is open.'));
  await expect(words).toBeInViewport({ ratio: 1 });
  await choose(page, [await file('gate.jpg', 800, 600)]);
  await expect(strip(page)).toHaveCount(1);
  await expect(words).toBeInViewport({ ratio: 1 });
  await button(page, 'Take out photo 1').click();
  await expect(strip(page)).toHaveCount(0);

  const above = front(page.getByRole('heading', { level: 1 }));
  await above.scrollIntoViewIfNeeded();
  await choose(page, [await file('gate.jpg', 800, 600)]);
  await expect(strip(page)).toHaveCount(1);
  await expect(above).toBeInViewport({ ratio: 1 });
});

test.describe('on a phone that is turned on its side, without a network @full', () => {
  test.use({ viewport: { width: 667, height: 375 }, allowed: networkAway, worker: true });

  test('a long message with photos leaves a third of the screen to the page, and all of both can be reached', async ({
    page,
    device,
    server,
  }) => {
    await signInWithWorker(page, personas.member, '/');
    const booking = await newest(server, 'scheduled');
    await openThread(page, booking.id);
    await device.offline(true);
    const box = front(page.getByPlaceholder('Type your message...'));
    await box.fill('One\nTwo\nThree\nFour\nFive');
    await choose(page, await Promise.all([1, 2, 3, 4, 5].map((n) => file(`${n}.jpg`, 200, 100 * n))));
    await expect(strip(page)).toHaveCount(5);
    await expect(strip(page).last()).toBeInViewport({ ratio: 0.9 });
    const height = await front(page.locator('ion-content')).evaluate((content) => content.clientHeight);
    expect(height).toBeGreaterThan(375 / 3);
    expect(await box.evaluate((area) => area.scrollHeight > area.clientHeight)).toBe(true);
    await expect(button(page, 'Send')).toBeInViewport({ ratio: 1 });
    await button(page, 'Take out photo 1').click();
    await expect(strip(page)).toHaveCount(4);
    expect(await layoutFaults(page)).toEqual([]);
    expect(await axe(page, 'a message written on its side')).toEqual([]);
  });
});

test('photos appear in every tab that writes the message, and leave all of them when one sends it @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const booking = await newest(server, 'scheduled');
  const other = await page.context().newPage();
  for (const tab of [page, other]) await openBooking(tab, booking.id);
  await choose(page, [await file('gate.jpg', 800, 600), await file('lock.jpg', 300, 400)]);
  for (const tab of [page, other]) await expect(strip(tab)).toHaveCount(2);
  await button(page, 'Take out photo 2').click();
  await expect(strip(other)).toHaveCount(1);
  await button(other, 'Send').click();
  for (const tab of [page, other]) await expect(strip(tab)).toHaveCount(0);
  await expect(button(page, 'Send')).toBeDisabled();
  await photosArrive(server, booking.id, 1);
});
