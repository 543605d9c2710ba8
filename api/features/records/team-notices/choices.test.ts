import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { quietUntil } from './team-notices.rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const all = ['request', 'booking', 'late_cancellation', 'chat_waiting', 'dispute', 'failed_job', 'leave'];

test('a member of the team is offered the kinds of news that their role shows', async () => {
  const admin = await server.as(await anAdmin(server.deps.db));
  expect((await admin.call('readTeamChoices')).body).toEqual({
    offered: all,
    mail: [...all.filter((kind) => kind !== 'chat_waiting'), 'leave_answer'],
    push: [...all.filter((kind) => kind !== 'booking'), 'leave_answer'],
    quiet: { from: '21:00', until: '07:00' },
  });
  const accountant = await server.as(await aUser(server.deps.db, { role_id: 'accountant' }));
  expect((await accountant.call('readTeamChoices')).body.offered).toEqual(['dispute', 'failed_job']);
  const worker = await server.as(await aUser(server.deps.db, { role_id: 'worker' }));
  expect((await worker.call('readTeamChoices')).body.offered).toEqual(['leave_answer']);
  const customer = await server.as(await aUser(server.deps.db));
  expect((await customer.call('readTeamChoices')).body.offered).toEqual([]);
});

test('choices are stored for their person alone, those left out stay, and invalid ones change nothing', async () => {
  const user = await anAdmin(server.deps.db);
  const admin = await server.as(user);
  const other = await server.as(await anAdmin(server.deps.db));
  const before = (await other.call('readTeamChoices')).body;
  await admin.call('saveTeamChoices', { body: { mail: ['dispute'], quiet: null } });
  const saved = await admin.call('saveTeamChoices', { body: { push: [] } });
  expect(saved.body).toEqual({ offered: all, mail: ['dispute'], push: [], quiet: null });
  for (const body of [
    { mail: ['weather'] },
    { quiet: { from: '9 pm', until: '07:00' } },
    { quiet: { from: '25:00', until: '07:00' } },
  ])
    expect((await admin.call('saveTeamChoices', { body: body as never })).status).toBe(400);
  expect((await admin.call('readTeamChoices')).body).toEqual(saved.body);
  expect((await other.call('readTeamChoices')).body).toEqual(before);
  expect((await server.anyone.call('readTeamChoices')).status).toBe(401);
});

test('quiet hours end in the morning of the business, also over midnight and when the clocks change', () => {
  const overnight = { from: '21:00', until: '07:00' };
  const at = (iso: string, quiet = overnight) =>
    quietUntil('booking', quiet, { now: new Date(iso), timeZone: 'Australia/Sydney' });
  // 10 pm, 3 am, 7 am and 8:59 pm in Sydney.
  expect(at('2026-11-20T11:00:00.000Z')).toBe('2026-11-20T20:00:00.000Z');
  expect(at('2026-11-20T16:00:00.000Z')).toBe('2026-11-20T20:00:00.000Z');
  expect(at('2026-11-20T20:00:00.000Z')).toBeNull();
  expect(at('2026-11-20T09:59:00.000Z')).toBeNull();
  // The clocks go forward in the night to 4 October 2026.
  expect(at('2026-10-03T12:00:00.000Z')).toBe('2026-10-03T20:00:00.000Z');
  const afternoon = { from: '13:00', until: '15:00' };
  expect(at('2026-11-20T03:00:00.000Z', afternoon)).toBe('2026-11-20T04:00:00.000Z');
  expect(at('2026-11-20T11:00:00.000Z', afternoon)).toBeNull();
  expect(at('2026-11-20T11:00:00.000Z', { from: '07:00', until: '07:00' })).toBeNull();
  const now = new Date('2026-11-20T11:00:00.000Z');
  expect(quietUntil('dispute', overnight, { now, timeZone: 'Australia/Sydney' })).toBeNull();
});
