import type { Page } from 'playwright';
import { personas } from '../../api/core/personas.ts';
import { aCannedReply, aConversation, type ChatLine } from '../conversations.ts';
import type { RunningServer } from '../server.ts';
import type { View } from './view.ts';

const lines: ChatLine[] = [
  {
    isSupport: false,
    text: 'Hello! Can the cleaner bring the big ladder on Thursday?',
    minutesAgo: 26 * 60,
  },
  { isSupport: true, text: 'Hello Olivia, gladly. I have put it on the job sheet.', minutesAgo: 26 * 60 - 4 },
  { isSupport: true, text: 'Is the side gate still the best way in?', minutesAgo: 26 * 60 - 5 },
  { isSupport: false, text: 'It is. The code has not changed.', minutesAgo: 26 * 60 - 9 },
  {
    isSupport: false,
    text: 'One more thing: the dog will be at home this time. She is friendly, but she does like to be greeted first.',
    minutesAgo: 14,
  },
  { isSupport: false, text: 'Shall I move the visit if that does not suit?', minutesAgo: 12 },
];

/** The live chat and the support inbox, with content. */
export async function chatViews(server: RunningServer): Promise<View[]> {
  const memberId = await writeConversations(server);
  const talk = `/admin/support/${memberId}`;
  return [
    { name: 'chat', path: '/', as: 'member', act: openChat },
    { name: 'chat-unsent', path: '/', as: 'member', alone: true, act: writeUnsent },
    { name: 'chat-empty', path: '/', as: 'newcomer', act: openChat },
    { name: 'support', path: '/admin/support', as: 'admin' },
    { name: 'support-loading', path: '/admin/support', as: 'admin', state: 'loading' },
    { name: 'support-error', path: '/admin/support', as: 'admin', state: 'error' },
    { name: 'support-mine', path: '/admin/support?show=mine', as: 'admin' },
    {
      name: 'support-talk',
      path: talk,
      as: 'admin',
      act: async (page) => page.getByText('Shall I move').last().waitFor(),
    },
    {
      name: 'support-customer',
      path: talk,
      as: 'admin',
      act: async (page) => {
        const about = page.getByRole('button', { name: 'Customer', exact: true });
        const facts = page.getByText('Last bookings');
        await about.or(facts).first().waitFor();
        if (await about.isVisible()) await about.click();
        await facts.waitFor();
      },
    },
    {
      name: 'support-canned',
      path: talk,
      as: 'admin',
      act: async (page) => {
        await page.getByRole('button', { name: 'Canned replies' }).click();
        await page.getByText('On our way', { exact: true }).waitFor();
      },
    },
    {
      name: 'support-canned-edit',
      path: talk,
      as: 'admin',
      act: async (page) => {
        await page.getByRole('button', { name: 'Canned replies' }).click();
        await page.getByRole('button', { name: 'Edit On our way' }).click();
      },
    },
  ];
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Live Chat/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Live Support Chat' });
  await dialog.getByText('Online', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close notification' }).click();
}

async function writeUnsent(page: Page): Promise<void> {
  await openChat(page);
  await page.context().setOffline(true);
  const dialog = page.getByRole('dialog', { name: 'Live Support Chat' });
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await dialog.getByPlaceholder('Type your message...').fill('And could they start at nine?');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('Not sent yet').waitFor();
}

/** @returns the member's id */
function writeConversations(server: RunningServer): Promise<string> {
  return server.rows(async (db) => {
    const customer = personas.member.id;
    await aConversation(db, { customer, team: personas.admin.id, lines });
    await aCannedReply(
      db,
      'On our way',
      'Your professional is on the way and will be with you within half an hour.',
    );
    await aCannedReply(
      db,
      'Reschedule',
      'Of course. Which day and time would suit you better? We hold your hours meanwhile.',
    );
    return customer;
  });
}
