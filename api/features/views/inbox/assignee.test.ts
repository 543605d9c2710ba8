import { afterEach, beforeEach, expect, test } from 'vitest';
import { aChatMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import type { UserTable } from '../../records/account/account.table.ts';

let server: TestServer;
let admin: UserTable;
let team: Client;
beforeEach(async () => {
  server = await startTestServer();
  admin = await anAdmin(server.deps.db, { first_name: 'Robin', last_name: 'Lee' });
  team = await server.as(admin);
});
afterEach(() => server.close());

const customer = () => aUser(server.deps.db);
const from = (user: UserTable) =>
  aChatMessage(server.deps, { conversationId: user.id, sender: user, content: 'Hello there' });
const read = async (user: UserTable) =>
  (await team.call('readConversation', { params: { id: user.id } })).body;
const change = (user: UserTable, body: object, by = team) =>
  by.call('changeConversation', { params: { id: user.id }, body });
const acts = () => server.deps.db.selectFrom('audit_acts').selectAll().execute();

test('a conversation that a colleague has taken meanwhile can be neither released, taken over nor closed unknowingly', async () => {
  const user = await customer();
  const { id: lastSeenId } = await from(user);
  const second = await anAdmin(server.deps.db, { first_name: 'Sam' });
  const theirs = await server.as(second);
  await change(user, { assignee: 'me', seenAssignee: null, lastSeenId });
  await change(user, { assignee: 'me', seenAssignee: admin.id, lastSeenId }, theirs);
  const before = await acts();
  const late = [{ assignee: 'nobody' }, { assignee: 'me' }, { status: 'closed' }];
  for (const seenAssignee of [admin.id, null])
    for (const body of late)
      expect((await change(user, { ...body, seenAssignee, lastSeenId })).body).toMatchObject({
        code: 'conflict',
        message: 'Sam Nguyen looks after it now.',
      });
  expect(await read(user)).toMatchObject({ status: 'open', assignee: { id: second.id } });
  expect(await acts()).toEqual(before);

  await change(user, { assignee: 'nobody', seenAssignee: second.id, lastSeenId }, theirs);
  const gone = await change(user, { status: 'closed', seenAssignee: second.id, lastSeenId });
  expect(gone.body).toMatchObject({ code: 'conflict', message: 'Nobody looks after it now.' });
  await change(user, { assignee: 'me', seenAssignee: null, lastSeenId });
  const answer = await change(user, { status: 'closed', seenAssignee: null, lastSeenId });
  expect(answer.body).toMatchObject({ code: 'conflict', message: 'You look after it now.' });
});

test('one of two simultaneous takeovers succeeds, and the other is told who has it', async () => {
  const user = await customer();
  const { id: lastSeenId } = await from(user);
  const theirs = await server.as(await anAdmin(server.deps.db, { first_name: 'Sam' }));
  const take = (by: Client) => change(user, { assignee: 'me', seenAssignee: null, lastSeenId }, by);
  const answers = await Promise.all([take(team), take(theirs)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { assignee } = await read(user);
  expect(answers.find(({ status }) => status === 200)?.body.assignee).toEqual(assignee);
  const message = `${assignee?.name} looks after it now.`;
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict', message });
  expect(await acts()).toHaveLength(1);
});

test('a repeat is no conflict with oneself: its first answer may have been lost', async () => {
  const user = await customer();
  const { id: lastSeenId } = await from(user);
  const take = { assignee: 'me', seenAssignee: null, lastSeenId };
  const letGo = { assignee: 'nobody', seenAssignee: admin.id, lastSeenId };
  for (const body of [take, take, letGo, letGo]) expect((await change(user, body)).status).toBe(200);
  expect(await acts()).toHaveLength(2);
});
