import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { allSaid, bubbleOf, openConversation, openLiveChat, storedOf, tabletOf, write } from './chat.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { holdBack, toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const memberName = 'Olivia Bennett';

test.describe('with two team members', () => {
  const sam = 'sam@example.com';
  test.use({ serverOptions: { env: { ADMIN_EMAILS: sam } } });
  const samsTablet = async (given: Parameters<typeof tabletOf>[0]) => {
    const tablet = await tabletOf(given, sam);
    await given.server.rows((db) =>
      db.updateTable('users').set({ first_name: 'Sam', last_name: 'Lee' }).where('email', '=', sam).execute(),
    );
    return tablet;
  };
  const aMemberAsks = async (page: Page) => {
    await signInAs(page, personas.member, '/');
    const chat = await openLiveChat(page);
    await write(chat, 'Where is my key?');
    return chat;
  };

  test('an answer by a colleague is shown before the own is sent; a second tab of the same person is no colleague @full', async ({
    page,
    browser,
    guard,
    server,
  }) => {
    const chat = await aMemberAsks(page);
    const one = await tabletOf({ browser, guard, server });
    const two = await samsTablet({ browser, guard, server });
    await openConversation(one.page, memberName);
    await openConversation(two.page, memberName);
    await expect(one.page.getByText('Sam Lee is also here')).toBeVisible();

    await Promise.all([
      expect(two.page.getByText(/ is typing…/)).toBeVisible(),
      one.page.getByPlaceholder('Type your message...').pressSequentially('It is in'),
    ]);
    // Text left in the box counts as being written, also by the page that finds it there.
    await one.page.reload();
    await expect(one.page.getByPlaceholder('Type your message...')).toHaveValue('It is in');
    await expect(one.page.getByText('Sam Lee is also here')).toBeVisible();
    await expect(bubbleOf(one.page, 'Where is my key?')).toBeVisible();
    await write(two.page, 'With the neighbour.');
    await expect(one.page.getByText('Sam Lee answered a moment ago.')).toBeVisible();
    await one.page.getByPlaceholder('Type your message...').press('Enter');
    const question = one.page.getByRole('dialog', {
      name: 'Sam Lee answered a moment ago. Send all the same?',
    });
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(one.page.getByPlaceholder('Type your message...')).toHaveValue('It is in');
    await one.page.getByPlaceholder('Type your message...').press('Enter');
    await question.getByRole('button', { name: 'Send' }).click();
    await expect(bubbleOf(chat, 'It is in')).toBeVisible();
    expect(await storedOf(server, personas.member)).toEqual([
      'Where is my key?',
      'With the neighbour.',
      'It is in',
    ]);

    const second = await one.context.newPage();
    await second.goto(one.page.url());
    await expect(bubbleOf(second, 'It is in')).toBeVisible();
    await write(second, 'From my second tab');
    await expect(bubbleOf(one.page, 'From my second tab')).toHaveCount(1);
    await one.page.getByPlaceholder('Type your message...').fill('And from my first');
    await one.page.getByPlaceholder('Type your message...').press('Enter');
    await expect(bubbleOf(second, 'And from my first')).toHaveCount(1);

    // Both take it over, the second before they can know of the first.
    guard.allow(/status of 409/);
    const known = Promise.withResolvers<void>();
    await one.page.route('**/api/admin/conversations/*', async (route) => {
      if (route.request().method() === 'GET') await known.promise;
      await route.continue();
    });
    // What somebody has not seen refuses their change.
    await expect(bubbleOf(two.page, 'And from my first')).toBeVisible();
    await two.page.getByRole('button', { name: 'Assign to me' }).click();
    await expect(two.page.getByText('Yours')).toBeVisible();
    await one.page.getByRole('button', { name: 'Assign to me' }).click();
    await expect(toastOf(one.page, 'Nothing was changed')).toContainText('Sam Lee looks after it now.');
    known.resolve();
    await expect(one.page.getByText('Sam Lee looks after it', { exact: true })).toBeVisible();
    await two.page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(one.page.getByRole('button', { name: 'Reopen' })).toBeVisible();
    await expect(
      one.page.getByRole('region', { name: 'Conversations' }).getByText('Nobody waits'),
    ).toBeVisible();
    await one.discard();
    await two.discard();
  });

  test('an answer written offline is not sent if a colleague has answered meanwhile: its writer reads that first, and decides @full', async ({
    page,
    browser,
    guard,
    server,
  }) => {
    guard.allow(...networkAway, /status of 409/);
    const chat = await aMemberAsks(page);
    const one = await tabletOf({ browser, guard, server, worker: true });
    const two = await samsTablet({ browser, guard, server });
    for (const { page } of [one, two]) {
      await openConversation(page, memberName);
      await expect(bubbleOf(page, 'Where is my key?')).toBeVisible();
    }
    // All code must be on the device, because loads under way would fail offline.
    await workerReady(one.page);
    await one.offline(true);
    const away = one.page.getByText('Not connected: what you write is kept and sent later');
    await expect(away).toBeVisible();
    await write(one.page, 'In the box.');
    await write(one.page, 'Or in the shed.');
    await expect(one.page.getByText('Not sent yet')).toHaveCount(2);
    await write(two.page, 'With the neighbour.');
    await expect(bubbleOf(chat, 'With the neighbour.')).toBeVisible();

    await one.offline(false);
    const refused = one.page.getByText('Not sent: Sam Lee answered meanwhile. Please read it first.');
    await expect(refused).toHaveCount(2);
    const log = ['Where is my key?', 'With the neighbour.', 'In the box.', 'Or in the shed.'];
    await expect.poll(() => allSaid(one.page)).toEqual(log);
    expect(await storedOf(server, personas.member)).toEqual(log.slice(0, 2));
    expect(await allSaid(chat)).toEqual(log.slice(0, 2));
    expect(await axe(one.page, 'an answer that was not sent')).toEqual([]);

    const list = one.page.getByRole('region', { name: 'Conversation', exact: true });
    await one.page.getByRole('button', { name: 'Retry' }).first().press('Enter');
    await expect(bubbleOf(chat, 'In the box.')).toBeVisible();
    await expect(list).toBeFocused();
    await expect(refused).toHaveCount(1);
    await one.page.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(refused).toHaveCount(0);
    await expect(list).toBeFocused();
    expect(await allSaid(one.page)).toEqual(log.slice(0, 3));
    expect(await storedOf(server, personas.member)).toEqual(log.slice(0, 3));
    await one.discard();
    await two.discard();
  });

  test('a person who writes before the messages are read is not told of old answers as new ones @full', async ({
    page,
    browser,
    guard,
    server,
  }) => {
    const chat = await aMemberAsks(page);
    const two = await samsTablet({ browser, guard, server });
    await openConversation(two.page, memberName);
    await write(two.page, 'With the neighbour.');
    await expect(bubbleOf(chat, 'With the neighbour.')).toBeVisible();

    const one = await tabletOf({ browser, guard, server });
    const messages = await holdBack(one.page, '**/api/admin/conversations/*/messages?*');
    await openConversation(one.page, memberName);
    const box = one.page.getByPlaceholder('Type your message...');
    await box.fill('Did you find it?');
    await expect(one.page.getByText('Reading the messages')).toBeAttached();
    messages();
    await expect(bubbleOf(one.page, 'With the neighbour.')).toBeVisible();
    await expect(one.page.getByText('Sam Lee answered a moment ago.')).toHaveCount(0);
    // An answer from now on is new.
    await write(two.page, 'Number 14.');
    await expect(one.page.getByText('Sam Lee answered a moment ago.')).toBeVisible();
    await one.discard();
    await two.discard();
  });
});
