import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aChatMessage, anAdmin, aSubscription, aUser } from '../../../testing/builders/builders.ts';
import { demotedMeanwhile } from '../../../testing/databases/demoted.ts';
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

const customer = (name = 'Alex') => aUser(server.deps.db, { first_name: name });
const from = (user: UserTable, content = 'Hello there') =>
  aChatMessage(server.deps, { conversationId: user.id, sender: user, content });
const to = (user: UserTable, content = 'How can we help?') =>
  aChatMessage(server.deps, { conversationId: user.id, sender: admin, content });
const read = async (user: UserTable) =>
  (await team.call('readConversation', { params: { id: user.id } })).body;
const see = (user: UserTable, messageId: string) =>
  team.call('seeConversation', { params: { id: user.id }, body: { messageId } });
const change = (user: UserTable, body: object, by = team) =>
  by.call('changeConversation', { params: { id: user.id }, body });
const names = async (query: Record<string, string | number> = {}) => {
  const { body } = await team.call('listConversations', { query });
  return body.map((conversation) => conversation.customer.name.split(' ')[0]);
};
const acts = () =>
  server.deps.db.selectFrom('audit_acts').selectAll().orderBy('created_at').orderBy('id').execute();

test('the inbox shows unread conversations first, then those waiting longest, then the newest', async () => {
  const { clock } = server;
  clock.set('2026-11-20T02:00:00.000Z');
  const people = [];
  for (const name of ['Unread-early', 'Unread-late', 'Waits-early', 'Waits-late', 'Done-old', 'Done-new']) {
    const user = await customer(name);
    people.push(user);
    clock.advance({ minutes: 1 });
    const { id } = await from(user);
    if (!name.startsWith('Unread')) await see(user, id);
    if (name.startsWith('Done')) await to(user);
  }
  const order = ['Unread-early', 'Unread-late', 'Waits-early', 'Waits-late', 'Done-new', 'Done-old'];
  expect(await names()).toEqual(order);

  const paged: string[] = [];
  let path: string | null = '/api/admin/conversations?limit=2';
  while (path) {
    const page: Response = await team.raw('GET', path);
    for (const { customer } of await page.json()) paged.push(customer.name.split(' ')[0]);
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  expect(paged).toEqual(order);
  expect((await team.call('listConversations', { query: { cursor: 'x' } })).body.code).toBe('invalid_input');
});

test('the inbox can be filtered: open, mine, unassigned', async () => {
  const [mine, nobodys, closed] = [
    await customer('Mine'),
    await customer('Nobody'),
    await customer('Closed'),
  ];
  for (const user of [mine, nobodys, closed]) await see(user, (await from(user)).id);
  const lastSeenId = async (user: UserTable) => (await read(user)).lastMessage?.id ?? null;
  await change(mine, { assignee: 'me', lastSeenId: await lastSeenId(mine) });
  await change(closed, { status: 'closed', lastSeenId: await lastSeenId(closed) });
  expect(await names({ status: 'open' })).toEqual(['Mine', 'Nobody']);
  expect(await names({ status: 'closed' })).toEqual(['Closed']);
  expect(await names({ assignee: 'me' })).toEqual(['Mine']);
  expect(await names({ assignee: 'nobody' })).toEqual(['Nobody', 'Closed']);
  expect(await names({ assignee: 'nobody', status: 'open' })).toEqual(['Nobody']);
});

test('a conversation shows its customer, their plan and the last message', async () => {
  const user = await customer('Kim');
  await aSubscription(server.deps.db, { user_id: user.id, tier: 'deluxe' });
  const { id } = await from(user, `A long\n\nstory ${'and so on '.repeat(40)}`);
  const conversation = await read(user);
  expect(conversation).toMatchObject({
    id: user.id,
    customer: { id: user.id, name: 'Kim Nguyen', email: user.email, tier: 'deluxe' },
    status: 'open',
    assignee: null,
    unread: 1,
    lastMessage: { id, seq: 1, isSupport: false },
  });
  expect(conversation.lastMessage?.preview).toMatch(/^A long story and so on/);
  expect(conversation.lastMessage?.preview.length).toBeLessThanOrEqual(140);
});

test('a customer who never wrote has an empty conversation; an unknown person has none', async () => {
  const user = await customer();
  expect(await read(user)).toMatchObject({ unread: 0, waitingSince: null, lastMessage: null });
  expect(await names()).toEqual([]);
  const never = { params: { id: randomUUID() } };
  const answers = [
    await team.call('readConversation', never),
    await team.call('listConversationMessages', never),
    await team.call('seeConversation', { ...never, body: { messageId: randomUUID() } }),
    await team.call('changeConversation', { ...never, body: { assignee: 'me', lastSeenId: null } }),
  ];
  expect(answers.map((a) => a.status)).toEqual([404, 404, 404, 404]);
});

test('a customer waits from their first unanswered message to the team’s answer', async () => {
  const { clock } = server;
  const user = await customer();
  clock.set('2026-11-20T02:00:00.000Z');
  await from(user);
  clock.advance({ minutes: 5 });
  await from(user);
  expect(await read(user)).toMatchObject({ waitingSince: '2026-11-20T02:00:00.000Z', unread: 2 });
  await to(user);
  // An answer does not prove that every message was read.
  expect(await read(user)).toMatchObject({ waitingSince: null, unread: 2 });
});

test('closing ends the wait, a message reopens the conversation, and reopening restores the wait', async () => {
  const { clock } = server;
  const user = await customer();
  clock.set('2026-11-20T02:00:00.000Z');
  const first = await from(user);
  const closed = await change(user, { status: 'closed', lastSeenId: first.id });
  expect(closed.body).toMatchObject({ status: 'closed', waitingSince: null });
  const reopened = await change(user, { status: 'open', lastSeenId: first.id });
  expect(reopened.body).toMatchObject({ status: 'open', waitingSince: '2026-11-20T02:00:00.000Z' });
  await change(user, { status: 'closed', lastSeenId: first.id });
  clock.advance({ minutes: 9 });
  await from(user);
  expect(await read(user)).toMatchObject({ status: 'open', waitingSince: '2026-11-20T02:09:00.000Z' });
});

test('a conversation with new messages since the last look can be neither closed nor taken over', async () => {
  const user = await customer();
  const seen = await from(user);
  await from(user, 'One more thing');
  for (const body of [{ status: 'closed' }, { assignee: 'me' }]) {
    const answer = await change(user, { ...body, lastSeenId: seen.id });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  }
  expect((await change(user, { assignee: 'me', lastSeenId: null })).status).toBe(409);
  expect(await read(user)).toMatchObject({ status: 'open', assignee: null });
});

test('one’s own answer is no conflict, a colleague’s is', async () => {
  const user = await customer();
  const seen = await from(user);
  await to(user);
  const colleague = await server.as(await anAdmin(server.deps.db));
  expect((await change(user, { assignee: 'me', lastSeenId: seen.id }, colleague)).status).toBe(409);
  expect((await change(user, { assignee: 'me', lastSeenId: seen.id })).status).toBe(200);
});

test('a colleague’s conversation can be taken over, and the log says from whom', async () => {
  const user = await customer();
  const { id: lastSeenId } = await from(user);
  await change(user, { assignee: 'me', lastSeenId });
  const second = await anAdmin(server.deps.db, { first_name: 'Sam' });
  server.clock.advance({ seconds: 1 });
  const taken = await change(user, { assignee: 'me', lastSeenId }, await server.as(second));
  expect(taken.body.assignee).toEqual({ id: second.id, name: 'Sam Nguyen' });
  server.clock.advance({ seconds: 1 });
  const letGo = await change(user, { assignee: 'nobody', lastSeenId });
  expect(letGo.body.assignee).toBeNull();
  const details = (await acts()).map((act) => [act.act, act.actor_id, JSON.parse(act.details)]);
  expect(details).toEqual([
    ['conversation_changed', admin.id, { assigneeId: admin.id, assigneeBefore: null }],
    ['conversation_changed', second.id, { assigneeId: second.id, assigneeBefore: admin.id }],
    ['conversation_changed', admin.id, { assigneeId: null, assigneeBefore: second.id }],
  ]);
});

test('a person whose role is taken in between takes over nothing, and nothing of theirs is logged', async () => {
  const user = await customer();
  const { id: lastSeenId } = await from(user);
  const helper = await anAdmin(server.deps.db);
  const deps = { db: demotedMeanwhile(server.deps.db, helper.id) };
  const busy = await startTestServer({ beside: server, deps });
  const answer = await change(user, { assignee: 'me', lastSeenId }, await busy.as(helper));
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  expect(await read(user)).toMatchObject({ assignee: null, status: 'open' });
  expect(await acts()).toEqual([]);
  await busy.close();
});

test('a role taken at the same moment leaves no conversation with a person outside the team', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await customer();
    const { id: lastSeenId } = await from(user);
    const helper = await anAdmin(server.deps.db);
    const theirs = await server.as(helper);
    const [taken, demoted] = await Promise.all([
      change(user, { assignee: 'me', lastSeenId }, theirs),
      team.call('changeRole', {
        params: { id: helper.id },
        body: { role: 'customer', expectedRole: 'admin' },
      }),
    ]);
    expect([200, 403]).toContain(taken.status);
    expect(demoted.status).toBe(200);
    expect((await read(user)).assignee).toBeNull();
  }
});

