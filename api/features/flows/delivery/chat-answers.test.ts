import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Newsroom, startNewsroom, titles } from '../../../testing/builders/newsroom.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

test('an answer in the chat is pushed after seconds and mailed after minutes, unless it was seen', async () => {
  const [away, there] = [await news.aMember(), await news.aMember()];
  const seen = await news.answer(there.user.id);
  await news.answer(away.user.id);
  await there.client.call('seeChat', { body: { messageId: seen.id } });
  news.clock.advance({ seconds: 7 });
  await news.round();
  expect(away.browser.got).toEqual([]);
  news.clock.advance({ seconds: 1 });
  await news.round();
  expect([titles(away.browser), titles(there.browser)]).toEqual([['The team answered you'], []]);
  expect(away.browser.got[0]).toMatchObject({ urgency: 'high' });
  expect(news.post.letters).toEqual([]);
  news.clock.advance({ minutes: 5 });
  await news.round();
  await news.round();
  expect(news.post.letters.map(({ to, subject }) => [to, subject])).toEqual([
    [away.user.email, 'The team answered you'],
  ]);
  expect(news.post.letters[0]?.text).toContain(`${news.server.url}/?chat=open`);
});

test('an answer seen at once leaves the jobs nothing to do, and a later one is announced', async () => {
  const { user, client, browser } = await news.aMember();
  const { db } = news;
  for (let n = 1; n < 10; n++) await news.answer(user.id, `${n}`);
  const seen = await news.answer(user.id, 'Ten');
  const occasions = async () =>
    (await db.selectFrom('notices').select('occasion').execute()).map(({ occasion }) => occasion);
  expect(await occasions()).toHaveLength(10);
  await news.answer(user.id, 'Eleven');
  await client.call('seeChat', { body: { messageId: seen.id } });
  expect(await occasions()).toEqual([`chat:${user.id}:11`]);
  expect(await db.selectFrom('push_deliveries').select('notice_id').execute()).toHaveLength(1);
  news.clock.advance({ seconds: 8 });
  await news.round();
  expect(titles(browser)).toEqual(['The team answered you']);
});
