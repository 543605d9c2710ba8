import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import {
  dayBefore,
  type Newsroom,
  opening,
  startNewsroom,
  subscribe,
  titles,
} from '../../../testing/builders/newsroom.ts';
import { aRequest } from '../../../testing/builders/requests.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

test('every kind of notice arrives once, across restarts, with its own text and no other’s', async () => {
  const { user, browser } = await news.aMember();
  const booking = await news.aVisitOf(user, { status: 'pending' });
  const href = `/bookings/${booking.id}`;
  const tag = `booking:${booking.id}`;
  const body = 'Gutter cleaning · Mon 30 Nov, 9:30 am (Sydney time)';
  const common = { title: '', body, href, tag };
  const causes: [() => Promise<unknown>, object][] = [
    [() => news.setStatus(booking.id, 'scheduled'), { ...common, title: 'Your booking is scheduled' }],
    [
      () => news.moveTo(booking.id, '2026-12-01T03:00:00.000Z'),
      {
        ...common,
        title: 'Your booking has a new time',
        body: 'Gutter cleaning · Tue 1 Dec, 2:00 pm (Sydney time)',
      },
    ],
    [
      () => news.write(booking.id, 'The code is plum tree'),
      {
        ...common,
        title: 'The team wrote to you',
        body: 'Gutter cleaning · Tue 1 Dec, 2:00 pm (Sydney time)',
      },
    ],
    [
      async () => news.clock.set('2026-11-30T03:00:00.000Z'),
      {
        ...common,
        title: 'Your service is tomorrow',
        body: 'Gutter cleaning · Tue 1 Dec, 2:00 pm (Sydney time)',
      },
    ],
    [
      () => news.setStatus(booking.id, 'in_progress'),
      {
        ...common,
        title: 'Your service has started',
        body: 'Gutter cleaning · Tue 1 Dec, 2:00 pm (Sydney time)',
      },
    ],
    [
      () => news.setStatus(booking.id, 'completed'),
      {
        ...common,
        title: 'Your service is complete',
        body: 'Gutter cleaning · Tue 1 Dec, 2:00 pm (Sydney time)',
      },
    ],
    [
      async () => {
        await news.answer(user.id, 'The code is plum tree');
        news.clock.advance({ seconds: 8 });
      },
      {
        title: 'The team answered you',
        body: 'Open the live chat to read it.',
        href: '/?chat=open',
        tag: 'chat',
      },
    ],
    [
      () => news.failRenewal(user.id, 'in_1'),
      {
        title: 'Your payment did not go through',
        body: 'Pay now, or choose another card.',
        href: '/profile',
        tag: 'billing',
      },
    ],
  ];
  for (const [cause, expected] of causes) {
    const before = browser.got.length;
    await cause();
    await news.restart();
    await news.round();
    await news.round();
    await news.restart();
    await news.round();
    expect(
      browser.got
        .slice(before)
        .map(({ payload: { id: _, version, person, ...shown } }) => [version, person, shown]),
    ).toEqual([[1, user.id, expected]]);
    news.clock.advance({ minutes: 1 });
  }
  expect(new Set(browser.got.map(({ payload }) => payload.id)).size).toBe(causes.length);
  expect(JSON.stringify(browser.got)).not.toMatch(/plum tree|Olivia|example\.com"/);
  expect(browser.got.every(({ subject }) => subject === 'mailto:support@hearthkeep.example')).toBe(true);
});

test('a quote and its withdrawal are pushed once each, also without a mail server', async () => {
  await seedCatalogue(news.db);
  const { user, quote, withdraw } = await aRequest(news.server);
  const { browser } = await news.aBrowserOf(user);
  news.post.meets('away');
  await quote();
  await news.restart();
  await news.round();
  await news.round();
  await withdraw();
  await news.restart();
  await news.round();
  await news.round();
  expect(titles(browser)).toEqual(['Your quote is ready', 'Your quote was withdrawn']);
  await quote();
  await withdraw();
  await news.round();
  expect(titles(browser), 'nothing of what nobody was told of').toHaveLength(2);
});

test('all of a member’s browsers get a message, a stranger’s and a signed-out one do not', async () => {
  const { user, browser } = await news.aMember();
  const [tablet, left] = [await news.aBrowserOf(user), await news.aBrowserOf(user)];
  const stranger = await news.aMember();
  const booking = await news.aVisitOf(user);
  await news.setStatus(booking.id, 'in_progress');
  await left.client.raw('GET', '/api/logout');
  await news.round();
  expect([browser, tablet.browser, left.browser, stranger.browser].map(({ got }) => got.length)).toEqual([
    1, 1, 0, 0,
  ]);
});

test('pending messages to a browser never reach the next person who signs in there', async () => {
  const { user, browser } = await news.aMember();
  const booking = await news.aVisitOf(user);
  await news.setStatus(booking.id, 'in_progress');
  const next = await news.server.as(await aUser(news.db));
  await subscribe(next, browser);
  await news.round();
  expect(browser.got).toEqual([]);
});

test('each kind can be switched off for push and for mail separately', async () => {
  const { user, browser, client } = await news.aMember();
  for (const [choice, cause] of [
    ['serviceRemindersPush', async () => news.clock.set(dayBefore)],
    ['bookingUpdatesPush', (id: string) => news.setStatus(id, 'in_progress')],
    ['teamMessagesPush', (id: string) => news.write(id)],
    ['teamMessagesPush', () => news.answer(user.id)],
  ] as const) {
    news.clock.set(opening);
    const booking = await news.aVisitOf(user);
    await client.call('savePreferences', { body: { [choice]: false } });
    await cause(booking.id);
    await news.round();
    news.clock.advance({ minutes: 6 });
    await news.round();
    expect([choice, titles(browser), news.post.letters.length]).toEqual([choice, [], 1]);
    await client.call('savePreferences', { body: { [choice]: true } });
    await news.db.deleteFrom('notices').execute();
    await news.db.deleteFrom('bookings').execute();
    news.post.letters.length = 0;
  }
  const booking = await news.aVisitOf(user);
  await client.call('savePreferences', { body: { bookingUpdates: false } });
  await news.setStatus(booking.id, 'in_progress');
  await news.round();
  expect([titles(browser), news.post.letters]).toEqual([['Your service has started'], []]);
});

test('a quote follows the preference of booking updates, and notices about money are always sent', async () => {
  await seedCatalogue(news.db);
  const { user, client, quote } = await aRequest(news.server);
  const { browser } = await news.aBrowserOf(user);
  const none = { serviceReminders: false, bookingUpdates: false, teamMessages: false };
  const noPush = { serviceRemindersPush: false, bookingUpdatesPush: false, teamMessagesPush: false };
  await client.call('savePreferences', { body: { ...none, ...noPush, bookingUpdates: true } });
  await quote();
  await news.round();
  expect([titles(browser), news.subjects()]).toEqual([[], ['Your quote is ready']]);
  await client.call('savePreferences', { body: { bookingUpdates: false } });
  await news.failRenewal(user.id, 'in_1');
  await news.round();
  expect([titles(browser), news.subjects()]).toEqual([
    ['Your payment did not go through'],
    ['Your quote is ready', 'Your payment did not go through'],
  ]);
});

test('outdated news is not pushed; several messages in a row are one', async () => {
  const { user, browser } = await news.aMember();
  const booking = await news.aVisitOf(user);
  await news.setStatus(booking.id, 'cancelled');
  await news.setStatus(booking.id, 'scheduled');
  await news.write(booking.id, 'One');
  news.clock.advance({ seconds: 1 });
  await news.write(booking.id, 'Two');
  await news.round();
  expect(titles(browser).sort()).toEqual(['The team wrote to you', 'Your booking is scheduled']);
});

test('the push service keeps a message no longer than it is news, under its booking’s topic', async () => {
  const { user, browser } = await news.aMember();
  const booking = await news.aVisitOf(user);
  await news.setStatus(booking.id, 'in_progress');
  await news.write(booking.id);
  await news.round();
  const late = await news.aMember();
  await news.aVisitOf(late.user);
  news.clock.set('2026-11-29T20:30:00.000Z');
  await news.round();
  await news.round();
  expect(browser.got.map(({ ttl }) => ttl)).toEqual([86_400, 86_400]);
  expect(new Set(browser.got.map(({ topic }) => topic)).size).toBe(1);
  expect(browser.got[0]?.topic).toMatch(/^[\w-]{32}$/);
  expect(late.browser.got).toMatchObject([{ ttl: 7200, payload: { title: 'Your service is today' } }]);
});

test.each([
  [
    'the longest title is pushed with enough of it',
    `${'ö'.repeat(199)}${'😀'.repeat(2000)}`,
    `${'ö'.repeat(199)}…`,
  ],
  ['a title from right to left leaves its time in its place', 'שלום', '\u2068שלום\u2069'],
])('a custom request with %s', async (_, title, shown) => {
  const { user, browser } = await news.aMember();
  const booking = await news.aVisitOf(user, { status: 'pending' });
  await news.askFor(booking.id, title);
  await news.setStatus(booking.id, 'scheduled');
  await news.round();
  expect(browser.got[0]?.payload.body).toBe(`${shown} · Mon 30 Nov, 9:30 am (Sydney time)`);
});
