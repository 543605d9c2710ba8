import { axe } from './axe.ts';
import { cancel } from './changes.ts';
import { allSaid, bubbleOf, openConversation, openLiveChat, storedOf, tabletOf, write } from './chat.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import { dialogLeft, newest } from './member-bookings.ts';
import { holdBack, openBooking, openThread, see, tellOnline, tickUntil, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ motion: true });

const memberName = 'Olivia Bennett';

test('a member and the team talk, and each sees the other type', async ({ page, browser, guard, server }) => {
  await signInAs(page, personas.member, '/');
  const chat = await openLiveChat(page);
  await expect(toastOf(page, 'Live Chat Connected')).toContainText(
    "You're now connected to our support team",
  );
  // The toast appears under the chat's own bar, although the chat was still opening.
  await expect(async () => {
    const bar = (await chat.locator('.sheet-head').boundingBox()) ?? { y: Number.NaN, height: 0 };
    const notice = await toastOf(page, 'Live Chat Connected').boundingBox();
    expect(notice?.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  }).toPass();
  await expect(chat.getByText('How can we help?')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled();
  await chat.getByPlaceholder('Type your message...').fill('   ');
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(await axe(page, 'the empty chat')).toEqual([]);
  await write(chat, 'Is the cleaner on the way?');

  const tablet = await tabletOf({ browser, guard, server });
  const team = tablet.page;
  const list = team.getByRole('region', { name: 'Conversations' });
  await expect(list.getByText('Is the cleaner on the way?')).toBeVisible();
  await expect(list.getByText('Waiting less than a minute')).toBeVisible();
  await openConversation(team, memberName);
  await expect(team.getByText('Here now')).toBeVisible();
  await expect(list.getByText('unread')).toHaveCount(0);
  // A person who has put the phone away counts as absent a few seconds later.
  await see(page, 'hidden');
  await expect(team.getByText('Here now')).toHaveCount(0);
  await see(page, 'visible');
  await expect(team.getByText('Here now')).toBeVisible();

  // The hint lasts for 3 s only.
  await Promise.all([
    expect(chat.getByText('Support Team', { exact: true })).toBeVisible(),
    team.getByPlaceholder('Type your message...').pressSequentially('Ten minu'),
  ]);
  await expect(chat.getByText('Support Team', { exact: true })).toHaveCount(0);
  await write(team, 'Ten minutes, Olivia.');
  await expect(bubbleOf(chat, 'Ten minutes, Olivia.')).toBeVisible();
  await expect(list.getByText('Waiting')).toHaveCount(0);

  await Promise.all([
    expect(team.getByText('Olivia Bennett is typing…')).toBeVisible(),
    chat.getByPlaceholder('Type your message...').pressSequentially('Lov'),
  ]);
  await chat.getByPlaceholder('Type your message...').press('Shift+Enter');
  await chat.getByPlaceholder('Type your message...').pressSequentially('ely');
  await chat.getByPlaceholder('Type your message...').press('Enter');
  await expect(bubbleOf(team, 'Lov\nely')).toBeVisible();
  expect(await axe(page, 'the chat')).toEqual([]);
  expect(await axe(team, 'the conversation')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  expect(await layoutFaults(team)).toEqual([]);
  await tablet.discard();
});

test.describe('on a network that comes and goes', () => {
  test.use({ worker: true });
  test.beforeEach(({ guard }) => guard.allow(...networkAway));

  test('messages written meanwhile are kept, through a reload too, and delivered once and in order @full', async ({
    page,
    browser,
    guard,
    server,
  }) => {
    await page.clock.install();
    await signInWithWorker(page, personas.member, '/');
    let chat = await openLiveChat(page);
    await write(chat, 'One');
    const tablet = await tabletOf({ browser, guard, server });
    const team = tablet.page;
    await openConversation(team, memberName);

    // Only the phone loses its network; the team keeps its own.
    await page.context().setOffline(true);
    // After 5 s without an answer the socket counts as lost, and 5 s later the app reports it.
    await page.clock.runFor(5_100);
    await expect(chat.getByText('Online', { exact: true })).toHaveCount(0);
    const notice = toastOf(page, 'Connection Error', 'destructive').filter({
      hasText: 'Unable to connect to chat. Please try again.',
    });
    await tickUntil(page, () => notice.isVisible());
    await write(chat, 'Two');
    await write(chat, 'Three');
    await expect(chat.getByText('Not sent yet')).toHaveCount(2);
    // A draft survives the reload, too.
    await chat.getByPlaceholder('Type your message...').fill('Not finis');
    await page.reload();
    await page.getByRole('button', { name: 'Live Chat' }).click();
    chat = page.getByRole('dialog', { name: 'Live Support Chat' });
    await expect(chat.getByPlaceholder('Type your message...')).toHaveValue('Not finis');
    expect(await allSaid(chat)).toEqual(['One', 'Two', 'Three']);
    await write(team, 'Four');
    await page.keyboard.press('Escape');
    await expect(chat).toBeHidden();

    await page.context().setOffline(false);
    await expect(bubbleOf(team, 'Three')).toBeVisible();
    await expect.poll(() => storedOf(server, personas.member)).toEqual(['One', 'Four', 'Two', 'Three']);
    await expect(page.getByRole('button', { name: 'Live Chat 1 unread' })).toBeVisible();
    chat = await openLiveChat(page);
    await expect(bubbleOf(chat, 'Four')).toBeVisible();
    expect(await allSaid(chat)).toEqual(['One', 'Four', 'Two', 'Three']);
    expect(await allSaid(team)).toEqual(['One', 'Four', 'Two', 'Three']);
    await chat.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Live Chat', exact: true })).toBeVisible();
    await tablet.discard();
  });

  test('messages waiting for the chat are counted at the foot of every page, with the others, and found there @full', async ({
    page,
    device,
    server,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const strip = page.locator('.strip').filter({ visible: true });
    const chat = page.getByRole('dialog', { name: 'Live Support Chat' });
    await signInWithWorker(page, personas.member, '/');
    await page.goto('/bookings');
    const { id } = await newest(server, 'scheduled');
    await openThread(page, id);
    await page.goto('/');
    await openLiveChat(page);
    await device.offline(true);
    await write(chat, 'Are you there?');
    await chat.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(strip.getByRole('link')).toHaveText('1 message waiting');
    await dialogLeft(page);
    await page.goto('/services');
    await strip.getByRole('link', { name: '1 message waiting' }).click();
    await expect(bubbleOf(chat, 'Are you there?')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/services');
    await chat.getByRole('button', { name: 'Close', exact: true }).click();

    await dialogLeft(page);
    await page.goto('/bookings');
    await openBooking(page, id);
    await cancel(page);
    await dialogLeft(page);
    await expect(strip.getByRole('link')).toHaveText('2 waiting');
    expect(await axe(page, 'what waits, of the chat too')).toEqual([]);
    await page.goto('/services');
    await strip.getByRole('link').click();
    await page.waitForURL(`**/bookings/${id}`);

    await device.offline(false);
    await expect(strip).toHaveCount(0);
    await expect.poll(() => storedOf(server, personas.member)).toEqual(['Are you there?']);
  });

  test('a chat that cannot send while other calls succeed says so, and the message leads to it @full', async ({
    page,
    network,
  }) => {
    await signInAs(page, personas.member, '/');
    const chat = await openLiveChat(page);
    network.behave('silence', /^\/(chat|api\/chat\/messages)$/);
    await write(chat, 'Hello?');
    await chat.getByRole('button', { name: 'Close', exact: true }).click();
    const link = page.locator('.strip').filter({ visible: true }).getByRole('link');
    await expect(link).toHaveText('1 message waiting');
    await link.click();
    await expect(bubbleOf(chat, 'Hello?')).toBeVisible();
  });

  test('a server that dies and returns has every message once, also those that were never answered @full', async ({
    page,
    browser,
    guard,
    server,
  }) => {
    await signInAs(page, personas.member, '/');
    const chat = await openLiveChat(page);
    const tablet = await tabletOf({ browser, guard, server });
    const team = tablet.page;
    await write(chat, 'One');
    await openConversation(team, memberName);
    await server.kill();
    for (const side of [chat, team])
      await expect(side.getByText('Not connected: what you write is kept and sent later')).toBeVisible();
    await write(chat, 'Two');
    await write(team, 'Hello');
    await expect(chat.getByText('Not sent yet')).toBeVisible();
    await server.start();
    for (const side of [page, team]) await tellOnline(side);
    for (const side of [chat, team])
      for (const text of ['One', 'Two', 'Hello']) await expect(bubbleOf(side, text)).toHaveCount(1);
    await expect(chat.getByText(/Not sent yet|Sending/)).toHaveCount(0);
    await expect(team.getByText(/Not sent yet|Sending/)).toHaveCount(0);
    await expect(team.getByText(/Not connected/)).toHaveCount(0);
    const stored = await storedOf(server, personas.member);
    expect(stored.toSorted()).toEqual(['Hello', 'One', 'Two']);
    expect(await allSaid(chat)).toEqual(stored);
    expect(await allSaid(team)).toEqual(stored);
    await tablet.discard();
  });
});

test('signing out closes the socket first, so that the app does not report its own end as another’s @full', async ({
  page,
}) => {
  const opened = page.waitForEvent('websocket');
  await signInAs(page, personas.member, '/profile');
  const socket = await opened;
  await page.route('**/api/logout', async (route) => {
    if (!socket.isClosed()) await socket.waitForEvent('close');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Unauthorized')).toHaveCount(0);
});

test('the earlier messages of a long conversation are read page by page, and the reader stays at the same line @full', async ({
  page,
  server,
}) => {
  // The conversation is stored while the device knows no message of it. Otherwise all later messages would arrive over
  // the socket instead of page by page.
  await signInAs(page, personas.member);
  await server.rows(async (db) => {
    const at = '2026-03-02T10:00:00.000Z';
    const { id: customer } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', personas.member)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('conversations')
      .values({
        user_id: customer,
        status: 'open',
        last_seq: 130,
        last_at: at,
        customer_seen_seq: 130,
        customer_unread: 0,
        team_seen_seq: 130,
        team_unread: 0,
        inbox_place: `3 ${at}`,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const messages = Array.from({ length: 130 }, (_, before) => ({
      id: crypto.randomUUID(),
      conversation_id: customer,
      seq: before + 1,
      sender_id: customer,
      is_support: 0,
      content: `Message ${before + 1}`,
      client_id: null,
      created_at: at,
    }));
    await db.insertInto('chat_messages').values(messages).execute();
  });
  await page.goto('/');
  const chat = await openLiveChat(page);
  await expect(bubbleOf(chat, 'Message 130')).toBeInViewport();
  await expect(bubbleOf(chat, 'Message 81')).toHaveCount(1);
  await expect(bubbleOf(chat, 'Message 80')).toHaveCount(0);
  await bubbleOf(chat, 'Message 81').scrollIntoViewIfNeeded();
  await expect(bubbleOf(chat, 'Message 31')).toHaveCount(1);
  await expect(bubbleOf(chat, 'Message 81')).toBeInViewport();
  await chat.getByRole('button', { name: 'To the newest message' }).press('Enter');
  await expect(bubbleOf(chat, 'Message 130')).toBeInViewport();
  await expect(chat.getByRole('region', { name: 'Conversation' })).toBeFocused();
});

test('an unsaved canned reply survives its sheet, and a late answer to another @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.admin);
  const id = await server.rows((db) =>
    db.selectFrom('users').select('id').where('email', '=', personas.member).executeTakeFirstOrThrow(),
  );
  await page.goto(`/admin/support/${id.id}`);
  const open = () => page.getByRole('button', { name: 'Canned replies' }).click();
  const add = () => page.getByRole('button', { name: 'Add a reply' }).click();
  const title = page.getByLabel('Title');
  const text = page.getByLabel('Reply', { exact: true });
  const save = page.getByRole('button', { name: 'Save Reply' });
  await open();
  await add();
  await title.fill('Gate');
  await text.fill('Is the gate open?');
  await page.keyboard.press('Escape');
  await dialogLeft(page);
  await page.reload();
  await open();
  await add();
  await expect(title).toHaveValue('Gate');
  await expect(text).toHaveValue('Is the gate open?');
  const back = page.getByRole('button', { name: 'Back' }).last();
  const stored = await holdBack(page, '**/api/admin/canned-replies');
  await save.click();
  await back.click();
  await add();
  await expect(title).toHaveValue('Gate');
  await expect(save).toHaveAttribute('aria-busy', 'true');
  stored();
  await expect(title).toHaveValue('');
  await expect(save).not.toHaveAttribute('aria-busy', 'true');
  await back.click();
  await page.getByRole('button', { name: 'Edit Gate' }).click();
  await text.fill('Is the gate unlocked?');
  const answer = await holdBack(page, '**/api/admin/canned-replies/*');
  await save.click();
  await back.click();
  await add();
  await expect(title).toHaveValue('');
  await title.fill('Dog');
  const answered = page.waitForResponse(/canned-replies$/);
  answer();
  await answered;
  await expect(title).toHaveValue('Dog');
  await text.fill('Is the dog in?');
  await save.click();
  await expect(page.getByRole('button', { name: 'Dog Is the dog in?', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Gate Is the gate unlocked?', exact: true })).toBeVisible();
});

test('canned replies are stored, changed, chosen and removed @full', async ({ device, guard, server }) => {
  guard.allow(/status of 400/);
  const { page } = device;
  await signInAs(page, personas.admin);
  const id = await server.rows((db) =>
    db.selectFrom('users').select('id').where('email', '=', personas.member).executeTakeFirstOrThrow(),
  );
  await page.goto(`/admin/support/${id.id}`);
  const open = () => page.getByRole('button', { name: 'Canned replies' }).click();
  await page.getByPlaceholder('Type your message...').fill('Hi !');
  await page.getByPlaceholder('Type your message...').press('ArrowLeft');
  await open();
  await page.getByRole('button', { name: 'Add a reply' }).click();
  await expect(page.getByRole('heading', { name: 'New reply' })).toBeFocused();
  await page.getByRole('button', { name: 'Save Reply' }).click();
  await expect(page.getByText('Please name the reply')).toBeVisible();
  await page.getByLabel('Title').fill('On our way');
  await page.getByLabel('Reply', { exact: true }).fill('We are on our way');
  await page.getByRole('button', { name: 'Save Reply' }).click();
  await page.getByRole('button', { name: 'Edit On our way' }).click();
  await page.getByLabel('Reply', { exact: true }).fill('we are on our way');
  // The list shows the saved reply, also while the server is slow to answer the new read.
  const answer = await holdBack(page, '**/api/admin/canned-replies');
  await page.getByRole('button', { name: 'Save Reply' }).click();
  await page.getByRole('button', { name: 'On our way we are on our way', exact: true }).click();
  answer();
  await expect(page.getByPlaceholder('Type your message...')).toHaveValue('Hi we are on our way!');
  await expect(page.getByPlaceholder('Type your message...')).toBeFocused();
  await open();
  await page.getByRole('button', { name: 'Edit On our way' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Remove “On our way”?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByRole('button', { name: 'Edit On our way' })).toHaveCount(0);
});
