import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfferQuestion } from '../../../../contract/schemas/offer.ts';
import { anAdmin, aService, aUser } from '../../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../../testing/builders/offer.ts';
import { intentOf, payWithCard, visit } from '../../../../testing/outside/cards.ts';
import type { Client } from '../../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const pets: OfferQuestion = { kind: 'text', question: 'Any pets?', options: [], isRequired: false };
const size: OfferQuestion = { kind: 'number', question: 'How many m²?', options: [], isRequired: true };
const mower: OfferQuestion = {
  kind: 'choice',
  question: 'Which mower?',
  options: ['Yours', 'Ours'],
  isRequired: false,
};

/** A service that asks, a way to ask other things, and a customer who books it. */
async function given(...first: OfferQuestion[]) {
  const { db } = server.deps;
  const service = await aService(db, { name: `Service ${randomUUID()}` });
  let version = 1;
  const ask = async (...questions: OfferQuestion[]) => {
    const body = { ...aServiceForm(service), questions, version };
    const saved = await owner.call('putOfferService', { params: { id: service.id }, body });
    if (saved.status === 200) version += 1;
    return saved;
  };
  expect((await ask(...first)).status).toBe(200);
  const questionsNow = async () =>
    (await server.anyone.call('readService', { params: { id: service.id } })).body.questions ?? [];
  const user = await aUser(db);
  const client = await server.as(user);
  const answers = async (...words: string[]) =>
    (await questionsNow()).map(({ id }, n) => ({ questionId: id, answer: words[n] ?? '' }));
  const book = (given: object, idempotencyKey: string = randomUUID()) =>
    client.call('createBooking', {
      body: {
        serviceId: service.id,
        scheduledDate: visit.scheduledDate,
        notes: 'Notes: Mind the cat',
        paymentType: 'subscription',
        ...given,
      },
      idempotencyKey,
    });
  return { service, user, client, ask, questionsNow, answers, book };
}

test('answers stand in the booking for its customer and the team, and not in its notes', async () => {
  const { client, answers, book } = await given(pets, size, mower);
  const { body: booking, status } = await book({ answers: await answers('', '600', 'Ours') });
  expect(status).toBe(200);
  const params = { id: booking.id };
  const expectedAnswers = [
    { question: 'How many m²?', answer: '600' },
    { question: 'Which mower?', answer: 'Ours' },
  ];
  const theirs = await client.call('readBooking', { params });
  expect(theirs.body).toMatchObject({ answers: expectedAnswers, notes: 'Notes: Mind the cat' });
  expect((await owner.call('readAnyBooking', { params })).body).toMatchObject({ answers: expectedAnswers });
  const other = await server.as(await aUser(server.deps.db));
  expect((await other.call('readBooking', { params })).status).toBe(404);
});

test('a missing or wrong answer is refused at its question', async () => {
  const { questionsNow, answers, book } = await given(pets, size, mower);
  const [, number, choice] = await questionsNow();
  const refused = async (...words: string[]) => (await book({ answers: await answers(...words) })).body;
  expect(await refused('Dog', '', '')).toMatchObject({
    fields: { [`answers.${number?.id}`]: 'Please answer this' },
  });
  expect(await refused('Dog', 'large', '')).toMatchObject({
    fields: { [`answers.${number?.id}`]: 'Please enter a number' },
  });
  expect(await refused('Dog', '600', 'Theirs')).toMatchObject({
    fields: { [`answers.${choice?.id}`]: 'Please choose one of the answers' },
  });
});

test('a page that saw other questions is refused, and earlier answers keep their words', async () => {
  const { client, ask, answers, questionsNow, book } = await given(size);
  const before = await questionsNow();
  const { body: booking } = await book({ answers: await answers('600') });
  const old = await answers('700');
  expect((await ask({ ...size, question: 'How large is the lawn?' }, pets)).status).toBe(200);
  expect(await book({ answers: old })).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
  expect(await book({})).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
  const detail = await client.call('readBooking', { params: { id: booking.id } });
  expect(detail.body.answers).toEqual([{ question: 'How many m²?', answer: '600' }]);
  expect((await ask(pets, { ...size, question: 'How large is the lawn?' })).status).toBe(200);
  const after = await questionsNow();
  expect(after.map(({ question }) => question)).toEqual(['Any pets?', 'How large is the lawn?']);
  expect(after.map(({ id }) => id)).not.toContain(before[0]?.id);
});

