import type { Locator, Page } from 'playwright/test';
import { books, cards, tabTo, toastOf } from './steps.ts';
import { expect, personas, test } from './test.ts';

/**
 * Goes to an element by Tab and presses Enter. This journey uses keys alone: nothing clicks, fills or opens an address.
 */
const press = async (page: Page, target: Locator) => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};
const write = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
};
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).first();

test('a person without a pointer signs in, books and pays, writes to the team, cancels, adds and removes a card, and signs out @full', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Member Login' }));
  await press(page, page.getByRole('button', { name: /sign in/i }));
  await press(page, page.getByRole('button', { name: personas.newcomer }));
  await expect(page.getByRole('heading', { name: 'Welcome back, Noah!' })).toBeVisible();

  await press(page, page.getByRole('link', { name: 'Book Service' }).first());
  await write(page, page.getByLabel('Search services'), 'House and bathroom');
  await press(page, page.getByRole('button', { name: 'Book House and bathroom cleaning' }));
  await press(page, page.getByRole('button', { name: 'Book Without Subscription - $189' }));
  await tabTo(page, page.getByRole('combobox', { name: 'Preferred date and time' }));
  await page.keyboard.press('ArrowDown');
  const panel = page.getByRole('group', { name: 'Preferred date and time' });
  await expect(panel.getByRole('option', { selected: true })).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await write(page, dialog(page).getByLabel('Service address'), '12 Banksia Street, Newtown NSW');
  await write(page, dialog(page).getByLabel('Phone number'), '0412 345 678');
  await press(page, dialog(page).locator('button[type=submit]'));
  await expect(page.getByRole('heading', { name: 'Ready to Complete Payment' })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Continue to Payment' }));
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
  await write(page, page.getByLabel('Card number'), cards.good);
  await write(page, page.getByLabel('Expiry'), '1234');
  await write(page, page.getByLabel('CVC'), '123');
  await press(page, page.getByRole('button', { name: /^pay/i }));
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect((await books(server, personas.newcomer)).bookings).toHaveLength(1);

  await press(page, page.getByRole('link', { name: /^Details of House and bathroom/ }).first());
  await write(page, page.getByPlaceholder('Type your message...').last(), 'The side gate is open.');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Message sent successfully')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Cancel Booking' }));
  const cancel = dialog(page).getByRole('button', { name: 'Cancel Booking' });
  // The terms are read again before they can be agreed to.
  await expect(cancel).not.toHaveAttribute('aria-busy');
  await press(page, cancel);
  await expect(toastOf(page, 'Booking cancelled')).toBeVisible();

  await press(page, page.getByRole('button', { name: 'Back' }).filter({ visible: true }));
  await press(page, page.getByRole('button', { name: 'Menu' }).filter({ visible: true }));
  await press(page, dialog(page).getByRole('link', { name: 'Billing' }));
  await press(page, page.getByRole('button', { name: 'Add card' }));
  await write(page, dialog(page).getByLabel('Card number'), cards.good);
  await write(page, dialog(page).getByLabel('Expiry'), '1234');
  await write(page, dialog(page).getByLabel('CVC'), '123');
  await press(page, dialog(page).getByRole('button', { name: 'Add card' }));
  await expect(toastOf(page, 'Payment method added')).toBeVisible();
  await press(page, page.getByRole('button', { name: /^Remove Visa/ }).first());
  await press(page, dialog(page).getByRole('button', { name: /^Remove/ }));
  await expect(toastOf(page, 'Payment method removed successfully')).toBeVisible();

  await press(page, page.getByRole('link', { name: 'Profile' }).filter({ visible: true }).first());
  await press(page, page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).last());
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
});
