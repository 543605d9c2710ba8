import { personas } from '../personas.ts';
import { bookingWithMessages, find, networkAway, open, signIn, workerReady } from './steps.ts';
import { test } from './test.ts';

test('read content is shown without a network, also the last read, and after the browser was killed', async ({
  phone,
  server,
  network,
}) => {
  phone.allow(...networkAway);
  const { id, text } = await bookingWithMessages(server);
  await signIn(phone, personas.member, '/bookings');
  await find(phone, `a[href="/bookings/${id}"]`);
  await workerReady(phone);
  await open(phone, `/bookings/${id}`);
  await find(phone, '[role=log] .bubble', text);

  await network.down();
  await phone.browser.navigate().refresh();
  await find(phone, '[role=log] .bubble', text);
  await find(phone, '[role=status]', 'Offline');
  await open(phone, '/bookings');
  await find(phone, `a[href="/bookings/${id}"]`);
  await find(phone, '[role=status]', 'Offline');

  await phone.killBrowser();
  await phone.openBrowser();
  await open(phone, '/');
  await find(phone, 'h1', 'Welcome back, Olivia!');
  await open(phone, `/bookings/${id}`);
  await find(phone, '[role=log] .bubble', text);
  await find(phone, '[role=status]', 'Offline');
});
