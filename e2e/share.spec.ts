import { axe } from './axe.ts';
import { networkAway } from './guard.ts';
import { front, newest } from './member-bookings.ts';
import { photoFile as file, photosArrive, shareToApp, photoStrip as strip } from './photos.ts';
import { openBooking, openThread, see, send } from './steps.ts';
import { expect, personas, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

test.describe('from the phone’s gallery', () => {
  test.use({ allowed: networkAway });

  test('photos are added to the chosen booking, without a network too, and sent with its next message @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/bookings');
    const booking = await newest(server, 'scheduled');
    await openThread(page, booking.id);
    await page.goto('/bookings');
    await expect(front(page.getByRole('link', { name: /^Details of/ }))).toBeVisible();
    await device.offline(true);
    await shareToApp(page, [await file('gate.jpg', 1200, 900), await file('lock.jpg', 300, 400)]);
    await page.waitForURL('**/share');
    await expect(front(page.getByRole('list', { name: '2 photos' })).getByRole('img')).toHaveCount(2);
    expect(await axe(page, 'what was shared')).toEqual([]);
    await front(page.getByRole('button', { name: new RegExp(booking.id.slice(0, 8)) })).click();
    await page.waitForURL(`**/bookings/${booking.id}#messages`);
    await expect(strip(page)).toHaveCount(2);
    await send(page, 'Both of them.');
    await device.offline(false);
    await photosArrive(server, booking.id, 2);

    await page.goto('/share');
    await expect(front(page.getByText('Nothing to share'))).toBeVisible();
  });

  test('a booking of another person, or one unknown to the device, cannot be shared to @full', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(/status of 404/);
    const page = device.page;
    await signInWithWorker(page, personas.member, '/bookings');
    const gone = await newest(server, 'scheduled');
    const offer = page.getByRole('button', { name: new RegExp(gone.id.slice(0, 8)) });
    await expect(front(page.locator(`a[href$="${gone.id}"]`))).toBeVisible();
    await server.rows((db) =>
      db
        .updateTable('bookings')
        .set(({ selectFrom }) => ({
          user_id: selectFrom('users').select('id').where('email', '=', personas.newcomer),
        }))
        .where('id', '=', gone.id)
        .execute(),
    );
    await front(page.locator(`a[href$="${gone.id}"]`)).click();
    await expect(front(page.getByText('Booking not found'))).toBeVisible();
    const box = page.getByPlaceholder('Type your message...').filter({ visible: true });
    await expect(box).toHaveCount(0);

    await device.offline(true);
    await openBooking(page, '8b1c2d3e-0000-4000-8000-000000000000');
    await expect(front(page.getByText('You are offline'))).toBeVisible();
    await expect(box).toHaveCount(0);
    await shareToApp(page, [await file('gate.jpg', 300, 400)]);
    await page.waitForURL('**/share');
    await expect(front(page.getByRole('button', { name: /#/ }))).toBeVisible();
    await expect(offer).toHaveCount(0);
  });

  test('photos added to the booking are reported so, also if the device keeps the shared copy @full', async ({
    page,
    server,
  }) => {
    await signInWithWorker(page, personas.member, '/bookings');
    const booking = await newest(server, 'scheduled');
    await shareToApp(page, [await file('gate.jpg', 300, 400)]);
    await page.waitForURL('**/share');
    await page.evaluate(() => {
      IDBObjectStore.prototype.clear = () => {
        throw new DOMException('The device is at fault', 'UnknownError');
      };
    });
    await front(page.getByRole('button', { name: new RegExp(booking.id.slice(0, 8)) })).click();
    await page.waitForURL(`**/bookings/${booking.id}#messages`);
    await expect(strip(page)).toHaveCount(1);

    // The shared copy is still offered: once for a message that has it, and anew for the next.
    const again = async () => {
      await page.goto('/share');
      await front(page.getByRole('button', { name: new RegExp(booking.id.slice(0, 8)) })).click();
      await page.waitForURL(`**/bookings/${booking.id}#messages`);
      await expect(strip(page)).toHaveCount(1);
    };
    await page.addInitScript(() => {
      IDBObjectStore.prototype.clear = () => {
        throw new DOMException('The device is at fault', 'UnknownError');
      };
    });
    await again();
    await send(page, 'The gate.');
    await photosArrive(server, booking.id, 1);
    await again();
    await send(page, 'The gate, once more.');
    await photosArrive(server, booking.id, 2);
  });

  test('photos that one window has taken into a booking are not offered by another @full', async ({
    page,
    server,
  }) => {
    await signInWithWorker(page, personas.member, '/bookings');
    const booking = await newest(server, 'scheduled');
    await shareToApp(page, [await file('gate.jpg', 300, 400)]);
    await page.waitForURL('**/share');
    const other = await page.context().newPage();
    await other.goto('/share');
    await expect(other.getByRole('list', { name: 'One photo' })).toBeVisible();
    await see(other, 'hidden');
    await front(page.getByRole('button', { name: new RegExp(booking.id.slice(0, 8)) })).click();
    await page.waitForURL(`**/bookings/${booking.id}#messages`);
    await expect(strip(page)).toHaveCount(1);
    await see(other, 'visible');
    await expect(other.getByText('Nothing to share')).toBeVisible();
    await expect(other.getByText('Choose a booking.')).toHaveCount(0);
  });

  test('a file that is no photo is left out, and the page says so @full', async ({ page }) => {
    await signInWithWorker(page, personas.member, '/bookings');
    const other = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>no photo</p>') };
    await shareToApp(page, [other]);
    await page.waitForURL('**/share?lost');
    await expect(front(page.getByText('The photos did not arrive'))).toBeVisible();
    await shareToApp(page, [await file('gate.jpg', 300, 400), other]);
    await page.waitForURL('**/share?part');
    await expect(front(page.getByText('Not all of it could be taken'))).toBeVisible();
    const one = page.getByRole('list', { name: 'One photo' });
    await expect(front(one).getByRole('img')).toHaveCount(1);
    expect(await axe(page, 'what was shared in part')).toEqual([]);

    // Earlier photos are not reported as left out now.
    await shareToApp(page, [other]);
    await page.waitForURL('**/share?lost');
    await expect(front(page.getByText('The photos did not arrive'))).toBeVisible();
    await expect(one).toHaveCount(0);
    await expect(page.getByText('Choose a booking.')).toHaveCount(0);
    expect(await axe(page, 'a share of which nothing came')).toEqual([]);
  });
});
