import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { idleJobs } from '../../../jobs/jobs.ts';
import { dayBefore, type Newsroom, startNewsroom } from '../../../testing/builders/newsroom.ts';
import { startTestServer } from '../../../testing/servers/server.ts';
import { announceAccount } from '../../records/notices/notices.service.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

test('a letter that is not accepted is retried after growing pauses until it is', async () => {
  const { booking } = await news.aMembersVisit();
  await news.setStatus(booking.id, 'in_progress');
  news.post.meets('away');
  await news.round();
  news.clock.advance({ seconds: 59 });
  news.post.meets('taken');
  await news.round();
  expect(news.post.letters).toEqual([]);
  news.clock.advance({ seconds: 1 });
  news.post.meets('away');
  await news.round();
  news.post.meets('taken');
  news.clock.advance({ minutes: 4 });
  await news.round();
  expect(news.post.letters).toEqual([]);
  news.clock.advance({ minutes: 1 });
  await news.round();
  expect(news.subjects()).toEqual(['Your service has started']);
});

test('a refused address is not retried, and delays no others', async () => {
  const first = await news.aMembersVisit();
  const second = await news.aMembersVisit();
  await news.setStatus(first.booking.id, 'in_progress');
  news.clock.advance({ seconds: 1 });
  await news.setStatus(second.booking.id, 'in_progress');
  news.post.meets('refused', 'taken');
  await news.round();
  news.clock.advance({ hours: 5 });
  await news.round();
  expect(news.post.letters.map(({ to }) => to)).toEqual([second.user.email]);
});

test('a letter that becomes due in a round waits for a few of another’s, not for all; none is sent twice', async () => {
  const { user, booking } = await news.aMembersVisit();
  const other = await news.aMembersVisit();
  await news.setStatus(booking.id, 'in_progress');
  for (let n = 1; n < 30; n += 1) await news.setStatus((await news.aVisitOf(user)).id, 'in_progress');
  const { send } = news.post;
  news.post.send = async (letter) => {
    await send(letter);
    if (news.post.letters.length === 3) await news.setStatus(other.booking.id, 'in_progress');
  };
  await news.round();
  const to = news.post.letters.map((letter) => letter.to);
  expect(to.indexOf(other.user.email)).toBeGreaterThan(2);
  expect(to.indexOf(other.user.email)).toBeLessThanOrEqual(11);
  expect(to).toHaveLength(31);
  expect(new Set(news.post.letters.map(({ id }) => id)).size).toBe(31);
});

test('unverified addresses get no mail', async () => {
  const { user, booking } = await news.aMembersVisit();
  const vouched = (email_verified: 0 | 1) =>
    news.db.updateTable('users').set({ email_verified }).where('id', '=', user.id).execute();
  await vouched(0);
  await news.setStatus(booking.id, 'in_progress');
  await news.failRenewal(user.id, 'in_1');
  await news.round();
  await vouched(1);
  news.clock.advance({ hours: 5 });
  await news.round();
  expect(news.post.letters).toEqual([]);
});

test('news undelivered for a day is dropped', async () => {
  const { booking } = await news.aMembersVisit();
  await news.setStatus(booking.id, 'in_progress');
  news.post.meets('away');
  await news.round();
  news.post.meets('taken');
  news.clock.advance({ hours: 25 });
  await news.round();
  expect(news.post.letters).toEqual([]);
});

test('outdated notices delay nothing; those about money are sent for a week', async () => {
  const { user, booking } = await news.aMembersVisit();
  await news.failRenewal(user.id, 'in_1');
  news.clock.advance({ seconds: 1 });
  await news.failRenewal(user.id, 'in_2');
  for (let n = 0; n < 120; n++) await news.write(booking.id, `${n}`);
  news.clock.advance({ days: 7 });
  await news.setStatus(booking.id, 'in_progress');
  await news.round();
  expect(news.subjects().sort()).toEqual(['Your payment did not go through', 'Your service has started']);
  const waiting = news.db.selectFrom('notices').select('id').where('due_at', 'is not', null);
  expect(await waiting.execute()).toEqual([]);
});

