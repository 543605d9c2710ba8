import type { Page } from 'playwright/test';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import type { RunningServer } from './server.ts';
import { expect, personas, signInAs, test } from './test.ts';

const newestBooking = (server: RunningServer) =>
  server.rows((db) =>
    db.selectFrom('bookings').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
  );

const send = async (page: Page, text: string) => {
  const box = page.getByPlaceholder('Type your message...');
  await box.fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText(text)).toBeVisible();
};

const open = (page: Page, bookingId: string) => page.goto(`/bookings/${bookingId}`);

/** Two bookings of the member's, opened once, so that they are on the device. */
async function readTwoBookings(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await open(page, id);
    await expect(page.getByPlaceholder('Type your message...')).toBeVisible();
    await expect(page.getByRole('log')).toBeVisible();
  }
}

/** What the network brought and the device has not yet written is written when the page goes away. */
async function settled(page: Page): Promise<void> {
  await page.goto('/bookings');
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible();
}

test.describe('without a network', () => {
  test.use({ allowed: networkAway });

  test('five messages written offline in two bookings, across a reload, a second tab and a closed browser, are stored once and in order', async ({
    device,
    server,
  }) => {
    let page = device.page;
    await signInAs(page, personas.member);
    await workerReady(page);
    const [first, second] = await server.rows((db) =>
      db
        .selectFrom('bookings as b')
        .innerJoin('users as u', 'u.id', 'b.user_id')
        .select('b.id')
        .where('u.email', '=', personas.member)
        .orderBy('b.created_at', 'desc')
        .limit(2)
        .execute(),
    );
    if (!first || !second) throw new Error('the member has no bookings');
    await readTwoBookings(page, [first.id, second.id]);
    await settled(page);

    await device.offline(true);
    await open(page, first.id);
    await expect(page.getByText(/^Offline/).last()).toBeVisible();
    await send(page, 'One: the side gate is open.');
    await expect(page.getByText('Waiting for the network').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('log').getByText('One: the side gate is open.')).toBeVisible();
    await send(page, 'Two: the dog is friendly.');

    const other = await page.context().newPage();
    await open(other, second.id);
    await send(other, 'Three: please bring a ladder.');
    await open(page, second.id);
    await expect(page.getByRole('log').getByText('Three: please bring a ladder.')).toBeVisible();
    await send(page, 'Four: and gloves.');

    await device.closeBrowser();
    page = await device.openBrowser({ offline: true });
    await open(page, first.id);
    await expect(page.getByRole('log').getByText('Two: the dog is friendly.')).toBeVisible();
    await send(page, 'Five: thank you.');
    await expect(page.getByText(/5 messages waiting/).last()).toBeVisible();

    await device.offline(false);
    await expect(page.getByText(/Waiting for the network|Sending…/)).toHaveCount(0);
    await expect(page.getByText(/messages? waiting/)).toHaveCount(0);
    await expect(page.getByRole('log').getByText('Five: thank you.')).toBeVisible();

    const stored = await server.rows((db) =>
      db
        .selectFrom('messages')
        .select(['booking_id', 'message'])
        .where('client_id', 'is not', null)
        .orderBy('seq')
        .execute(),
    );
    const of = (id: string) => stored.filter((m) => m.booking_id === id).map((m) => m.message);
    expect(of(first.id)).toEqual([
      'One: the side gate is open.',
      'Two: the dog is friendly.',
      'Five: thank you.',
    ]);
    expect(of(second.id)).toEqual(['Three: please bring a ladder.', 'Four: and gloves.']);
    expect(stored).toHaveLength(5);
  });
});

test.describe('on a network that loses an answer', () => {
  test.use({ allowed: networkAway });

  test('a message that the server stored before it was stopped, unanswered, is stored once', async ({
    page,
    server,
    network,
  }) => {
    await signInAs(page, personas.member);
    const booking = await newestBooking(server);
    await open(page, booking.id);
    await expect(page.getByRole('log')).toBeVisible();

    const lost = network.loseNextAnswer('/api/bookings/messages', () => server.kill());
    await send(page, 'The key is with the neighbour.');
    await lost;
    await expect(page.getByText('Waiting for the network')).toBeVisible();
    const stored = () =>
      server.rows((db) =>
        db
          .selectFrom('messages')
          .select('id')
          .where('message', '=', 'The key is with the neighbour.')
          .execute(),
      );
    expect(await stored()).toHaveLength(1);

    await server.start();
    await expect(page.getByText('Waiting for the network')).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByRole('log').getByText('The key is with the neighbour.')).toHaveCount(1);
    expect(await stored()).toHaveLength(1);
  });
});

test('signing out leaves nothing of the person on the device', async ({ device, server }) => {
  const page = device.page;
  await signInAs(page, personas.member);
  await workerReady(page);
  const booking = await newestBooking(server);
  await open(page, booking.id);
  await page.getByPlaceholder('Type your message...').fill('canary draft');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  const left = await page.evaluate(async () => {
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        found.push(JSON.stringify(all));
      }
      db.close();
    }
    return found.join('\n');
  });
  expect(left).not.toContain('canary draft');
  expect(left).not.toContain(personas.member);
  expect(await server.rows((db) => db.selectFrom('sessions').select('user_id').execute())).toEqual([]);
});