test('a service without required questions is booked by a page that knows of none', async () => {
  const { book } = await given(pets);
  expect((await book({})).status).toBe(200);
});

test('a repeat of a booking with other answers, or to other questions, is the same booking with the last answers', async () => {
  const { client, ask, answers, book } = await given(size);
  const key = randomUUID();
  const first = await book({ answers: await answers('600') }, key);
  const kept = async () => (await client.call('readBooking', { params: { id: first.body.id } })).body.answers;
  expect((await book({ answers: await answers('700') }, key)).body.id).toBe(first.body.id);
  expect(await kept()).toEqual([{ question: 'How many m²?', answer: '700' }]);
  expect((await ask(pets)).status).toBe(200);
  expect((await book({ answers: await answers('A dog') }, key)).body.id).toBe(first.body.id);
  expect(await kept()).toEqual([{ question: 'Any pets?', answer: 'A dog' }]);
  const list = await client.call('listBookings', {});
  expect(list.body).toHaveLength(1);
});

test('a repeat whose answers are refused, or that comes after the team has confirmed, leaves the first answers', async () => {
  const { client, answers, book } = await given(size);
  const key = randomUUID();
  const first = await book({ answers: await answers('600') }, key);
  const kept = async () => (await client.call('readBooking', { params: { id: first.body.id } })).body.answers;
  expect((await book({ answers: await answers('large') }, key)).body.id).toBe(first.body.id);
  expect((await book({}, key)).body.id).toBe(first.body.id);
  await server.deps.db
    .updateTable('bookings')
    .set({ status: 'scheduled' })
    .where('id', '=', first.body.id)
    .execute();
  expect((await book({ answers: await answers('700') }, key)).body.id).toBe(first.body.id);
  expect(await kept()).toEqual([{ question: 'How many m²?', answer: '600' }]);
});

test('a repeat without answers, since the questions were withdrawn, leaves the first answers', async () => {
  const { client, ask, answers, book } = await given(size);
  const key = randomUUID();
  const first = await book({ answers: await answers('600') }, key);
  expect((await ask()).status).toBe(200);
  expect((await book({}, key)).body.id).toBe(first.body.id);
  const { body } = await client.call('readBooking', { params: { id: first.body.id } });
  expect(body.answers).toEqual([{ question: 'How many m²?', answer: '600' }]);
});

test('answers that were given with a card payment stand in its booking', async () => {
  const { service, client, ask, answers } = await given(size);
  const begin = async (given: object) =>
    client.call('createPaymentIntent', {
      body: { serviceId: service.id, shown: { price: 189 }, bookingData: visit, ...given },
      idempotencyKey: randomUUID(),
    });
  expect((await begin({})).body).toMatchObject({ code: 'terms_changed' });
  const { body } = await begin({ answers: await answers('600') });
  // The question is withdrawn before the payment arrives.
  expect((await ask()).status).toBe(200);
  await payWithCard(server, body.clientSecret);
  const booked = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(body.clientSecret), serviceId: service.id, ...visit },
  });
  expect(booked.status).toBe(200);
  const detail = await client.call('readBooking', { params: { id: booked.body.id } });
  expect(detail.body.answers).toEqual([{ question: 'How many m²?', answer: '600' }]);
});

test('a question that is answered twice is refused, since its payment could not become a booking', async () => {
  const { service, client, answers, book } = await given(size);
  const twice = [...(await answers('600')), ...(await answers('700'))];
  const paid = await client.call('createPaymentIntent', {
    body: { serviceId: service.id, shown: { price: 189 }, answers: twice, bookingData: visit },
    idempotencyKey: randomUUID(),
  });
  expect(paid).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect((await book({ answers: twice })).status).toBe(400);
});

test('questions that cannot be asked are refused, and the log names those of before and after', async () => {
  const { ask } = await given(size);
  expect((await ask({ ...mower, options: ['Yours'] })).status).toBe(400);
  expect((await ask(size, size)).status).toBe(400);
  expect((await ask(...Array.from({ length: 11 }, (_, n) => ({ ...pets, question: `${n}` })))).status).toBe(
    400,
  );
  server.clock.advance({ seconds: 1 });
  expect((await ask(pets)).status).toBe(200);
  const { details } = await server.deps.db
    .selectFrom('audit_acts')
    .select('details')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details)).toMatchObject({
    'questions.from': 'How many m²?',
    'questions.to': 'Any pets?',
  });
});