test('several processes send a notice once between them', async () => {
  for (let n = 0; n < 5; n++) {
    const { booking } = await news.aMembersVisit();
    await news.setStatus(booking.id, 'in_progress');
    await news.aMembersVisit();
  }
  news.clock.set(dayBefore.replace('22:30', '22:45'));
  const beside = await startTestServer({ beside: news.server });
  const other = idleJobs({ ...news.server.deps, db: beside.deps.db });
  await news.db.updateTable('notices').set({ created_at: dayBefore }).execute();
  await Promise.all([news.round(), other.runOnce(), news.round(), other.runOnce()]);
  await other.stop();
  await beside.close();
  expect(news.subjects().filter((s) => s === 'Your service is tomorrow')).toHaveLength(5);
  expect(news.subjects().filter((s) => s === 'Your service has started')).toHaveLength(5);
});

test('a letter whose sender died is sent by the next process under the same id, and not before', async () => {
  const { booking } = await news.aMembersVisit();
  await news.setStatus(booking.id, 'in_progress');
  const handed: string[] = [];
  const reached = Promise.withResolvers<void>();
  const death = Promise.withResolvers<void>();
  const dying = idleJobs({
    ...news.server.deps,
    mail: {
      kind: 'smtp',
      send(letter) {
        handed.push(letter.id);
        reached.resolve();
        return death.promise;
      },
    },
  });
  const round = dying.runOnce();
  await reached.promise;
  news.clock.advance({ minutes: 9 });
  await news.round();
  expect(news.post.letters).toEqual([]);
  news.clock.advance({ minutes: 1 });
  await news.round();
  await news.round();
  expect(news.post.letters.map(({ id }) => id)).toEqual(handed);
  death.resolve();
  await round;
  await dying.stop();
});

test('without a mail provider nothing is mailed, and the configuration says so', async () => {
  const { booking } = await news.aMembersVisit();
  await news.setStatus(booking.id, 'in_progress');
  const silent = idleJobs({ ...news.server.deps, mail: null });
  await silent.runOnce();
  await silent.stop();
  const rows = await news.db.selectFrom('notices').select(['attempts', 'sent_at', 'due_at']).execute();
  expect(rows, 'nor does it wait').toEqual([{ attempts: 0, sent_at: null, due_at: null }]);
  expect((await news.server.anyone.call('readConfig')).body.mail).toBe('smtp');
  const off = await startTestServer({ deps: { mail: null } });
  expect((await off.anyone.call('readConfig')).body.mail).toBe('off');
  await off.close();
});

test('people take turns: a letter does not wait for all letters of another person', async () => {
  const [busy, other] = [await news.aMembersVisit(), await news.aMembersVisit()];
  for (let n = 0; n < 3; n += 1) await news.failRenewal(busy.user.id, `in_${n}`);
  news.clock.advance({ seconds: 1 });
  await news.failRenewal(other.user.id, 'in_other');
  await news.round();
  const [one, two] = [busy.user.email, other.user.email];
  expect(news.post.letters.map(({ to }) => to)).toEqual([one, two, one, one]);
});

test('after a hundred letters in a day a person gets those about money, later those about the account, and no others', async () => {
  const { user, booking } = await news.aMembersVisit();
  const sent_at = news.clock.now().toISOString();
  const sent = Array.from({ length: 100 }, (_, n) => ({
    id: randomUUID(),
    user_id: user.id,
    booking_id: null,
    kind: 'account' as const,
    occasion: `sent:${n}`,
    content: '{}',
    attempts: 1,
    due_at: null,
    sent_at,
    created_at: sent_at,
  }));
  await news.db.insertInto('notices').values(sent).execute();
  await news.setStatus(booking.id, 'in_progress');
  await news.failRenewal(user.id, 'in_1');
  const failed = {
    occasion: 'data:1',
    userId: user.id,
    news: { what: 'data_failed' } as const,
    now: sent_at,
  };
  await news.db.transaction().execute((tx) => announceAccount(tx, failed));
  await news.round();
  expect(news.subjects()).toEqual(['Your payment did not go through']);
  for (let hours = 0; hours < 24; hours += 1) {
    news.clock.advance({ hours: 1 });
    await news.round();
  }
  expect(news.subjects()).toHaveLength(1);
  news.clock.advance({ hours: 1 });
  await news.setStatus(booking.id, 'completed');
  await news.round();
  expect(news.subjects().slice(1).sort()).toEqual([
    'Your data could not be put together',
    'Your service is complete',
  ]);
});
