import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { overtimeLapses } from '../../../jobs/overtime-lapses.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aFileServer } from '../../../testing/builders/file-server.ts';
import { aMemberWithWork, reason, termsIn } from '../../../testing/builders/longer-work.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let team: Client;
aFileServer('2026-11-21T03:00:00.000Z', async (started) => {
  server = started;
  team = await server.as(await anAdmin(server.deps.db));
});

const aMember = (given?: Parameters<typeof aMemberWithWork>[1]) => aMemberWithWork({ server, team }, given);
/** The Basic plan’s price of an hour. */
const anHour = 13_020;

test('a decline leaves the estimate, once; the team may ask again', async () => {
  const { set, read, agree, shown, decline, me, readQuestions } = await aMember();
  await set({ actualHours: 3.5, reason });
  const seen = await shown();
  expect((await decline()).status).toBe(200);
  expect((await decline(seen.questionId)).status).toBe(200);
  expect(await read()).toMatchObject({ actualHours: 2, extra: { state: 'declined' } });
  expect((await agree(seen)).body.code).toBe('conflict');
  expect((await me()).usedHours).toBe('2');
  await set({ actualHours: 3, reason });
  expect(await read()).toMatchObject({ extraHours: 1, extra: { state: 'waiting' } });
  expect((await agree(seen)).body.code, 'an answer to the first').toBe('terms_changed');
  expect((await agree()).status).toBe(200);
  expect([(await me()).usedHours, (await readQuestions()).length]).toEqual(['3', 2]);
});

test('an answer to an old question changes nothing after the team withdraws, asks anew, or corrects the hours', async () => {
  const { set, read, agree, shown, withdraw, readQuestions, me } = await aMember();
  await set({ actualHours: 3.5, reason });
  const first = await shown();
  await set({ actualHours: 3, reason });
  expect((await agree(first)).body.code).toBe('terms_changed');
  expect((await withdraw(first.questionId)).status, 'it is already').toBe(200);
  const second = await shown();
  expect((await withdraw(second.questionId)).status).toBe(200);
  expect((await withdraw(second.questionId)).status).toBe(200);
  expect((await agree(second)).body.code).toBe('conflict');
  expect(await read()).not.toHaveProperty('extra');
  await set({ actualHours: 4, reason });
  await set({});
  expect((await read()).extraHours, 'completed once more').toBe(2);
  await set({ actualHours: 2 });
  expect(await read()).not.toHaveProperty('extra');
  await set({ actualHours: 4, reason });
  await set({ status: 'scheduled' });
  expect(await read()).not.toHaveProperty('extra');
  expect([(await me()).usedHours, (await readQuestions()).length]).toEqual(['0', 4]);
});

test('an answer that races the withdrawal ends as one of the two', async () => {
  for (let round = 0; round < 6; round++) {
    const { set, agree, decline, shown, withdraw, read } = await aMember();
    await set({ actualHours: 3, reason });
    const seen = await shown();
    const answer = round % 2 ? () => agree(seen) : () => decline(seen.questionId);
    const [answered, withdrawn] = await Promise.all([answer(), withdraw(seen.questionId)]);
    expect([answered.status, withdrawn.status].sort()).toEqual([200, 409]);
    const { actualHours, extra } = await read();
    expect(actualHours).toBe(answered.status === 200 && round % 2 ? 3 : 2);
    expect(extra?.state).toBe(answered.status === 409 ? undefined : round % 2 ? 'agreed' : 'declined');
  }
});

test('one of two questions that race for the last hour gets it, and the other is asked again', async () => {
  for (let round = 0; round < 4; round++) {
    const { set, shown, agree, client, book, me } = await aMember();
    const params = { id: await book(2) };
    await set({ actualHours: 3, reason });
    const body = { status: 'completed', actualHours: 3, reason } as const;
    await team.call('setBookingStatus', { params, body });
    const others = async () => termsIn((await client.call('readBooking', { params })).body);
    const agreeToOther = async (seen: Awaited<ReturnType<typeof others>>) =>
      client.call('agreeToExtraHours', { params, body: seen });
    const [mine, theirs] = [await shown(), await others()];
    expect([mine.planHours, theirs.planHours]).toEqual([1, 1]);
    const answers = await Promise.all([agree(mine), agreeToOther(theirs)]);
    expect(answers.map(({ status, body }) => (status === 200 ? '' : body.code)).sort()).toEqual([
      '',
      'terms_changed',
    ]);
    expect(await me()).toMatchObject({ usedHours: '5', remainingHours: 0 });
    const late = answers[0]?.status === 200 ? await others() : await shown();
    expect(late).toMatchObject({ planHours: 0, cardHours: 1, amountCents: anHour });
  }
});

test('only the customer can answer, and only the team can ask', async () => {
  const { set, agree, decline, shown, withdraw, params, client } = await aMember();
  await set({ actualHours: 3, reason });
  const seen = await shown();
  const stranger = await server.as(await aUser(server.deps.db));
  for (const [by, status] of [
    [stranger, 404],
    [team, 403],
    [server.anyone, 401],
  ] as const) {
    expect((await agree(seen, by)).status).toBe(status);
    expect((await decline(seen.questionId, by)).status).toBe(status);
  }
  expect((await withdraw(seen.questionId, client)).status).toBe(403);
  expect((await client.call('listExtraHours')).status).toBe(403);
  expect((await withdraw(randomUUID())).status).toBe(404);
  const ofOther = { params, body: { ...seen, questionId: randomUUID() } };
  expect((await client.call('agreeToExtraHours', ofOther)).status).toBe(404);
});

test('a question that is not answered within seven days lapses: the estimate stands and nothing is charged', async () => {
  const { set, read, agree, decline, shown, charges, me } = await aMember({ held: 3 });
  await set({ actualHours: 3, reason });
  const used = (await me()).usedHours;
  const question = await shown();
  expect((await read()).extra).toMatchObject({ state: 'waiting', answerBy: '2026-11-28T03:00:00.000Z' });
  server.clock.advance({ days: 7, seconds: -1 });
  await overtimeLapses(server.deps, new AbortController().signal);
  expect((await read()).extra).toMatchObject({ state: 'waiting' });
  server.clock.advance({ seconds: 1 });
  const late = { code: 'conflict', message: 'The time to answer is over, and the estimate stands.' };
  expect((await agree(question)).body).toMatchObject(late);
  await Promise.all([1, 2].map(() => overtimeLapses(server.deps, new AbortController().signal)));
  expect(await read()).toMatchObject({
    actualHours: 2,
    extra: { state: 'lapsed', settledAt: '2026-11-28T03:00:00.000Z', terms: null },
  });
  expect((await agree(question)).body).toMatchObject(late);
  expect((await decline(question.questionId)).body).toMatchObject(late);
  expect([await charges(), (await me()).usedHours]).toEqual([[], used]);
  expect((await set({ actualHours: 3, reason })).status).toBe(200);
  expect((await read()).extra).toMatchObject({ state: 'waiting' });
});
