import type { Page } from 'playwright/test';
import { dialogLeft } from './member-bookings.ts';
import { bookBy } from './steps.ts';
import { expect } from './test.ts';
import type { Written } from './written.ts';

/** A sheet or dialog: the page that opens it, and the button that a person presses there. */
export interface Opened {
  path: string;
  /** A button that unfolds the part of the page in which that one is. */
  unfold?: string;
  press: string | RegExp;
  /** A button within the sheet, which goes on to another, or a field that unfolds. */
  within?: RegExp;
}

/** The member's sheets. */
const memberSheets = ({ scheduled, longer, unrated, quoted }: Written): Opened[] => [
  { path: '/', press: 'Live Chat' },
  { path: '/services', press: 'Book with Subscription' },
  { path: '/services', press: 'Book Without Subscription' },
  { path: '/services', press: 'Request Custom Service' },
  ...['Reschedule', 'Cancel Booking', 'Add to Calendar'].map((name) => ({
    path: `/bookings/${scheduled}`,
    press: name,
  })),
  { path: `/bookings/${unrated}`, press: 'Leave Review' },
  { path: `/bookings/${longer}`, press: /^Agree/ },
  { path: `/bookings/${quoted}`, press: 'Decline' },
  { path: `/bookings/${quoted}`, press: /^Accept/ },
  { path: '/billing', press: 'Add card' },
  { path: '/billing', press: /^Remove/ },
  { path: '/profile', press: /^Upgrade to / },
  { path: '/profile', press: /^Change to / },
  { path: '/profile?tab=profile', press: 'Add a Home' },
  { path: '/profile?tab=profile', press: 'Sign out everywhere' },
];

/** The team's sheets. */
const teamSheets = ({ scheduled, paid, member, plan }: Written): Opened[] => [
  { path: '/admin', press: 'Filter' },
  ...['Update Status', 'Contact Customer'].map((name) => ({
    path: `/admin/bookings/${scheduled}`,
    press: name,
  })),
  { path: `/admin/bookings/${scheduled}`, press: /^Assign/ },
  { path: `/admin/bookings/${paid}`, press: 'Refund…' },
  { path: '/admin/requests', press: 'Answer' },
  { path: `/admin/support/${member}`, press: 'Canned replies' },
  { path: `/admin/support/${member}`, press: 'Canned replies', within: /^Edit / },
  { path: `/admin/customers/${member}`, press: 'Change Role' },
  { path: '/admin/team', press: 'Invite Somebody' },
  { path: '/admin/team', press: 'New Role' },
  { path: '/admin/settings/business', press: 'Public Holidays' },
  { path: '/admin/team', press: /^Edit the role / },
  ...['New Service', 'New Category', 'Order Categories'].map((name) => ({
    path: '/admin/settings/offer',
    press: name,
  })),
  { path: '/admin/settings/offer', press: 'Publish Together' },
  { path: '/admin/settings/workers', press: 'Add a Worker' },
  { path: '/admin/settings/workers', unfold: 'Show', press: /^Change the times of / },
  { path: '/admin/today', press: /^Decide the leave of / },
  { path: '/admin/settings/plans', press: 'New Plan' },
  { path: '/admin/settings/plans', press: new RegExp(`^.?${plan}`) },
  { path: `/admin/customers/${member}`, press: 'Delete Their Account' },
  { path: `/admin/customers/${member}`, press: /^Give back / },
  ...['Refund…', 'Give Hours…'].map((name) => ({
    path: `/admin/customers/${member}?tab=ledger`,
    press: name,
  })),
];

/** Everybody's sheets. */
export const sheetsOf = {
  member: memberSheets,
  admin: teamSheets,
  worker: (): Opened[] => [{ path: '/admin/week', press: 'Ask for Leave' }],
};

/** The sheets that show free times, where the business has slots. */
export const timeSheetsOf = {
  member: ({ scheduled }: Written): Opened[] => [
    { path: '/services', press: 'Book with Subscription' },
    { path: '/services', press: 'Book Without Subscription' },
    { path: `/bookings/${scheduled}`, press: 'Reschedule' },
  ],
  admin: (): Opened[] => [{ path: '/admin/requests', press: 'Answer', within: /^Proposed time/ }],
};

/** Opens a sheet on its page, and waits until it has read what it shows. */
export async function openSheet(page: Page, { path, unfold, press, within }: Opened): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (unfold) await page.getByRole('button', { name: unfold, exact: true }).click();
  if (typeof press === 'string' && press.startsWith('Book ')) await bookBy(page, press);
  else
    await page
      .getByRole('button', { name: press, exact: typeof press === 'string' })
      .filter({ visible: true })
      .first()
      .click({ timeout: 30_000 });
  const sheet = page.locator('dialog[open]').last();
  await sheet.getByRole('heading').or(sheet.locator('form')).first().waitFor();
  await expect(sheet.locator('.skeleton')).toHaveCount(0);
  if (!within) return;
  const inSheet = sheet.getByRole('button', { name: within });
  await inSheet
    .or(sheet.getByRole('combobox', { name: within }))
    .first()
    .click();
}

/** Closes the open sheet, and waits until it has left the history: a page opened before that would be undone. */
export async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await dialogLeft(page);
}
