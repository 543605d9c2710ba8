import { afterEach, beforeEach, expect, test } from 'vitest';
import { idleJobs } from '../../../jobs/jobs.ts';
import { type Push, PushUnavailable } from '../../../providers/push/push.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { type Newsroom, startNewsroom, titles } from '../../../testing/builders/newsroom.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import { deliverPushes } from './push-delivery.service.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

async function aMember() {
  const { user, browser } = await news.aMember();
  const { id } = await news.aVisitOf(user);
  return { user, id, browser };
}

test('messages after a failed one wait with it, for as long as the service asks, and keep their order', async () => {
  const { id, browser } = await aMember();
  await news.setStatus(id, 'in_progress');
  news.clock.advance({ seconds: 1 });
  await news.write(id);
  news.pushService.meets({ status: 429, headers: { 'retry-after': '1800' } }, 201);
  expect(await news.attemptsAfter(1)).toBe(1);
  expect(await news.attemptsAfter(5)).toBe(1);
  await news.setStatus(id, 'completed');
  expect(await news.attemptsAfter(5)).toBe(1);
  expect(await news.attemptsAfter(1789)).toBe(1);
  expect(await news.attemptsAfter(1)).toBe(3);
  expect(titles(browser)).toEqual(['The team wrote to you', 'Your service is complete']);
});

test('a service that does not answer is asked once in a round, and delays no others', async () => {
  const members = [];
  for (let i = 0; i < 20; i++) {
    const member = await aMember();
    await news.setStatus(member.id, 'in_progress');
    members.push(member);
    news.clock.advance({ seconds: 1 });
  }
  const [last] = members.slice(-1);
  const { push, db } = news.server.deps;
  await db
    .updateTable('push_subscriptions')
    .set({ endpoint: 'https://push.example/send' })
    .where('user_id', '!=', last?.user.id ?? '')
    .execute();
  let requests = 0;
  const deaf: Push = {
    ...push,
    async send(message) {
      if (message.to.endpoint !== 'https://push.example/send') return push.send(message);
      requests += 1;
      throw new PushUnavailable('nobody answered', { isSilent: true });
    },
  };
  const others = idleJobs({ ...news.server.deps, push: deaf });
  await others.runOnce();
  // The number of parallel requests.
  expect(requests).toBeLessThanOrEqual(8);
  expect(last && titles(last.browser)).toEqual(['Your service has started']);
  await others.stop();
  await db
    .updateTable('push_subscriptions')
    .set({ endpoint: `http://${news.pushService.host}/send` })
    .execute();
  news.pushService.meets(201);
  expect(await news.attemptsAfter(59)).toBe(1);
  expect(await news.attemptsAfter(1)).toBe(20);
});

test('a failure at one browser ends the round only after the others got their messages', async () => {
  const [first, second] = [await aMember(), await aMember()];
  await news.setStatus(first.id, 'in_progress');
  news.clock.advance({ seconds: 1 });
  await news.setStatus(second.id, 'in_progress');
  const { push, clock } = news.server.deps;
  const lasting = Promise.withResolvers<void>();
  const [failed, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: Push = {
    ...push,
    async send(message) {
      begun.resolve();
      await lasting.promise;
      return push.send(message);
    },
  };
  // The first statement after the selection claims a delivery.
  let requests = 0;
  const broken = {
    ...clock,
    now() {
      requests += 1;
      if (requests !== 2) return clock.now();
      failed.resolve();
      throw new Error('the clock stopped');
    },
  };
  let isOver = false;
  const round = deliverPushes(
    { ...news.server.deps, push: slow, clock: broken },
    new AbortController().signal,
  )
    .catch((error: Error) => error.message)
    .finally(() => {
      isOver = true;
    });
  await Promise.all([failed.promise, begun.promise]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  lasting.resolve();
  expect(await round).toBe('the clock stopped');
  expect([first, second].map(({ browser }) => browser.got.length)).toEqual([0, 1]);
});

test('a withdrawal waits for its quote’s own push message, also if its letter is switched off', async () => {
  await seedCatalogue(news.db);
  const { user, client, quote, withdraw } = await aRequest(news.server);
  await client.call('savePreferences', { body: { bookingUpdates: false } });
  const { browser } = await news.aBrowserOf(user);
  await quote();
  const { push } = news.server.deps;
  const lasting = Promise.withResolvers<void>();
  let begun = false;
  const slow: Push = {
    ...push,
    async send(message) {
      begun = true;
      await lasting.promise;
      return push.send(message);
    },
  };
  const first = idleJobs({ ...news.server.deps, push: slow });
  const round = first.runOnce();
  await expect.poll(() => begun).toBe(true);
  news.clock.advance({ seconds: 1 });
  await withdraw();
  await news.round();
  lasting.resolve();
  await round;
  await first.stop();
  await news.attemptsAfter(60);
  await news.round();
  expect(titles(browser)).toEqual(['Your quote is ready', 'Your quote was withdrawn']);
});
