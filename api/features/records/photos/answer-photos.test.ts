import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfferQuestion } from '../../../contract/schemas/offer.ts';
import { anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../testing/builders/offer.ts';
import { aPicture, readPhoto } from '../../../testing/builders/photos.ts';
import { intentOf, payWithCard, visit } from '../../../testing/outside/cards.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { contentOf } from '../personal-data/content.service.ts';
import { clearPhotos } from './cleaning.service.ts';
import { forgetPhotos } from './forget.service.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const lawn: OfferQuestion = { kind: 'photo', question: 'How does it look?', options: [], isRequired: true };

/** A service that asks for a photo, and a customer who answers and books. */
async function given(question = lawn) {
  const { db } = server.deps;
  const service = await aService(db, { name: `Service ${randomUUID()}` });
  const body = { ...aServiceForm(service), questions: [question] };
  expect((await owner.call('putOfferService', { params: { id: service.id }, body })).status).toBe(200);
  const read = await server.anyone.call('readService', { params: { id: service.id } });
  const questionId = read.body.questions?.[0]?.id ?? '';
  const user = await aUser(db);
  const client = await server.as(user);
  const put = async (by = client, photoId: string = randomUUID()) =>
    by.call('putAnswerPhoto', { params: { id: questionId, photoId }, upload: await aPicture() });
  const book = (answer: string, key: string = randomUUID(), by = client) =>
    by.call('createBooking', {
      body: {
        serviceId: service.id,
        scheduledDate: visit.scheduledDate,
        notes: 'Notes: Mind the cat',
        paymentType: 'subscription',
        answers: [{ questionId, answer }],
      },
      idempotencyKey: key,
    });
  const answersOf = async (id: string) =>
    (await client.call('readBooking', { params: { id } })).body.answers ?? [];
  const retire = () =>
    owner.call('putOfferService', {
      params: { id: service.id },
      body: { ...body, questions: [], version: 2 },
    });
  const readOwn = (photoId: string, by = client) =>
    by.raw('GET', `/api/questions/${questionId}/photos/${photoId}`);
  return { service, questionId, user, client, put, book, answersOf, retire, readOwn };
}

test('a photo stands among the answers of its booking, for its customer and the team alone', async () => {
  const { client, put, book, answersOf, readOwn } = await given();
  const { body: photo } = await put();
  expect((await readOwn(photo.id)).status).toBe(200);
  const { body: booking, status } = await book(photo.id);
  expect(status).toBe(200);
  expect(await answersOf(booking.id)).toEqual([{ question: 'How does it look?', answer: 'Photo', photo }]);
  const other = await server.as(await aUser(server.deps.db));
  const statuses = await Promise.all(
    [client, owner, other, server.anyone].map(
      async (by) => (await readPhoto(by, booking.id, photo.id, '?size=small')).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 404, 401]);
  expect((await readOwn(photo.id, other)).status).toBe(404);
});

test('another person’s photo, one of another question, one that is not there and a text are refused at the question', async () => {
  const mine = await given();
  const theirs = await given();
  const other = await server.as(await aUser(server.deps.db));
  const { body: ofOther } = await mine.put(other);
  const ofOtherQuestion = await theirs.put(mine.client);
  for (const id of [ofOther.id, ofOtherQuestion.body.id, randomUUID()])
    expect(await mine.book(id)).toMatchObject({
      status: 409,
      body: {
        code: 'photo_missing',
        fields: {
          [`answers.${mine.questionId}`]: 'This photo is not there any more. Please choose it again.',
        },
      },
    });
  for (const [answer, words] of [
    ['a lawn', 'Please choose a photo'],
    ['', 'Please answer this'],
  ] as const)
    expect((await mine.book(answer)).body).toMatchObject({
      code: 'invalid_input',
      fields: { [`answers.${mine.questionId}`]: words },
    });
  expect(await server.deps.db.selectFrom('booking_answers').select('answer').execute()).not.toContainEqual({
    answer: ofOther.id,
  });
});

test('a photo is in one booking, also of two that are made at once', async () => {
  const { put, book } = await given();
  const { body: photo } = await put();
  const both = await Promise.all([book(photo.id), book(photo.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a repeat of an upload or a booking changes nothing, and a repeat with another photo has the last', async () => {
  const { put, book, answersOf, client } = await given();
  const { body: photo } = await put();
  expect((await put(client, photo.id)).body).toEqual(photo);
  const key = randomUUID();
  const first = await book(photo.id, key);
  expect((await book(photo.id, key)).body.id).toBe(first.body.id);
  expect((await put(client, photo.id)).body).toEqual(photo);
  const { body: better } = await put();
  expect((await book(better.id, key)).body.id).toBe(first.body.id);
  expect(await answersOf(first.body.id)).toMatchObject([{ photo: better }]);
  expect((await readPhoto(client, first.body.id, photo.id)).status).toBe(404);
  // The first photo is free for another booking.
  expect((await book(photo.id)).status).toBe(200);
});

test('an id of another person’s photo and a question that asks for no photo take none', async () => {
  const { put, client, retire } = await given();
  const { body: photo } = await put();
  const other = await server.as(await aUser(server.deps.db));
  expect((await put(other, photo.id)).body).toMatchObject({ code: 'key_reused' });
  expect((await put(server.anyone)).status).toBe(401);
  const text = await given({ ...lawn, kind: 'text' });
  expect((await text.put()).status).toBe(404);
  expect((await retire()).status).toBe(200);
  expect((await put(client)).body).toMatchObject({
    code: 'not_found',
    message: 'This question is no longer asked',
  });
});

test('a photo that was given with a card payment stands in its booking, also once the question is withdrawn', async () => {
  const { service, questionId, client, put, answersOf, retire } = await given();
  const begin = (answer: string) =>
    client.call('createPaymentIntent', {
      body: {
        serviceId: service.id,
        shown: { price: 189 },
        bookingData: visit,
        answers: [{ questionId, answer }],
      },
      idempotencyKey: randomUUID(),
    });
  expect((await begin(randomUUID())).body).toMatchObject({ code: 'photo_missing' });
  const { body: photo } = await put();
  const { body } = await begin(photo.id);
  await retire();
  await payWithCard(server, body.clientSecret);
  const booked = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(body.clientSecret), serviceId: service.id, ...visit },
  });
  expect(booked.status).toBe(200);
  expect(await answersOf(booked.body.id)).toMatchObject([{ photo }]);
});

test('the photos of a person who leaves are deleted with their files', async () => {
  const { user, put, book } = await given();
  const { body: photo } = await put();
  const { body: booking } = await book(photo.id);
  await put();
  await forgetPhotos(server.deps, user.id, async () => {});
  const { db } = server.deps;
  const rows = await db.selectFrom('answer_photos').select('id').where('owner_id', '=', user.id).execute();
  expect(rows).toEqual([]);
  expect((await readPhoto(owner, booking.id, photo.id)).status).toBe(404);
});

test('a person’s own data has the photos of their answers, also one that no booking has taken', async () => {
  const { user, put, book } = await given();
  const taken = (await put()).body;
  await book(taken.id);
  const waiting = (await put()).body;
  const names: string[] = [];
  for await (const { name } of contentOf(server.deps, user.id, async () => {})) names.push(name);
  expect(names).toEqual(
    expect.arrayContaining([
      'data/booking_answers.json',
      'data/answer_photos.json',
      `photos/${taken.id}.webp`,
      `photos/${waiting.id}.webp`,
    ]),
  );
  const other = await aUser(server.deps.db);
  for await (const { name } of contentOf(server.deps, other.id, async () => {}))
    expect(name).not.toContain('photo');
});

test('a person’s photos without a booking are limited', async () => {
  const { user, questionId, put } = await given();
  const rows = Array.from({ length: 100 }, () => ({
    id: randomUUID(),
    question_id: questionId,
    owner_id: user.id,
    booking_id: null,
    file_id: randomUUID(),
    width: 4,
    height: 3,
    bytes: 12,
    created_at: server.clock.now().toISOString(),
  }));
  await server.deps.db.insertInto('answer_photos').values(rows).execute();
  expect(await put()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  await server.deps.db.deleteFrom('answer_photos').where('owner_id', '=', user.id).execute();
  await server.deps.db.deleteFrom('loose_photo_files').execute();
});

test('a photo that no booking took is deleted after a month with its files, others stay', async () => {
  const { user, put, book, readOwn } = await given();
  const taken = (await put()).body;
  const { body: booking } = await book(taken.id);
  const left = (await put()).body;
  const { signal } = new AbortController();
  /** Cleans after some days, when the sessions of before have ended. */
  const after = async (days: number) => {
    server.clock.advance({ seconds: days * 24 * 3600 });
    await clearPhotos(server.deps, signal);
    return server.as(user);
  };
  expect((await readOwn(left.id, await after(29))).status).toBe(200);
  const back = await after(2);
  expect((await readOwn(left.id, back)).status).toBe(404);
  expect((await readPhoto(back, booking.id, taken.id)).status).toBe(200);
  const loose = await server.deps.db.selectFrom('loose_photo_files').select('file_id').execute();
  expect(loose).toEqual([]);
});
