import { personas } from '../personas.ts';
import {
  allSent,
  bookingWithMessages,
  find,
  inPage,
  networkAway,
  open,
  signIn,
  stored,
  thread,
  workerReady,
  write,
} from './steps.ts';
import { expect, test } from './test.ts';

test('messages written without a network survive a reload and the browser, and are delivered once and in order, without Background Sync', async ({
  phone,
  server,
  network,
}) => {
  phone.allow(...networkAway);
  const { id } = await bookingWithMessages(server);
  const texts = ['The gate sticks.', 'The dog is friendly.'];
  const waiting = async () => {
    for (const text of texts) await find(phone, '[role=log] .bubble', text);
    await find(phone, '[role=status]', '2 messages waiting');
    expect((await thread(phone)).slice(-2)).toEqual(texts);
  };
  await signIn(phone, personas.member, `/bookings/${id}`);
  await workerReady(phone);
  await find(phone, '[role=log]');
  expect(await inPage(phone, () => 'sync' in ServiceWorkerRegistration.prototype)).toBe(false);

  await network.down();
  for (const text of texts) await write(phone, text);
  await waiting();
  await phone.browser.navigate().refresh();
  await waiting();
  await phone.killBrowser();
  await phone.openBrowser();
  await open(phone, `/bookings/${id}`);
  await waiting();
  expect(await stored(server, id, texts)).toEqual([]);

  await network.up();
  await allSent(phone);
  expect(await stored(server, id, texts)).toEqual(texts);
  expect((await thread(phone)).slice(-2)).toEqual(texts);
});

test('a message whose answer the network lost is stored once', async ({ phone, server, network }) => {
  phone.allow(...networkAway);
  const { id } = await bookingWithMessages(server);
  await signIn(phone, personas.member, `/bookings/${id}`);
  await find(phone, '[role=log]');
  const lost = network.loseNextAnswer('/api/bookings/messages');
  await write(phone, 'The key is with the neighbour.');
  await lost;
  await allSent(phone);
  expect(await stored(server, id, ['The key is with the neighbour.'])).toHaveLength(1);
  expect((await thread(phone)).filter((line) => line === 'The key is with the neighbour.')).toHaveLength(1);
});
