import { onTestFinished } from 'vitest';
import { personas } from '../personas.ts';
import { nextRelease } from '../releases.ts';
import {
  allSent,
  bookingWithMessages,
  find,
  inPage,
  networkAway,
  open,
  shows,
  signIn,
  stored,
  tap,
  thread,
  until,
  workerReady,
  write,
} from './steps.ts';
import { expect, test } from './test.ts';

test('a newer release comes with the person’s consent, and typed unsent text survives it', async ({
  phone,
  server,
  network,
}) => {
  phone.allow(...networkAway);
  const { id } = await bookingWithMessages(server);
  const next = await nextRelease();
  onTestFinished(next.discard);
  const isNext = async () => {
    const mark = await inPage(phone, () => document.documentElement.dataset.release ?? null);
    return mark === next.mark;
  };
  await signIn(phone, personas.member, `/bookings/${id}`);
  await workerReady(phone);
  await find(phone, '[role=log]');

  await network.down();
  await write(phone, 'The spare key is under the pot.');
  await (await find(phone, 'textarea')).sendKeys('And the alarm');
  await server.stop();
  await server.start(next.folder);

  const newerWorkerWaits = async () => {
    await inPage(phone, async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    await until(phone, 'a newer worker waits', async () => {
      const waits = await inPage(
        phone,
        async () => (await navigator.serviceWorker.getRegistration())?.waiting,
      );
      return Boolean(waits);
    });
    expect(await shows(phone, '[role=status]', 'New version ready')).toBe(false);
  };
  // The worker's file arrives while the message does not, so its writer is not asked to change over.
  const unanswered = network.loseNextAnswer('/api/bookings/messages', newerWorkerWaits);
  await network.up();
  await unanswered;
  await allSent(phone);
  expect(await isNext()).toBe(false);

  // The person is not asked while they write.
  await inPage(phone, () => (document.activeElement as HTMLElement).blur());
  await find(phone, '[role=status]', 'New version ready');
  await tap(phone, 'button', 'Update');
  await until(phone, 'the newer release runs', isNext);
  await find(phone, '[role=log] .bubble', 'The spare key is under the pot.');
  expect(await (await find(phone, 'textarea')).getAttribute('value')).toBe('And the alarm');
  expect(await stored(server, id, ['The spare key is under the pot.'])).toHaveLength(1);
  expect((await thread(phone)).filter((line) => line.includes('spare key'))).toHaveLength(1);

  await network.down();
  await open(phone, `/bookings/${id}`);
  await find(phone, '[role=log] .bubble', 'The spare key is under the pot.');
  expect(await isNext()).toBe(true);
});
