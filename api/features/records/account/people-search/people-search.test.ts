import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../../db/database.ts';
import { seedCatalogue } from '../../../../seed/catalogue.ts';
import { seedPersonas } from '../../../../seed/personas.ts';
import { aUser } from '../../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { recognise } from '../../../flows/sign-in/sign-in.service.ts';
import { isPersonMatching, peopleMatching, rememberContact, rememberWords } from './people-search.service.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
});
afterAll(() => server.close());

const ids = async (text: string) => (await peopleMatching(db, text, 100)).sort();
const walked = async (text: string) => {
  const rows = await db
    .selectFrom('users as u')
    .select('u.id')
    .where((eb) => isPersonMatching(eb.ref('u.id'), text))
    .orderBy('u.id')
    .execute();
  return rows.map((row) => row.id);
};

test('people are found by the beginnings of their names and addresses, all words together', async () => {
  const zoe = await aUser(db, { first_name: 'Zoë', last_name: "O'Brien", email: 'zo.brien@one.example' });
  const zora = await aUser(db, { first_name: 'Zora', last_name: 'Ångström', email: 'zora@two.example' });
  const both = [zoe.id, zora.id].sort();
  const cases: [string, string[]][] = [
    ['zo', both],
    ['ZOË', [zoe.id]],
    ['obri', [zoe.id]],
    ['o’brien zoe', [zoe.id]],
    ['angs', [zora.id]],
    ['zo two', [zora.id]],
    ['zo.brien@o', [zoe.id]],
    ['oe', []],
    ['zo nobody', []],
    ['  ', []],
    ["%_'", []],
  ];
  for (const [text, found] of cases) {
    expect([text, await ids(text)]).toEqual([text, found]);
    expect([text, await walked(text)]).toEqual([text, found]);
  }
});

test('people are found by a street, a suburb, a postcode, any spelling of their number, and a part of their address', async () => {
  const [rosa, ben] = [
    await aUser(db, { first_name: 'Rosa', last_name: 'Keller', email: 'rosa.keller@post.example' }),
    await aUser(db, { first_name: 'Ben', last_name: 'Hall' }),
  ];
  await rememberContact(db, rosa.id, { phone: '0498 111 222', place: '12 Rosella Street, Quorn NSW 5433' });
  await rememberContact(db, ben.id, { phone: null, place: '7 Rosella Street, Tumby' });
  const cases: [string, string[]][] = [
    ['rosella', [rosa.id, ben.id].sort()],
    ['12 Rosella Street', [rosa.id]],
    ['rosella st, tumby', [ben.id]],
    ['quorn', [rosa.id]],
    ['5433', [rosa.id]],
    ['osella', []],
    ['street', []],
    ['nsw', []],
    ['+61 498 111 222', [rosa.id]],
    ['0498111222', [rosa.id]],
    ['(0498) 111-222', [rosa.id]],
    ['keller@post', [rosa.id]],
    ['post.example', [rosa.id]],
  ];
  for (const [text, found] of cases) {
    expect([text, await ids(text)]).toEqual([text, found]);
    expect([text, await walked(text)]).toEqual([text, found]);
  }
  // A new sign-in keeps what came from bookings.
  await rememberWords(db, rosa);
  expect(await ids('quorn')).toEqual([rosa.id]);
});

test('a prefix finds the words that begin with it and no neighbours, in every script', async () => {
  const people = await Promise.all(
    ['Иван', 'Ивана', 'Ив', '李雷', '𐐨𐐩'].map((last_name) => aUser(db, { first_name: 'Qq', last_name })),
  );
  const [ivan, ivana, iv, li, deseret] = people.map((person) => person.id);
  expect(await ids('иван')).toEqual([ivan, ivana].sort());
  expect(await ids('ив')).toEqual([ivan, ivana, iv].sort());
  expect(await ids('李')).toEqual([li]);
  expect(await ids('𐐨')).toEqual([deseret]);
});

test('a search returns no more than asked for, each once', async () => {
  for (let n = 0; n < 3; n++)
    await aUser(db, { first_name: 'Xaver', last_name: 'Xaverson', email: `xav${n}@x` });
  expect(await peopleMatching(db, 'xav', 100)).toHaveLength(3);
  expect(await peopleMatching(db, 'xav', 2)).toHaveLength(2);
});

test('a person is found by the name and address of their last sign-in', async () => {
  const claims = {
    issuer: 'x',
    subject: 'word',
    email: 'wilma@old.example',
    emailVerified: true,
    pictureUrl: null,
  };
  const id = await recognise(server.deps, { ...claims, firstName: 'Wilma', lastName: 'Worden' });
  expect(await ids('worden')).toEqual([id]);
  await recognise(server.deps, { ...claims, email: 'w@new.example', firstName: 'Wilma', lastName: 'Wexley' });
  expect([await ids('worden'), await ids('wexley'), await ids('w@new')]).toEqual([[], [id], [id]]);
  await recognise(server.deps, { ...claims, email: 'w@new.example', firstName: '', lastName: '' });
  expect(await ids('wexley')).toEqual([id]);
});

test('the personas are found', async () => {
  await seedCatalogue(db);
  await seedPersonas(server.deps);
  expect(await ids('olivia bennett')).toHaveLength(1);
});
