import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
import { dayBefore, type Newsroom, startNewsroom } from '../../../testing/builders/newsroom.ts';
import type { Client } from '../../../testing/servers/client.ts';

let news: Newsroom;
let admin: Client;
beforeEach(async () => {
  news = await startNewsroom();
  admin = await news.server.as(await anAdmin(news.db));
  await show('on');
});
afterEach(() => news.close());

async function show(workersShown: 'on' | 'off') {
  const { body } = await admin.call('readBusinessSettings');
  await admin.call('saveBusiness', { body: { version: body.version, workersShown } });
}

/** A member's visit, and workers for it. */
async function given(status: 'pending' | 'scheduled' = 'scheduled') {
  const member = await news.aMember();
  const booking = await news.aVisitOf(member.user, { status });
  const worker = (name: string) => aWorker(news.db, { name, serviceIds: [booking.service_id] });
  const [ana, ben] = [await worker('Ana Silva'), await worker('Ben Cho')];
  const assign = async (workerId: string | null) => {
    const answer = await admin.call('assignWorker', { params: { id: booking.id }, body: { workerId } });
    expect(answer.status).toBe(200);
  };
  return { ...member, booking, ana, ben, assign };
}
const letters = () => news.post.letters.map(({ subject, text }) => ({ subject, text }));

test('the confirmation and the reminder name the worker, in the letter and the push message', async () => {
  const { booking, ana, assign, browser } = await given('pending');
  await assign(ana.id);
  await news.setStatus(booking.id, 'scheduled');
  await news.round();
  await news.roundAt(dayBefore);
  await news.round();
  const named = expect.stringContaining('Ana Silva comes to you');
  expect(letters()).toEqual([
    { subject: 'Your booking is scheduled', text: named },
    { subject: 'Your service is tomorrow', text: named },
  ]);
  const body = 'Gutter cleaning · Mon 30 Nov, 9:30 am (Sydney time) · Ana Silva comes to you';
  expect(browser.got.map(({ payload }) => payload.body)).toEqual([body, body]);
});

test('no letter, push message or calendar names a worker while the business does not let it', async () => {
  const { booking, ana, assign, client, browser } = await given('pending');
  await show('off');
  await assign(ana.id);
  await news.setStatus(booking.id, 'scheduled');
  await news.round();
  const file = await (await client.raw('GET', `/api/bookings/${booking.id}/calendar.ics`)).text();
  expect(JSON.stringify([letters(), browser.got, file])).not.toContain('Ana');
});

test('another worker within a day of the visit is told once the team has settled on one', async () => {
  const { ana, ben, assign, browser } = await given();
  await assign(ana.id);
  await news.roundAt(dayBefore);
  news.clock.advance({ hours: 1 });
  await assign(ben.id);
  await news.round();
  await assign(ana.id);
  news.clock.advance({ minutes: 10 });
  await news.round();
  const subjects = () => news.subjects();
  expect(subjects(), 'the same worker as before is no news').toEqual(['Your service is tomorrow']);
  await assign(null);
  news.clock.advance({ minutes: 15 });
  await news.round();
  expect(subjects(), 'nobody is not told').toHaveLength(1);
  await assign(ben.id);
  news.clock.advance({ minutes: 10 });
  await news.round();
  expect(letters()[1]).toEqual({
    subject: 'Somebody else comes to your visit',
    text: expect.stringContaining('Ben Cho comes to you'),
  });
  expect(browser.got.at(-1)?.payload.title).toBe('Somebody else comes to your visit');
  news.clock.advance({ hours: 2 });
  await news.round();
  expect(subjects()).toHaveLength(2);
});

test('another worker more than a day ahead, or a first one, is no news of its own', async () => {
  const { ana, ben, assign } = await given();
  await assign(ana.id);
  await assign(ben.id);
  news.clock.advance({ hours: 1 });
  await news.round();
  expect(news.subjects()).toEqual([]);
});

test('a member who switched booking updates off is not told', async () => {
  const { ana, ben, assign, client, browser } = await given();
  await client.call('savePreferences', { body: { bookingUpdates: false, bookingUpdatesPush: false } });
  await assign(ana.id);
  await news.roundAt(dayBefore);
  await news.round();
  const before = browser.got.length;
  await assign(ben.id);
  news.clock.advance({ minutes: 10 });
  await news.round();
  expect([news.subjects(), browser.got.length]).toEqual([['Your service is tomorrow'], before]);
});

test('the calendar file and the feed name the workers, and the feed is a new one when they change', async () => {
  const { booking, ana, ben, assign, client } = await given();
  const { url } = (await client.call('createCalendarLink')).body;
  const path = new URL(url ?? '').pathname;
  const feed = async () => {
    const answer = await news.server.anyone.raw('GET', path);
    return { etag: answer.headers.get('etag'), text: (await answer.text()).replaceAll('\r\n ', '') };
  };
  await assign(ana.id);
  news.clock.advance({ minutes: 1 });
  const first = await feed();
  expect(first.text).toContain('Ana Silva comes to you');
  await assign(ben.id);
  news.clock.advance({ minutes: 1 });
  const second = await feed();
  expect(second.text).toContain('Ben Cho comes to you');
  expect(second.etag).not.toBe(first.etag);
  const file = await (await client.raw('GET', `/api/bookings/${booking.id}/calendar.ics`)).text();
  expect(file.replaceAll('\r\n ', '')).toContain('Ben Cho comes to you');
  const form = { name: 'Benjamin Cho', version: 1 };
  await admin.call('putWorker', { params: { id: ben.id }, body: form });
  news.clock.advance({ minutes: 1 });
  expect((await feed()).text).toContain('Benjamin Cho comes to you');
});

test('a move to another worker is told once, with the new time and who comes', async () => {
  const { booking, ana, ben, assign } = await given();
  await assign(ana.id);
  await news.roundAt(dayBefore);
  news.clock.advance({ hours: 1 });
  const start = booking.scheduled_date ?? '';
  const body = {
    scheduledDate: new Date(Date.parse(start) + 3_600_000).toISOString(),
    expectedDate: start,
    assignment: { workerId: ben.id },
  };
  expect((await admin.call('moveBooking', { params: { id: booking.id }, body })).status).toBe(200);
  news.clock.advance({ minutes: 30 });
  await news.round();
  expect(letters().slice(1, 2)).toEqual([
    { subject: 'Your booking has a new time', text: expect.stringContaining('Ben Cho comes to you') },
  ]);
  expect(news.subjects()).not.toContain('Somebody else comes to your visit');
});
