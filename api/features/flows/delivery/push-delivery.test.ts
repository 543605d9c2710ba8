import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../db/open.ts';
import { idleJobs } from '../../../jobs/jobs.ts';
import type { Push } from '../../../providers/push/push.ts';
import { type Newsroom, startNewsroom, titles } from '../../../testing/builders/newsroom.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

test('a browser that is gone is forgotten; the others get the message', async () => {
  const { user, browser } = await news.aMember();
  const other = await news.aBrowserOf(user);
  const booking = await news.aVisitOf(user);
  await news.setStatus(booking.id, 'in_progress');
  news.pushService.meets(410, 201);
  await news.round();
  expect(browser.got.length + other.browser.got.length).toBe(1);
  expect(await news.db.selectFrom('push_subscriptions').select('id').execute()).toHaveLength(1);
  news.clock.advance({ hours: 5 });
  await news.round();
  expect(news.pushService.attempts).toBe(2);
});

test('a busy service is retried after growing pauses, never before it allows; mail does not wait for it', async () => {
  const { user, browser } = await news.aMember();
  const booking = await news.aVisitOf(user);
  await news.setStatus(booking.id, 'in_progress');
  news.pushService.meets(503, { status: 429, headers: { 'retry-after': '1800' } }, 201);
  expect(await news.attemptsAfter(0)).toBe(1);
  expect(news.post.letters).toHaveLength(1);
  expect(await news.attemptsAfter(59)).toBe(1);
  expect(await news.attemptsAfter(1)).toBe(2);
  expect(await news.attemptsAfter(1799)).toBe(2);
  expect(await news.attemptsAfter(1)).toBe(3);
  expect(await news.attemptsAfter(3600)).toBe(3);
  expect(titles(browser)).toEqual(['Your service has started']);
  expect(news.post.letters).toHaveLength(1);
});

test('a refused message is dropped, and so is yesterday’s news', async () => {
  const { user, browser } = await news.aMember();
  await news.setStatus((await news.aVisitOf(user)).id, 'in_progress');
  news.pushService.meets(400, 503);
  await news.round();
  news.clock.advance({ hours: 5 });
  await news.round();
  expect(news.pushService.attempts).toBe(1);
  await news.setStatus((await news.aVisitOf(user)).id, 'in_progress');
  await news.round();
  news.pushService.meets(201);
  news.clock.advance({ hours: 25 });
  await news.round();
  expect([news.pushService.attempts, titles(browser)]).toEqual([2, []]);
});

test('an absent mail server delays no push message, and neither is sent twice', async () => {
  const { user, browser } = await news.aMember();
  await news.setStatus((await news.aVisitOf(user)).id, 'in_progress');
  news.post.meets('away');
  await news.round();
  news.post.meets('taken');
  news.clock.advance({ minutes: 2 });
  await news.round();
  expect([titles(browser), news.post.letters.length]).toEqual([['Your service has started'], 1]);
});

test('several processes push a notice once between them', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, news.aMember));
  for (const { user } of members) await news.setStatus((await news.aVisitOf(user)).id, 'in_progress');
  const db = openDatabase(news.server.deps.env.DATABASE_URL);
  const other = idleJobs({ ...news.server.deps, db });
  await Promise.all([news.round(), other.runOnce(), news.round(), other.runOnce()]);
  await other.stop();
  await db.destroy();
  expect(members.map(({ browser }) => browser.got.length)).toEqual([1, 1, 1, 1, 1]);
});

test('a process that dies between two browsers leaves one to the next process, under the same id', async () => {
  const { user, browser } = await news.aMember();
  const tablet = await news.aBrowserOf(user);
  await news.setStatus((await news.aVisitOf(user)).id, 'in_progress');
  const { push } = news.server.deps;
  const death = Promise.withResolvers<void>();
  let sent = 0;
  const dying: Push = {
    ...push,
    send: (message) => (sent++ === 0 ? push.send(message) : death.promise),
  };
  const first = idleJobs({ ...news.server.deps, push: dying });
  const round = first.runOnce();
  await expect.poll(() => sent).toBe(2);
  await expect
    .poll(() =>
      news.db.selectFrom('push_deliveries').select('sent_at').where('sent_at', 'is not', null).execute(),
    )
    .toHaveLength(1);
  await news.round();
  expect(news.pushService.attempts).toBe(1);
  news.clock.advance({ minutes: 1 });
  await news.round();
  await news.round();
  expect([browser, tablet.browser].map(({ got }) => got.length)).toEqual([1, 1]);
  expect(new Set([browser, tablet.browser].map(({ got }) => got[0]?.payload.id)).size).toBe(1);
  death.resolve();
  await round;
  await first.stop();
});
