import { personas } from '../personas.ts';
import {
  allSent,
  bookingWithMessages,
  everythingKept,
  find,
  inPage,
  open,
  signIn,
  tap,
  until,
  workerReady,
  write,
} from './steps.ts';
import { expect, test } from './test.ts';

const canaries = ['quokka', 'bandicoot', 'wombat'];

test('signing out leaves nothing that was read, written or typed, at once and 5 s later', async ({
  phone,
  server,
}) => {
  const { id, text } = await bookingWithMessages(server);
  await server.rows((db) =>
    db
      .updateTable('messages')
      .set({ message: 'Mind the quokka.' })
      .where('booking_id', '=', id)
      .where('message', '=', text)
      .execute(),
  );
  await signIn(phone, personas.member, `/bookings/${id}`);
  await workerReady(phone);
  await find(phone, '[role=log] .bubble', 'quokka');
  await write(phone, 'It is a bandicoot.');
  await allSent(phone);
  await (await find(phone, 'textarea')).sendKeys('Or a wombat');
  await until(phone, 'the device keeps all of it', async () => {
    const kept = await everythingKept(phone);
    return [...canaries, personas.member].every((word) => kept.includes(word));
  });

  await open(phone, '/');
  await tap(phone, 'button[aria-label="Menu"]');
  await tap(phone, 'dialog button', 'Sign Out');
  await find(phone, 'dialog p', 'What you began to write has not been sent yet');
  await tap(phone, 'dialog .sheet-actions button', 'Sign Out');
  await find(phone, 'a', 'Member Login');
  const nothing = async () => {
    const kept = await everythingKept(phone);
    for (const word of [...canaries, personas.member, 'Olivia']) expect(kept).not.toContain(word);
    expect(await inPage(phone, () => document.cookie)).toBe('');
  };
  await nothing();
  await phone.browser.sleep(5000);
  await nothing();
  expect(await server.rows((db) => db.selectFrom('sessions').select('user_id').execute())).toEqual([]);
});
