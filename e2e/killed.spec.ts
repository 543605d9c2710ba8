import { drawFrom, seeded } from '../app/pwa/outbox/testing/random.ts';
import { networkAway } from './guard.ts';
import { newest } from './member-bookings.ts';
import { openBooking, openThread, send } from './steps.ts';
import { expect, personas, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const rounds = 6;

test.describe('on a phone whose browser is killed at any moment', () => {
  test.use({ allowed: networkAway, closesBrowser: true });

  test('messages in two bookings are stored once and in order, on any network @full', async ({
    device,
    server,
    network,
  }) => {
    const { chance, one, upTo } = drawFrom(seeded(20261122));
    let page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const bookings = [await newest(server, 'scheduled'), await newest(server, 'pending')];
    for (const { id } of bookings) {
      await openThread(page, id);
    }
    // A browser stores its cookies when it is closed, or half a minute later.
    await device.closeBrowser();
    page = await device.openBrowser();

    const written = new Map<string, string[]>(bookings.map(({ id }) => [id, []]));
    let count = 0;
    for (let round = 0; round < rounds; round += 1) {
      const away = chance(0.5);
      await device.offline(away);
      const { id } = one(bookings);
      await openBooking(page, id);
      for (let n = 0; n <= upTo(3); n += 1) {
        count += 1;
        const text = `Word ${count}.`;
        // The server stores it, and its answer is lost.
        if (!away && chance(0.4)) void network.loseNextAnswer('/api/bookings/messages');
        await send(page, text);
        written.get(id)?.push(text);
      }
      // The next round finds it as the kill left it: waiting, under way, stored or answered.
      await device.killBrowser();
      page = await device.openBrowser({ offline: chance(0.3) });
    }

    await device.offline(false);
    await openBooking(page, bookings[0]?.id ?? '');
    const stored = (id: string) =>
      server.rows(async (db) => {
        const rows = await db
          .selectFrom('messages')
          .select('message')
          .where('booking_id', '=', id)
          .where('message', 'like', 'Word %')
          .orderBy('seq')
          .execute();
        return rows.map(({ message }) => message);
      });
    for (const [id, texts] of written) await expect.poll(() => stored(id)).toEqual(texts);
    await expect(page.getByText(/Waiting for the network|Sending…/)).toHaveCount(0);
  });
});
