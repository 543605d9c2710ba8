import type { Page } from 'playwright/test';
import { drawFrom, seeded } from '../app/pwa/outbox/testing/random.ts';
import { allSaid, bubbleOf, openConversation, openLiveChat, storedOf, tabletOf, write } from './chat.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { expect, personas, signInWithWorker, test } from './test.ts';

test.use({ worker: true, allowed: networkAway });

const memberName = 'Olivia Bennett';
const chatOf = (page: Page) => page.getByRole('dialog', { name: 'Live Support Chat' });
const reopen = async (page: Page) => {
  await page.goto('/?chat=open');
  return chatOf(page);
};
/** Writes in the member’s chat, connected or not. */
const writeIn = (page: Page, text: string) => write(chatOf(page), text);

test.describe('on a phone whose browser is killed at any moment', () => {
  test.use({ closesBrowser: true });

  test('messages of the live chat are stored once and in order, on any network @full', async ({
    device,
    server,
    network,
  }) => {
    const { chance, upTo } = drawFrom(seeded(20270107));
    await signInWithWorker(device.page, personas.member, '/');
    // A browser stores its cookies when it is closed, or half a minute later.
    await device.closeBrowser();
    let page = await device.openBrowser();
    const written: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const away = chance(0.5);
      await device.offline(away);
      await reopen(page);
      for (let n = 0; n <= upTo(3); n += 1) {
        const text = `Word ${written.length + 1}.`;
        // The server stores it, and its answer is lost.
        if (!away && chance(0.4)) void network.loseNextAnswer('/api/chat/messages');
        await writeIn(page, text);
        written.push(text);
      }
      await device.killBrowser();
      page = await device.openBrowser({ offline: chance(0.3) });
    }
    await device.offline(false);
    const chat = await reopen(page);
    await expect.poll(() => storedOf(server, personas.member)).toEqual(written);
    await expect(chat.getByText(/Not sent yet|Sending…/)).toHaveCount(0);
    await expect.poll(() => allSaid(chat)).toEqual(written);
  });
});

test('two tabs show what either has written without a network, and send it once and in order @full', async ({
  device,
  page,
  server,
}) => {
  await signInWithWorker(page, personas.member, '/');
  await openLiveChat(page);
  const second = await page.context().newPage();
  await reopen(second);
  await expect(chatOf(second).getByText('Online', { exact: true })).toBeVisible();
  await device.offline(true);
  await writeIn(page, 'One');
  await expect(bubbleOf(chatOf(second), 'One')).toBeVisible();
  await writeIn(second, 'Two');
  await expect(bubbleOf(chatOf(page), 'Two')).toBeVisible();
  // A start without a network shows them, too.
  await page.reload();
  await reopen(page);
  await expect.poll(() => allSaid(chatOf(page))).toEqual(['One', 'Two']);
  await device.offline(false);
  await expect.poll(() => storedOf(server, personas.member)).toEqual(['One', 'Two']);
  for (const tab of [page, second]) {
    await expect(chatOf(tab).getByText(/Not sent yet|Sending…/)).toHaveCount(0);
    await expect.poll(() => allSaid(chatOf(tab))).toEqual(['One', 'Two']);
  }
});

test('signing out asks about a message of the chat that waits, and then leaves nothing of it on the device @full', async ({
  device,
  page,
  server,
  network,
}) => {
  await signInWithWorker(page, personas.member, '/');
  await openLiveChat(page);
  network.behave('silence', /^\/api\/chat\/messages$/);
  await writeIn(page, 'Where is my key?');
  const kept = async () => (await findKept(page, 'Where is my key')).found;
  expect(await kept()).toEqual(['indexedDB hearthkeep-outbox/entries']);
  await chatOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  const signOut = () => page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).last();
  await signOut().click();
  const question = page.getByRole('dialog', { name: 'Sign out all the same?' });
  await expect(question).toContainText('One message has not been sent yet and would be lost.');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(kept).toEqual([]);
  network.behave(null);
  await device.offline(false);
  expect(await storedOf(server, personas.member)).toEqual([]);
});

