import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Home } from '../../../contract/schemas/homes/homes.ts';
import { aBooking, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let serviceId: string;
beforeAll(async () => {
  server = await startTestServer();
  serviceId = (await aService(server.deps.db)).id;
});
afterAll(() => server.close());

const person = async () => {
  const user = await aUser(server.deps.db);
  return { user, client: await server.as(user) };
};
type Client = Awaited<ReturnType<typeof person>>['client'];
const keep = async (client: Client, body: object): Promise<Home> => {
  const answer = await client.call('createHome', { body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const homesOf = async (client: Client) => (await client.call('listHomes')).body;

const wattle = '14 Wattle Street, Marrickville NSW 2204';
const byFields = { address: '14 Wattle Street', city: 'Marrickville', state: 'NSW', postalCode: '2204' };
const nothing = {
  label: '',
  phone: '',
  access: '',
  pets: '',
  parking: '',
  emergencyContact: '',
  emergencyPhone: '',
};

/** Earlier bookings with these texts, the oldest first. */
async function bookedAs(userId: string, ...texts: string[]) {
  for (const [at, notes] of texts.entries())
    await aBooking(server.deps.db, {
      user_id: userId,
      service_id: serviceId,
      notes,
      created_at: `2026-11-0${at + 1}T00:00:00.000Z`,
    });
}

test('an address in one line is kept by its fields, and one without a state as it was written', async () => {
  const { client } = await person();
  expect(await keep(client, { address: wattle, phone: '0412 345 678' })).toEqual({
    ...nothing,
    ...byFields,
    phone: '0412 345 678',
    id: expect.any(String),
    createdAt: expect.any(String),
  });
  expect(await keep(client, { address: 'The lighthouse, far end' })).toMatchObject({
    address: 'The lighthouse, far end',
    city: '',
    state: '',
    postalCode: '',
  });
  expect((await homesOf(client)).homes).toHaveLength(2);
});

test('the same address is one home: it learns what it did not know, keeps what it did, and comes first', async () => {
  const { client } = await person();
  const first = await keep(client, { ...byFields, phone: '0412 345 678', access: 'Gate 12' });
  const other = await keep(client, { address: '3 Banksia Road, Leichhardt NSW 2040' });
  server.clock.advance({ seconds: 1 });
  const again = await keep(client, {
    address: '14 wattle st, Marrickville NSW 2204',
    phone: '0400 000 000',
    emergencyContact: 'Mai Tran',
  });
  expect(again).toEqual({ ...first, emergencyContact: 'Mai Tran' });
  expect((await homesOf(client)).homes.map(({ id }) => id)).toEqual([first.id, other.id]);
});

test('two devices that keep one address at once make one home', async () => {
  const { client } = await person();
  const both = await Promise.all([keep(client, { address: wattle }), keep(client, { address: wattle })]);
  expect(both[0].id).toBe(both[1].id);
  expect((await homesOf(client)).homes).toHaveLength(1);
});

test('a home is changed in the given fields; a new line replaces the fields of the old address', async () => {
  const { client } = await person();
  const { id } = await keep(client, { address: wattle, pets: 'A dog' });
  const change = (body: object) => client.call('changeHome', { params: { id }, body });
  expect((await change({ label: '  Mum’s place ' })).body).toMatchObject({
    ...byFields,
    label: 'Mum’s place',
    pets: 'A dog',
  });
  expect((await change({ address: '3 Banksia Road, Leichhardt NSW 2040' })).body).toMatchObject({
    label: 'Mum’s place',
    address: '3 Banksia Road',
    city: 'Leichhardt',
    postalCode: '2040',
  });
  expect((await change({ address: '5 Banksia Road' })).body).toMatchObject({
    address: '5 Banksia Road',
    city: 'Leichhardt',
  });
  const { id: other } = await keep(client, { address: wattle });
  const taken = await client.call('changeHome', {
    params: { id: other },
    body: { address: '5 Banksia Road, Leichhardt NSW 2040' },
  });
  expect([taken.status, taken.body.code]).toEqual([409, 'conflict']);
});

test('joining two homes fills the first from the second, which goes', async () => {
  const { client } = await person();
  const whole = await keep(client, { address: 'Wattle Street, the green door', phone: '0412 345 678' });
  const exact = await keep(client, { address: wattle, phone: '0400 000 000', parking: 'In the lane' });
  const join = (id: string, homeId: string) => client.call('joinHomes', { params: { id }, body: { homeId } });
  expect((await join(whole.id, exact.id)).body).toEqual({
    ...whole,
    ...byFields,
    phone: '0412 345 678',
    parking: 'In the lane',
  });
  expect((await homesOf(client)).homes.map(({ id }) => id)).toEqual([whole.id]);
  expect((await join(whole.id, exact.id)).status).toBe(404);
  expect((await join(whole.id, whole.id)).status).toBe(200);
  expect((await homesOf(client)).homes).toHaveLength(1);
});

test('the places of earlier bookings are suggested until the person answers, each once', async () => {
  const { user, client } = await person();
  await bookedAs(
    user.id,
    'Phone: 0400 000 000\nAddress: 14 Wattle Street\nCity: Marrickville\nState: NSW\nPostcode: 2204\nAccess: Gate 12',
    'Phone: 0412 345 678\nAddress: 14 Wattle St, Marrickville NSW 2204',
    'Address: 3 Banksia Road, Leichhardt NSW 2040',
    'The key is with the neighbour',
  );
  const banksia = {
    ...nothing,
    address: '3 Banksia Road',
    city: 'Leichhardt',
    state: 'NSW',
    postalCode: '2040',
  };
  const marrickville = {
    ...nothing,
    ...byFields,
    address: '14 Wattle St',
    phone: '0412 345 678',
    access: 'Gate 12',
  };
  expect(await homesOf(client)).toEqual({ homes: [], suggested: [banksia, marrickville] });
  await keep(client, { address: banksia.address, city: 'Leichhardt', state: 'NSW', postalCode: '2040' });
  expect((await homesOf(client)).suggested).toEqual([marrickville]);
  const answer = () => client.call('answerSuggestedHomes', { body: { keep: true } });
  const kept = await answer();
  expect(kept.body.suggested).toEqual([]);
  expect(kept.body.homes).toMatchObject([marrickville, banksia]);
  await client.call('deleteHome', { params: { id: kept.body.homes[0]?.id ?? '' } });
  expect((await answer()).body, 'the second answer brings nothing back').toMatchObject({
    homes: [banksia],
    suggested: [],
  });
});

test('a person who declines is not asked again', async () => {
  const { user, client } = await person();
  await bookedAs(user.id, `Address: ${wattle}`);
  const declined = await client.call('answerSuggestedHomes', { body: { keep: false } });
  expect(declined.body).toEqual({ homes: [], suggested: [] });
  await bookedAs(user.id, 'Address: 3 Banksia Road, Leichhardt NSW 2040');
  expect(await homesOf(client)).toEqual({ homes: [], suggested: [] });
});

test('a booking keeps what it says when its home is changed or deleted', async () => {
  const { user, client } = await person();
  await bookedAs(user.id, `Address: ${wattle}`);
  const text = async () => (await client.call('listBookings')).body.map(({ notes }) => notes);
  const { id } = await keep(client, { address: wattle });
  await client.call('changeHome', { params: { id }, body: { address: '9 Elsewhere Lane' } });
  expect(await text()).toEqual([`Address: ${wattle}`]);
  expect((await client.call('deleteHome', { params: { id } })).body).toEqual({ done: true });
  expect(await text()).toEqual([`Address: ${wattle}`]);
  expect((await client.call('deleteHome', { params: { id } })).status).toBe(404);
});

test('a person has 20 homes at most; a known address still is kept', async () => {
  const { client } = await person();
  for (let at = 1; at <= 20; at++) await keep(client, { address: `${at} Wattle Street` });
  const refused = await client.call('createHome', { body: { address: '21 Wattle Street' } });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  await keep(client, { address: '7 Wattle Street', label: 'Office' });
  expect((await homesOf(client)).homes).toHaveLength(20);
});

test('invalid values are refused by their field and change nothing', async () => {
  const { client } = await person();
  for (const [body, field] of [
    [{}, 'address'],
    [{ address: ' a ' }, 'address'],
    [{ address: wattle, label: 'x'.repeat(41) }, 'label'],
    [{ address: wattle, access: 'x'.repeat(2001) }, 'access'],
    [{ address: wattle, postalCode: 2204 }, 'postalCode'],
  ] as const) {
    const refused = await client.call('createHome', { body });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]]);
  }
  expect(await homesOf(client)).toEqual({ homes: [], suggested: [] });
});

test('neither others, the team nor visitors see or change a person’s homes', async () => {
  const { client } = await person();
  const home = await keep(client, { address: wattle });
  const others = [(await person()).client, await server.as(await anAdmin(server.deps.db))];
  for (const other of others) {
    const theirs = await keep(other, { address: '3 Banksia Road, Leichhardt NSW 2040' });
    const answers = [
      await other.call('changeHome', { params: { id: home.id }, body: { label: 'Mine' } }),
      await other.call('joinHomes', { params: { id: theirs.id }, body: { homeId: home.id } }),
      await other.call('joinHomes', { params: { id: home.id }, body: { homeId: theirs.id } }),
      await other.call('deleteHome', { params: { id: home.id } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await homesOf(other)).homes).toEqual([theirs]);
  }
  expect((await server.anyone.call('listHomes')).status).toBe(401);
  expect((await server.anyone.call('createHome', { body: { address: wattle } })).status).toBe(401);
  expect((await homesOf(client)).homes).toEqual([home]);
});
