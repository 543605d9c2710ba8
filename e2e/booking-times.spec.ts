import type { Locator, Page } from 'playwright/test';
import { businessZone } from '../scripts/test/business-zone.ts';
import { dialog, field, openCardForm, openPlanForm, when } from './booking-forms.ts';
import {
  books,
  cards,
  fillDetails,
  fillPlanDetails,
  find,
  pay,
  submit,
  tabTo,
  unfoldTimes,
} from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ motion: true });

test('a booking is made by keyboard alone, with its day and time', async ({ page, server }) => {
  await signInAs(page, personas.member);
  const before = (await books(server, personas.member)).bookings.length;
  await find(page, 'Lawn mowing');
  const write = async (label: string, text: string) => {
    await tabTo(page, field(page, label));
    await page.keyboard.type(text);
  };
  await tabTo(page, page.getByRole('button', { name: 'Book Lawn mowing' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Book with Subscription' }));
  await page.keyboard.press('Enter');
  await tabTo(page, when(page));
  await page.keyboard.press('ArrowDown');
  const panel = page.getByRole('group', { name: 'Preferred date and time' });
  const focused = page.locator(':focus');
  await expect(panel.getByRole('option', { selected: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(when(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const options = panel.getByRole('option');
  await page.keyboard.press('Home');
  const first = await focused.locator('.visually-hidden').textContent();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('End');
  await expect(options.nth(13)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(options.nth(12)).toBeFocused();
  const day = await focused.locator('.visually-hidden').textContent();
  expect(day).not.toBe(first);
  await expect(panel.getByText(`${day}. Now choose a time.`)).toHaveRole('status');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('radio', { name: '8:00 am' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('radio', { name: '9:00 am' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(when(page)).toBeFocused();
  const [, number = '', month = ''] = day?.split(' ') ?? [];
  // The year is shown only if it is another one.
  await expect(when(page)).toContainText(new RegExp(`${number} ${month.slice(0, 3)}( \\d{4})?, 9:00 am`));
  await tabTo(page, dialog(page).getByRole('button', { name: 'Change the address' }));
  await page.keyboard.press('Enter');
  await expect(field(page, 'Service address')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog(page).getByRole('button', { name: 'Another address' })).toBeFocused();
  await page.keyboard.press('Enter');
  await write('Service address', '12 Banksia Street');
  await write('City', 'Newtown');
  await write('State', 'NSW');
  await write('Postal code', '2042');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Change who we visit' }));
  await page.keyboard.press('Enter');
  await expect(field(page, 'Full name')).toBeFocused();
  await write('Phone number', '0412 345 678');
  await tabTo(page, dialog(page).locator('button[type=submit]'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
  const after = await books(server, personas.member);
  expect(after.bookings).toHaveLength(before + 1);
});

test.describe('with the property in another zone than the device', () => {
  test.use({
    serverOptions: { env: { BUSINESS_TIME_ZONE: 'Pacific/Auckland' } },
    timezoneId: businessZone,
  });

  test('times are chosen by touch in the property’s zone, and both zones are named @full', async ({
    page,
  }) => {
    await signInAs(page, personas.newcomer);
    await openCardForm(page);
    await expect(when(page)).toHaveAccessibleDescription('Auckland time, where the property is.');
    const panel = await unfoldTimes(page);
    await panel.getByRole('option').nth(9).tap();
    const times = panel.getByRole('radio');
    for (const [part, count] of [
      ['Morning', 8],
      ['Evening', 6],
      ['Afternoon', 10],
    ] as const) {
      await panel.getByRole('button', { name: part }).tap();
      await expect(times).toHaveCount(count);
    }
    await panel.getByRole('radio', { name: '12:30 pm' }).tap();
    await expect(panel).toHaveCount(0);
    await expect(when(page)).toContainText('12:30 pm');
    await expect(when(page)).toHaveAccessibleDescription(/, 10:30 am where you are\.$/);
  });

  test('both times are named beside a booking’s time until the visit @full', async ({ page }) => {
    const both = (place: Page | Locator) =>
      place.getByText(/^Auckland time\. That is .+ [ap]m where you are\.$/).filter({ visible: true });
    await signInAs(page, personas.newcomer);
    await openPlanForm(page);
    await fillPlanDetails(page);
    await submit(page);
    await expect(both(dialog(page))).toBeVisible();
    await page.getByRole('button', { name: 'Continue to Subscription' }).click();
    await page.waitForURL((url) => url.pathname === '/subscribe');
    await expect(both(page.getByRole('region', { name: 'Your booking' }))).toBeVisible();
    await openCardForm(page);
    await fillDetails(page);
    await submit(page);
    await expect(both(dialog(page))).toBeVisible();
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
    await expect(both(page.getByRole('region', { name: 'Summary' }))).toBeVisible();
    await pay(page, cards.good);
    await page.waitForURL((url) => url.pathname === '/bookings');
    await expect(page.getByText('All times are Auckland time, where the property is.')).toBeVisible();
    await page.getByRole('link', { name: /^Details of House/ }).click();
    await expect(both(page)).toBeVisible();
  });
});

test('a member’s preferences appear in the forms and in the picker @full', async ({ page }) => {
  await signInAs(page, personas.newcomer, '/');
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/preferences', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ preferredTime: 'afternoon', specialInstructions: 'Ring twice' }),
    });
    return answer.status;
  });
  expect(status).toBe(200);
  await openPlanForm(page);
  await expect(field(page, 'Access instructions (optional)')).toHaveValue('Ring twice');
  await openCardForm(page);
  await expect(field(page, 'Notes (optional)')).toHaveValue('Ring twice');
  const panel = await unfoldTimes(page);
  await panel.getByRole('option').nth(9).click();
  await expect(panel.getByRole('button', { pressed: true })).toHaveAccessibleName(
    'Afternoon Your preferred time',
  );
});