test('messages that an earlier release kept are sent once and in order, a refused one stays with its reason @full', async ({
  page,
  server,
}) => {
  await signInWithWorker(page, personas.member, '/');
  const { id } = await server.rows((db) =>
    db.selectFrom('users').select('id').where('email', '=', personas.member).executeTakeFirstOrThrow(),
  );
  const reason = 'Too many messages. Please wait a moment.';
  const older = [
    ['One', null],
    ['Two', reason],
    ['Three', null],
  ].map(([content, refused]) => ({
    clientId: crypto.randomUUID(),
    conversationId: id,
    isSupport: false,
    content,
    createdAt: new Date().toISOString(),
    refused,
  }));
  const key = `hearthkeep-chat-unsent:${id}`;
  await page.evaluate(([at, list]) => localStorage.setItem(at, list), [key, JSON.stringify(older)] as const);
  const chat = await reopen(page);
  await expect.poll(() => storedOf(server, personas.member)).toEqual(['One', 'Three']);
  expect(await page.evaluate((at) => localStorage.getItem(at), key)).toBeNull();
  await expect(chat.getByText(`Not sent: ${reason}`)).toBeVisible();
  await chat.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => storedOf(server, personas.member)).toEqual(['One', 'Three', 'Two']);
  await expect(chat.getByText(/Not sent/)).toHaveCount(0);
});

test('an answer of the team waits through a reload, is refused after a colleague’s, and sent once that was read @full', async ({
  browser,
  guard,
  page,
  server,
}) => {
  guard.allow(/status of 409/);
  await signInWithWorker(page, personas.member, '/');
  await openLiveChat(page);
  await writeIn(page, 'Where is my key?');
  const robin = await tabletOf({ browser, guard, server, worker: true });
  const team = robin.page;
  await openConversation(team, memberName);
  await expect(bubbleOf(team, 'Where is my key?')).toBeVisible();
  await team.evaluate(() => navigator.serviceWorker.ready);
  await robin.offline(true);
  await write(team, 'In the box.');
  await expect(team.getByText('Not sent yet')).toBeVisible();
  await team.reload();
  await expect(bubbleOf(team, 'In the box.')).toBeVisible();
  await expect(team.getByText('Not sent yet')).toBeVisible();
  await server.rows(async (db) => {
    const colleague = await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', 'administrator')
      .where('email', '!=', personas.admin)
      .executeTakeFirst();
    const conversation = await db.selectFrom('conversations').selectAll().executeTakeFirstOrThrow();
    const { last_seq, user_id } = conversation;
    const now = new Date().toISOString();
    await db
      .insertInto('chat_messages')
      .values({
        id: crypto.randomUUID(),
        conversation_id: user_id,
        seq: last_seq + 1,
        sender_id: colleague?.id ?? user_id,
        is_support: 1,
        content: 'With the neighbour.',
        client_id: null,
        created_at: now,
      })
      .execute();
    await db
      .updateTable('conversations')
      .set({ last_seq: last_seq + 1, last_at: now })
      .where('user_id', '=', user_id)
      .execute();
  });
  await robin.offline(false);
  await expect(team.getByText(/Not sent: .* answered meanwhile\. Please read it first\./)).toBeVisible();
  await expect(bubbleOf(team, 'With the neighbour.')).toBeVisible();
  expect(await storedOf(server, personas.member)).toEqual(['Where is my key?', 'With the neighbour.']);
  await team.getByRole('button', { name: 'Retry' }).click();
  await expect
    .poll(() => storedOf(server, personas.member))
    .toEqual(['Where is my key?', 'With the neighbour.', 'In the box.']);
  await expect(team.getByText(/Not sent/)).toHaveCount(0);
  await robin.discard();
});

test.describe('after a role was taken away', () => {
  // The open page says that it is the team's until it has read its person; whether its socket is quicker differs.
  test.use({ serverOptions: { allowed: /claimed to be someone else/ } });

  test('a person who has left the team can read and discard an answer that was refused @full', async ({
    browser,
    guard,
    page,
    server,
  }) => {
    guard.allow(/status of 403/);
    await signInWithWorker(page, personas.member, '/');
    await openLiveChat(page);
    await writeIn(page, 'Where is my key?');
    const robin = await tabletOf({ browser, guard, server, worker: true });
    const team = robin.page;
    await openConversation(team, memberName);
    await expect(bubbleOf(team, 'Where is my key?')).toBeVisible();
    await team.evaluate(() => navigator.serviceWorker.ready);
    await robin.offline(true);
    await write(team, 'In the box.');
    await expect(team.getByText('Not sent yet')).toBeVisible();
    await server.rows((db) =>
      db.updateTable('users').set({ role_id: null }).where('email', '=', personas.admin).execute(),
    );
    await robin.offline(false);
    await team.reload();
    const left = team.getByRole('region', { name: 'Your answers that were not sent' });
    await expect(left.getByText('In the box.')).toBeVisible();
    await expect(left.getByText(/Not sent: /)).toBeVisible();
    await left.getByRole('button', { name: 'Discard' }).click();
    await expect(left).toHaveCount(0);
    expect(await storedOf(server, personas.member)).toEqual(['Where is my key?']);
    await robin.discard();
  });
});
