import type { Page } from 'playwright/test';
import { bookBy, find } from './steps.ts';

export const dialog = (page: Page) => page.getByRole('dialog').first();
export const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
export const when = (page: Page) => page.getByRole('combobox', { name: 'Preferred date and time' });
export const openPlanForm = async (page: Page, service = 'Lawn mowing') => {
  await find(page, service);
  await bookBy(page, 'Book with Subscription');
};
export const openCardForm = async (page: Page) => {
  await find(page, 'House and bathroom');
  await bookBy(page, 'Book Without Subscription - $189');
};
export const atSignIn = (page: Page) =>
  page.waitForURL((url) => url.pathname.startsWith('/sandbox/identity'));
