import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdmin, aPlan } from '../../../testing/builders/builders.ts';
import { type Newsroom, startNewsroom, titles } from '../../../testing/builders/newsroom.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

const reason = 'The gutters\nwere full of tiles.';

/** A member’s visit of three hours that took four and a half. */
async function aLongVisit() {
  const { user, client, browser } = await news.aMember();
  await aPlan(news.db, { user_id: user.id });
  const { id } = await news.aVisitOf(user, { payment_type: 'subscription', estimated_minutes: 180 });
  const complete = (actualHours: number) => news.complete(id, { actualHours, reason });
  await complete(4.5);
  return { user, client, browser, id, complete };
}
const later = async () => {
  news.clock.advance({ seconds: 1 });
  await news.round();
};
const asking = 'Your service took 1.5 h longer';

test('a customer is asked once, by mail with the reason and by push without it', async () => {
  const { id, complete, browser } = await aLongVisit();
  await later();
  await complete(4.5);
  await later();
  expect(news.subjects()).toEqual(['Your service is complete', asking]);
  const { text } = news.post.letters[1] ?? { text: '' };
  expect(text).toContain('The team’s reason: The gutters were full of tiles.');
  expect(text).toContain(`/bookings/${id}`);
  expect(titles(browser)).toEqual(['Your service is complete', asking]);
  expect(JSON.stringify(browser.got)).not.toContain('tiles');
});

test('an ended question is not sent, and a new one is', async () => {
  const { client, id, complete } = await aLongVisit();
  await complete(4);
  await later();
  expect(news.subjects()).toEqual(['Your service is complete', 'Your service took 1 h longer']);
  await complete(4.5);
  const { body } = await client.call('readBooking', { params: { id } });
  await client.call('declineExtraHours', { params: { id }, body: { questionId: body.extra?.id ?? '' } });
  await later();
  expect(news.subjects()).toHaveLength(2);
});

test('a customer who wants no updates is asked only in the app', async () => {
  const { client, id } = await aLongVisit();
  await client.call('savePreferences', { body: { bookingUpdates: false, bookingUpdatesPush: false } });
  await later();
  expect(news.subjects()).toEqual([]);
  expect((await client.call('readBooking', { params: { id } })).body.extraHours).toBe(1.5);
});

test('a custom request has its customer’s title in the letter and in the team’s list', async () => {
  const { user, browser } = await news.aMember();
  await aPlan(news.db, { user_id: user.id });
  const { id } = await news.aVisitOf(user, { payment_type: 'subscription', estimated_minutes: 180 });
  await news.askFor(id, 'Piano tuning');
  await news.complete(id, { actualHours: 4.5, reason });
  await later();
  const letter = news.post.letters.find(({ subject }) => subject === asking);
  expect(letter?.text).toContain('Piano tuning');
  expect(letter?.text).not.toContain('Gutter cleaning');
  expect(JSON.stringify(browser.got)).toContain('Piano tuning');
  const team = await news.server.as(await anAdmin(news.db));
  expect((await team.call('listExtraHours')).body).toMatchObject([{ service: 'Piano tuning', hours: 1.5 }]);
});
