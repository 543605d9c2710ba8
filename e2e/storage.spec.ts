import type { Page } from 'playwright/test';
import { aPicture } from '../api/testing/builders/photos.ts';
import { outboxName } from '../app/pwa/outbox/database.ts';
import { workerReady } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { front, newest } from './member-bookings.ts';
import type { RunningServer } from './server.ts';
import { openBooking, openThread, send } from './steps.ts';
import { cantKeep, faults } from './storage-faults.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const storedOf = (server: RunningServer, message: string) =>
  server.rows((db) => db.selectFrom('messages').select('id').where('message', '=', message).execute());

/** The app starts, shows content, and sends a message. */
async function worksAt(page: Page, bookingId: string): Promise<void> {
  await openBooking(page, bookingId);
  await expect(front(page.getByText('Service details'))).toBeVisible();
  await expect(page.getByRole('log')).toBeVisible();
  await page.goto('/bookings');
  await expect(page.locator('.booking-card').first()).toBeVisible();
  await openBooking(page, bookingId);
  await front(page.getByPlaceholder('Type your message...')).fill('The');
}

async function sendsFrom(page: Page, server: RunningServer, message: string): Promise<void> {
  await send(page, message);
  await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
  await expect.poll(() => storedOf(server, message)).toHaveLength(1);
}

async function signsOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
}

for (const [fault, { breakIt, says }] of Object.entries(faults))
  test(`with the fault '${fault}' the app starts, says what it cannot keep, and works online @full`, async ({
    page,
    server,
  }) => {
    await page.addInitScript(breakIt);
    await signInAs(page, personas.member);
    const { id } = await newest(server, 'scheduled');
    await worksAt(page, id);
    await expect(front(page.getByText(says))).toBeVisible();
    await sendsFrom(page, server, 'The gate sticks.');
    await signsOut(page);
    expect(await server.rows((db) => db.selectFrom('sessions').select('user_id').execute())).toEqual([]);
  });

test('a full device still sends a message with its photo, and says what it cannot keep @full', async ({
  page,
  server,
}) => {
  await page.addInitScript(faults['the device is full']?.breakIt ?? (() => {}));
  await signInAs(page, personas.member);
  const { id } = await newest(server, 'scheduled');
  await openBooking(page, id);
  const file = { name: 'gate.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture({})) };
  await front(page.getByLabel('Add photos')).setInputFiles(file);
  await expect(front(page.getByRole('list', { name: /of 10 photos$/ })).getByRole('img')).toHaveCount(1);
  await sendsFrom(page, server, 'This gate.');
  await expect(front(page.getByText(cantKeep))).toBeVisible();
  await expect(page.getByRole('log').locator('.photo img').filter({ visible: true })).toHaveCount(1);
});

/** Blocks further writes to the outbox's storage until the returned function is called. */
const holdStorage = (page: Page): Promise<() => Promise<void>> =>
  page
    .evaluate(
      (name) =>
        new Promise<void>((resolve) => {
          const opened = indexedDB.open(name);
          opened.onsuccess = () => {
            const entries = opened.result.transaction('entries', 'readwrite').objectStore('entries');
            Object.assign(globalThis, { held: true });
            const goOn = () => {
              resolve();
              if ('held' in globalThis) entries.count().onsuccess = goOn;
              else opened.result.close();
            };
            goOn();
          };
        }),
      outboxName,
    )
    .then(() => () => page.evaluate(() => void Reflect.deleteProperty(globalThis, 'held')));

test('text written after a return, while the message before it is still being stored, stays @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/bookings');
  const { id } = await newest(server, 'scheduled');
  const link = front(page.locator(`a[href$="${id}"]`));
  await link.click();
  const box = front(page.getByPlaceholder('Type your message...'));
  await expect(box).toBeVisible();
  const letGo = await holdStorage(page);
  await box.fill('The gate sticks.');
  await front(page.getByRole('button', { name: 'Send' })).click();
  await page.goBack();
  await link.click();
  await box.fill('And the latch');
  await letGo();
  await expect.poll(() => storedOf(server, 'The gate sticks.')).toHaveLength(1);
  await page.reload();
  await expect(box).toHaveValue('And the latch');
});

test('content stored by a newer release does no harm after a rollback, and is deleted at sign-out @full', async ({
  page,
  server,
}) => {
  await page.goto('/healthz');
  await page.evaluate(async () => {
    for (const name of ['hearthkeep-cache', 'hearthkeep-outbox', 'hearthkeep-photos', 'hearthkeep-shared'])
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 99);
        opening.onupgradeneeded = () => opening.result.createObjectStore('newer').put('kept of them', 1);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => reject(opening.error);
      });
  });
  await signInAs(page, personas.member);
  const { id } = await newest(server, 'scheduled');
  await worksAt(page, id);
  await sendsFrom(page, server, 'The gate sticks.');
  await signsOut(page);
  expect((await findKept(page, 'kept of them')).found).toEqual([]);
});

test('a change of a kind known only to a newer release is shown after a rollback, and can be taken back @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const { id } = await newest(server, 'scheduled');
  await openBooking(page, id);
  await sendsFrom(page, server, 'The gate sticks.');
  await page.evaluate(async (bookingId) => {
    const { id: userId } = await (await fetch('/api/auth/user')).json();
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('hearthkeep-outbox');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const adding = db
      .transaction('entries', 'readwrite')
      .objectStore('entries')
      .add({
        clientId: crypto.randomUUID(),
        userId,
        bookingId,
        work: { kind: 'tip', cents: 500 },
        createdAt: new Date().toISOString(),
        state: 'waiting',
        code: null,
        reason: null,
        attempts: 0,
        notBefore: 0,
      });
    await new Promise((resolve) => {
      adding.onsuccess = resolve;
    });
    db.close();
  }, id);
  const waits = front(page.getByText('Waits for a newer version of the app'));
  await page.goto('/bookings');
  await expect(waits).toBeVisible();
  await openBooking(page, id);
  await expect(waits).toBeVisible();
  await front(page.getByRole('button', { name: 'Undo' })).click();
  await expect(waits).toBeHidden();
});

/** Deletes everything but the cookies, which belong to the session. */
async function clearStorage(page: Page, { url }: RunningServer): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'indexeddb,local_storage,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes });
  await session.detach();
}

test.describe('when the system clears the storage', () => {
  test.use({ allowed: networkAway });

  test('an open app continues and stores anew, and so does a closed one @full', async ({
    device,
    page,
    server,
  }) => {
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    await openThread(page, id);
    await clearStorage(page, server);
    await sendsFrom(page, server, 'The gate sticks.');
    await device.offline(true);
    await send(page, 'Push hard.');
    await expect(front(page.getByText('Waiting for the network'))).toBeVisible();
    await device.offline(false);
    await expect.poll(() => storedOf(server, 'Push hard.')).toHaveLength(1);

    await page.goto('about:blank');
    await clearStorage(page, server);
    await openBooking(page, id);
    await expect(page.getByRole('log').getByText('Push hard.')).toBeVisible();
    await workerReady(page);
    await device.offline(true);
    await page.reload();
    await expect(page.getByRole('log').getByText('Push hard.')).toBeVisible();
  });

  test('pages and their code come from the network if Cache Storage fails under the worker @full', async ({
    page,
    server,
  }) => {
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(() => {
      const fail = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
      Object.assign(CacheStorage.prototype, { open: fail, match: fail, keys: fail, has: fail, delete: fail });
    });
    await worksAt(page, id);
    await sendsFrom(page, server, 'The gate sticks.');
  });
});
