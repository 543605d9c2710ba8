import type { Page } from 'playwright';
import type { RunningServer } from '../../e2e/server.ts';
import type { View } from './view.ts';

const lines: [isSupport: 0 | 1, text: string, minutesAgo: number][] = [
  [0, 'Hello! Can the cleaner bring the big ladder on Thursday?', 26 * 60],
  [1, 'Hello Olivia, gladly. I have put it on the job sheet.', 26 * 60 - 4],
  [1, 'Is the side gate still the best way in?', 26 * 60 - 5],
  [0, 'It is. The code has not changed.', 26 * 60 - 9],
  [
    0,
    'One more thing: the dog will be at home this time. She is friendly, but she does like to be greeted first.',
    14,
  ],
  [0, 'Shall I move the visit if that does not suit?', 12],
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
    const people = await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', 'in', ['member@example.com', 'newcomer@example.com', 'admin@example.com'])
      .execute();
    const idOf = (name: string) => people.find(({ email }) => email.startsWith(name))?.id ?? '';
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const member = idOf('member');
    await db
      .insertInto('conversations')
      .values({
        user_id: member,
        status: 'open',
        assignee_id: idOf('admin'),
        last_seq: lines.length,
        last_at: ago(12),
        customer_seen_seq: 3,
        customer_unread: 0,
        team_seen_seq: 4,
        team_unread: 2,
        waiting_since: ago(14),
        inbox_place: `0 ${ago(14)}`,
        created_at: ago(26 * 60),
        updated_at: ago(12),
      })
      .execute();
    for (const [at, [is_support, content, minutes]] of lines.entries())
      await db
        .insertInto('chat_messages')
        .values({
          id: crypto.randomUUID(),
          conversation_id: member,
          seq: at + 1,
          sender_id: is_support ? idOf('admin') : member,
          is_support,
          content,
          client_id: null,
          created_at: ago(minutes),
        })
        .execute();
    for (const [title, text] of [
      ['On our way', 'Your professional is on the way and will be with you within half an hour.'],
      ['Reschedule', 'Of course. Which day and time would suit you better? We hold your hours meanwhile.'],
    ] as const)
      await db
        .insertInto('canned_replies')
        .values({ id: crypto.randomUUID(), title, text, created_at: ago(1), updated_at: ago(1) })
        .execute();
    return member;
  });
}
