import { afterAll, beforeAll, expect, test } from 'vitest';
import { aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const unchosen = {
  serviceReminders: true,
  bookingUpdates: true,
  teamMessages: true,
  serviceRemindersPush: true,
  bookingUpdatesPush: true,
  teamMessagesPush: true,
  preferredTime: 'flexible',
  specialInstructions: '',
};

test('a member without saved preferences gets every notification, at any time of day', async () => {
  const member = await server.as(await aUser(server.deps.db));
  expect((await member.call('readPreferences')).body).toEqual(unchosen);
});

test('choices are stored on every device, and those left out stay', async () => {
  const user = await aUser(server.deps.db);
  const phone = await server.as(user);
  const tablet = await server.as(user);
  const saved = await phone.call('savePreferences', {
    body: { serviceReminders: false, preferredTime: 'evening' },
  });
  const first = { ...unchosen, serviceReminders: false, preferredTime: 'evening' };
  expect(saved.body).toEqual(first);
  await tablet.call('savePreferences', { body: { specialInstructions: '  Mind the cat\nand the step ' } });
  const both = { ...first, specialInstructions: 'Mind the cat\nand the step' };
  expect((await phone.call('readPreferences')).body).toEqual(both);
  await phone.call('savePreferences', { body: { serviceReminders: true, specialInstructions: '' } });
  expect((await tablet.call('readPreferences')).body).toEqual({ ...unchosen, preferredTime: 'evening' });
  expect((await tablet.call('savePreferences', { body: {} })).body.preferredTime).toBe('evening');
});

test('simultaneous choices on two devices are both stored', async () => {
  const member = await server.as(await aUser(server.deps.db));
  await Promise.all([
    member.call('savePreferences', { body: { serviceReminders: false } }),
    member.call('savePreferences', { body: { bookingUpdates: false } }),
    member.call('savePreferences', { body: { teamMessages: false } }),
  ]);
  expect((await member.call('readPreferences')).body).toMatchObject({
    serviceReminders: false,
    bookingUpdates: false,
    teamMessages: false,
  });
});

test('instructions have up to 2000 characters; invalid values are refused and change nothing', async () => {
  const member = await server.as(await aUser(server.deps.db));
  const longest = 'x'.repeat(2000);
  const kept = await member.call('savePreferences', { body: { specialInstructions: longest } });
  expect(kept.body.specialInstructions).toBe(longest);
  for (const [body, field] of [
    [{ specialInstructions: `${longest}x` }, 'specialInstructions'],
    [{ preferredTime: 'night' }, 'preferredTime'],
    [{ serviceReminders: 'yes' }, 'serviceReminders'],
    [{ teamMessages: false, bookingUpdates: null }, 'bookingUpdates'],
  ] as const) {
    const refused = await member.call('savePreferences', { body });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]]);
  }
  expect((await member.call('readPreferences')).body).toEqual({ ...unchosen, specialInstructions: longest });
});

test('neither other people nor visitors can read or change a person’s preferences', async () => {
  const owner = await server.as(await aUser(server.deps.db));
  const other = await server.as(await aUser(server.deps.db));
  await other.call('savePreferences', { body: { teamMessages: false, userId: 'another' } });
  expect((await owner.call('readPreferences')).body).toEqual(unchosen);
  expect((await server.anyone.call('readPreferences')).status).toBe(401);
  expect((await server.anyone.call('savePreferences', { body: {} })).status).toBe(401);
});
