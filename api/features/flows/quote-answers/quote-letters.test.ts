import { afterEach, beforeEach, expect, test } from 'vitest';
import { idleJobs, type Jobs } from '../../../jobs/jobs.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import { aPost, type Post } from '../../../testing/outside/post.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let jobs: Jobs;
let post: Post;
beforeEach(async () => {
  post = aPost();
  server = await startWithCatalogue({ mail: post });
  server.clock.set('2026-11-20T02:00:00.000Z');
  jobs = idleJobs(server.deps);
});
/** The letters about quotes, beside those that confirm a request or tell the team of it. */
const letters = () => post.letters.filter(({ subject }) => /quote/i.test(subject));
afterEach(async () => {
  await jobs.stop();
  await server.close();
});

test('a quote is mailed with its subject, expiry and link, without the amount or the texts', async () => {
  const { id, user, quote } = await aRequest(server);
  await quote({ message: 'We would bring a new string set.' });
  await jobs.runOnce();
  await jobs.runOnce();
  expect(letters()).toHaveLength(1);
  expect(letters()[0]).toMatchObject({ to: user.email, subject: 'Your quote is ready' });
  expect(letters()[0]?.text).toBe(`Hello Alex,

The team has answered your request with a quote. It is valid until Friday 27 November 2026 at 1:00 pm (Sydney time).

  Piano tuning
  Wednesday 2 December 2026 at 9:30 am (Sydney time)

See it, and accept or decline:
${server.url}/bookings/${id}

Hearthkeep · ${server.deps.env.SUPPORT_PHONE}

You get booking updates by e-mail. To change that:
${server.url}/profile?tab=preferences
`);
});

test('a quote replaced, withdrawn or answered before its delivery is not mailed; nor is one to a member who wants none', async () => {
  const replaced = await aRequest(server);
  await replaced.quote();
  await replaced.quote({ amountCents: 30_000 });
  const withdrawn = await aRequest(server);
  await withdrawn.quote();
  await withdrawn.withdraw();
  const declined = await aRequest(server);
  await declined.decline(await declined.quoted());
  const quiet = await aRequest(server);
  await quiet.client.call('savePreferences', { body: { bookingUpdates: false } });
  await quiet.quote();
  await jobs.runOnce();
  expect(letters().map(({ to }) => to)).toEqual([replaced.user.email]);
});

test('a member who was told of a quote is told once of its withdrawal, without the amount', async () => {
  const { id, user, quote, withdraw, quoted } = await aRequest(server);
  await quote();
  await jobs.runOnce();
  post.letters.length = 0;
  await withdraw();
  await withdraw();
  await jobs.runOnce();
  await jobs.runOnce();
  expect(letters()).toHaveLength(1);
  expect(letters()[0]).toMatchObject({ to: user.email, subject: 'Your quote was withdrawn' });
  expect(letters()[0]?.text).toBe(`Hello Alex,

The team has taken back the quote that you were sent, so it can no longer be accepted. If you did not expect this, please write or call us.

  Piano tuning
  Wednesday 2 December 2026 at 9:30 am (Sydney time)

See your request, or write to the team:
${server.url}/bookings/${id}

Hearthkeep · ${server.deps.env.SUPPORT_PHONE}

You get booking updates by e-mail. To change that:
${server.url}/profile?tab=preferences
`);
  // Another may follow, and be withdrawn too.
  await withdraw(await quoted());
  await jobs.runOnce();
  expect(letters()).toHaveLength(1);
});

test('a withdrawal is not announced if another quote follows, it could not be accepted, or the member wants none', async () => {
  const readLetters = async () => {
    const request = await aRequest(server);
    await request.quote();
    return request;
  };
  const [replaced, followed, declined, calledOff, quiet, expired] = [
    await readLetters(),
    await readLetters(),
    await readLetters(),
    await readLetters(),
    await readLetters(),
    await readLetters(),
  ];
  await jobs.runOnce();
  expect(letters()).toHaveLength(6);
  post.letters.length = 0;

  await replaced.quote({ amountCents: 30_000 });
  await followed.withdraw();
  await followed.quote({ amountCents: 30_000 });
  await declined.decline((await declined.read()).quote?.id ?? '');
  await calledOff.withdraw();
  await calledOff.client.call('cancelBooking', { params: calledOff.params, body: { outcome: 'free' } });
  await quiet.client.call('savePreferences', { body: { bookingUpdates: false } });
  await quiet.withdraw();
  await jobs.runOnce();
  server.clock.advance({ days: 7 });
  await expired.withdraw();
  await jobs.runOnce();
  expect(
    letters()
      .map(({ to, subject }) => [to, subject])
      .toSorted(),
  ).toEqual([replaced, followed].map(({ user }) => [user.email, 'Your quote is ready']).toSorted());
});

test('a withdrawal waits for its quote’s letter: it follows a sent letter, and otherwise neither is sent', async () => {
  const [gone, never] = [await aRequest(server), await aRequest(server)];
  for (const { quote, withdraw } of [gone, never]) {
    await quote();
    await withdraw();
  }
  const letterOf = (request: typeof gone) =>
    server.deps.db
      .updateTable('notices')
      .where('user_id', '=', request.user.id)
      .where('occasion', 'like', 'quote:%');
  // Another process has claimed these.
  const later = '2026-11-20T02:10:00.000Z';
  for (const request of [gone, never]) await letterOf(request).set({ due_at: later }).execute();
  await jobs.runOnce();
  expect(letters()).toEqual([]);
  await letterOf(gone).set({ due_at: null, sent_at: '2026-11-20T02:00:01.000Z' }).execute();
  server.clock.advance({ minutes: 11 });
  await jobs.runOnce();
  expect(letters().map(({ to, subject }) => [to, subject])).toEqual([
    [gone.user.email, 'Your quote was withdrawn'],
  ]);
});
