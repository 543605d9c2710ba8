import type { Page } from 'playwright/test';
import { button, front, sheet } from './member-bookings.ts';
import { pickDateTime } from './steps.ts';
import { dayIn } from './team-day.ts';

/** Moves the open booking to 2:30 pm of the sixth day from today. */
export async function move(page: Page): Promise<void> {
  await button(page, 'Reschedule').click();
  await pickDateTime(page, { label: 'New date and time', day: dayIn(6), time: '2:30 pm' });
  await sheet(page).getByRole('button', { name: 'Move Booking' }).click();
}

export async function cancel(page: Page): Promise<void> {
  await button(page, 'Cancel Booking').click();
  await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
}

/** Writes a review of the open booking, and leaves it in its form. */
export async function fillReview(page: Page, stars: number, words: string): Promise<void> {
  await front(page.getByRole('button', { name: 'Leave Review' })).click();
  await sheet(page)
    .getByText('☆')
    .nth(stars - 1)
    .click();
  await sheet(page).getByLabel('Your words').fill(words);
}

export const sendReview = (page: Page) => sheet(page).getByRole('button', { name: 'Send Review' }).click();

/** The waiting or refused change of the open booking. */
export const changeCard = (page: Page) => front(page.locator('.queued-change'));
