import type { Locator, Page } from 'playwright/test';
import { type Device, openDevice } from './device.ts';
import type { Guard } from './guard.ts';
import type { RunningServer } from './server.ts';
import { expect, personas, signInAs } from './test.ts';

/** Acts of people in the live chat; shared by its journeys. */

/** Opens the dialog from the dashboard, and waits until it is connected. */
export async function openLiveChat(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Live Support Chat' });
  await page.getByRole('button', { name: 'Live Chat' }).click();
  await expect(dialog.getByText('Online', { exact: true })).toBeVisible();
  return dialog;
}

export async function write(within: Page | Locator, text: string): Promise<void> {
  const box = within.getByPlaceholder('Type your message...');
  await box.fill(text);
  await box.press('Enter');
  await expect(bubbleOf(within, text)).toBeVisible();
}

/** A line of the conversation. */
export const bubbleOf = (within: Page | Locator, text: string): Locator =>
  within.getByRole('log', { name: 'Messages' }).locator('.bubble').getByText(text, { exact: true });

/** All lines of the conversation, in order. */
export const allSaid = (within: Page | Locator): Promise<string[]> =>
  within.getByRole('log', { name: 'Messages' }).locator('.bubble').allTextContents();

/** The stored messages of a customer's conversation. */
export const storedOf = (server: RunningServer, email: string): Promise<string[]> =>
  server.rows(async (db) => {
    const rows = await db
      .selectFrom('chat_messages as m')
      .innerJoin('users as u', 'u.id', 'm.conversation_id')
      .select('m.content')
      .where('u.email', '=', email)
      .orderBy('m.seq')
      .execute();
    return rows.map(({ content }) => content);
  });

/** Options of a tablet; the app's worker only on request. */
interface On {
  browser: Parameters<typeof openDevice>[0]['browser'];
  guard: Guard;
  server: RunningServer;
  worker?: boolean;
}

/** A tablet of an administrator, whose network is independent of the phone's. */
export async function tabletOf(
  on: On,
  email: string = personas.admin,
  path = '/admin/support',
): Promise<Device> {
  const device = await openDevice({
    ...(on.browser && { browser: on.browser }),
    guard: on.guard,
    baseURL: on.server.url,
    worker: on.worker ?? false,
    viewport: { width: 820, height: 1180 },
  });
  await signInAs(device.page, email, path);
  return device;
}

/** Opens a customer's conversation from the list. */
export async function openConversation(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name }).click();
  await expect(page.getByPlaceholder('Type your message...')).toBeVisible();
}