test('a repeat changes nothing and is not logged', async () => {
  const user = await customer();
  const { id: lastSeenId } = await from(user);
  await change(user, { assignee: 'me', status: 'open', lastSeenId });
  await change(user, { assignee: 'me', status: 'open', lastSeenId });
  expect(await acts()).toHaveLength(1);
});

test('the team has one place of seen messages, which only moves forward', async () => {
  const user = await customer();
  const [first, second] = [await from(user), await from(user)];
  expect((await see(user, second.id)).body.unread).toBe(0);
  expect((await see(user, first.id)).body.unread).toBe(0);
  await from(user);
  expect((await read(user)).unread).toBe(1);
  const other = await customer();
  expect((await see(other, first.id)).status).toBe(404);
});

test('support’s messages are in the log of acts, without their text', async () => {
  const user = await customer();
  const { id } = await to(user, 'Something private');
  const [act] = await acts();
  expect(act).toMatchObject({ act: 'chat_message_sent', actor_id: admin.id, user_id: user.id });
  expect(act?.details).toBe(JSON.stringify({ messageId: id }));
});

test('canned replies are listed by title, and their changes are logged', async () => {
  const add = async (title: string) =>
    (await team.call('addCannedReply', { body: { title, text: `${title}!` } })).body;
  const [thanks, hello] = [await add('Thanks'), await add('Hello')];
  const list = async () => (await team.call('listCannedReplies')).body;
  expect(await list()).toEqual([hello, thanks]);
  const params = { id: thanks.id };
  const body = { title: 'Bye', text: 'Until next time' };
  expect((await team.call('changeCannedReply', { params, body })).body).toEqual({ id: thanks.id, ...body });
  expect((await team.call('removeCannedReply', { params: { id: hello.id } })).body).toEqual({ done: true });
  expect(await list()).toEqual([{ id: thanks.id, ...body }]);
  expect((await acts()).map((act) => act.act).sort()).toEqual([
    'canned_reply_added',
    'canned_reply_added',
    'canned_reply_changed',
    'canned_reply_removed',
  ]);
  const gone = { params: { id: hello.id } };
  expect((await team.call('removeCannedReply', gone)).status).toBe(404);
  expect((await team.call('changeCannedReply', { ...gone, body })).status).toBe(404);
  const empty = await team.call('addCannedReply', { body: { title: ' ', text: 'x' } });
  expect(empty.body.fields).toEqual({ title: 'Please name the reply' });
});

test('customers and visitors cannot call any of it', async () => {
  const user = await customer();
  const { id } = await from(user);
  const params = { id: user.id };
  const calls = (client: Client) => [
    client.call('listConversations'),
    client.call('readConversation', { params }),
    client.call('listConversationMessages', { params }),
    client.call('seeConversation', { params, body: { messageId: id } }),
    client.call('changeConversation', { params, body: { assignee: 'me', lastSeenId: id } }),
    client.call('listCannedReplies'),
    client.call('addCannedReply', { body: { title: 'A', text: 'B' } }),
    client.call('changeCannedReply', { params, body: { title: 'A', text: 'B' } }),
    client.call('removeCannedReply', { params }),
  ];
  const answers = await Promise.all(calls(await server.as(user)));
  expect(answers.map((a) => a.status)).toEqual(Array(9).fill(403));
  const nobody = await Promise.all(calls(server.anyone));
  expect(nobody.map((a) => a.status)).toEqual(Array(9).fill(401));
});
