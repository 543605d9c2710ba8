import type { Locator, Page } from 'playwright/test';
import { businessZone } from '../scripts/test/business-zone.ts';
import { axe } from './axe.ts';
import { atSignIn, dialog, field, openCardForm, openPlanForm, when } from './booking-forms.ts';
import { networkAway } from './guard.ts';
import {
  bookBy,
  books,
  cards,
  fillDetails,
  fillPlanDetails,
  find,
  lastRead,
  pauseSignIn,
  pay,
  pickDateTime,
  submit,
  tabTo,
  toastOf,
  unfold,
  unfoldTimes,
  withoutSocket,
} from './steps.ts';
import { dayIn } from './team-day.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ motion: true });

test('each field shows its error, also a past time, the first one gets the focus, and a second tap books nothing more', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await signInAs(page, personas.newcomer);
  await openPlanForm(page);
  await field(page, 'Full name').fill('N');
  await field(page, 'Email').fill('noah');
  await submit(page);
  const messages = [
    'Please select a preferred date and time',
    'Please provide a complete address',
    'Please enter a city or suburb',
    'Please enter a state',
    'Please enter a postcode',
    'Please enter your name',
    'Please provide a valid phone number',
    'Please provide a valid email address',
    'Please name an emergency contact',
    'Please provide a valid phone number',
  ];
  await expect(dialog(page).locator('.error')).toHaveText(messages);
  await expect(when(page)).toBeFocused();
  await expect(field(page, 'Full name')).toHaveAccessibleDescription('Please enter your name');
  await expect(when(page)).toHaveAccessibleDescription(/Please select a preferred date and time/);
  await field(page, 'Full name').fill('Noah Tran');
  await field(page, 'Email').fill(personas.newcomer);
  await fillPlanDetails(page);
  await expect(dialog(page).locator('.error')).toHaveCount(0);
  await dialog(page).locator('button[type=submit]').dblclick();
  await expect(page.getByRole('heading', { name: 'Booking Created' })).toBeFocused();
  await expect(toastOf(page, 'Booking Created', 'default')).toBeVisible();
  expect((await books(server, personas.newcomer)).bookings).toHaveLength(1);

  // The booking itself shows the remaining step after the person has left.
  await page.goto('/bookings');
  await page.getByRole('link', { name: /^Details of / }).click();
  await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start your Standard plan' })).toHaveAttribute(
    'href',
    '/subscribe?tier=standard',
  );

  // The next booking, also in the other kind of form, begins with this one's home, and who is folded.
  await openCardForm(page);
  const home = dialog(page).getByRole('group', { name: 'Your homes' });
  await expect(dialog(page).getByText(/^0412 345 678 · /)).toBeVisible();
  // The one home stands once; its chip comes with the way to another address.
  await expect(dialog(page).getByText(/^12 Banksia Street/)).toHaveCount(1);
  await expect(dialog(page).getByRole('textbox')).toHaveCount(1);
  await dialog(page).getByRole('button', { name: 'Change the address' }).click();
  await expect(home.getByRole('button', { name: /^12 Banksia Street/, pressed: true })).toBeVisible();
  await home.getByRole('button', { name: 'Another address' }).click();
  await field(page, 'Service address').fill('99 Elsewhere Road, Glebe NSW 2037');
  await home.getByRole('button', { name: /^12 Banksia Street/ }).click();
  await expect(dialog(page).getByText('12 Banksia Street, Newtown NSW 2042')).toBeVisible();
  await expect(field(page, 'Service address')).toHaveCount(0);
  await unfold(page);
  await field(page, 'Phone number').fill('1');
  await submit(page);
  await expect(dialog(page).locator('.error')).toHaveText([
    'Please select a preferred date and time',
    'Please provide a valid phone number',
  ]);

  // A time that passed while the form was open is reported at the field, and nothing is sent.
  await field(page, 'Phone number').fill('0412 345 678');
  await pickDateTime(page, { day: dayIn(2) });
  await page.clock.fastForward(3 * 24 * 60 * 60 * 1000);
  await submit(page);
  await expect(dialog(page).locator('.error')).toHaveText([
    'That time has passed. Please choose one that is still to come.',
  ]);
  await expect(when(page)).toBeFocused();
  expect((await books(server, personas.newcomer)).payments).toEqual([]);
  await pickDateTime(page, { day: dayIn(5) });
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Ready to Complete Payment' })).toBeVisible();
});

test('the second half of a double tap reaches nothing under a closing sheet @full', async ({ page }) => {
  await signInAs(page, personas.newcomer);
  await openCardForm(page);
  await fillDetails(page);
  await submit(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).dblclick();
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
  await page.getByLabel('Card number').click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/services');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('a form sent after the session’s end asks to log in, and is unchanged afterwards @full', async ({
  page,
  server,
  guard,
}) => {
  guard.allow(/status of 401/);
  await withoutSocket(page);
  const endSession = () => server.rows((db) => db.deleteFrom('sessions').execute());
  const read = lastRead(page);
  await signInAs(page, personas.newcomer);
  await openPlanForm(page);
  await fillPlanDetails(page);
  await read;
  await endSession();
  const goOn = await pauseSignIn(page);
  await submit(page);
  await expect(toastOf(page, 'Please log in', 'destructive')).toContainText(
    'You must be logged in to book services',
  );
  goOn();
  await atSignIn(page);
  const readThere = lastRead(page);
  await page.getByRole('button', { name: personas.newcomer }).click();
  await readThere;
  const readAgain = lastRead(page);
  await openPlanForm(page);
  await expect(field(page, 'Emergency contact')).toHaveValue('Mai Tran');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
  await field(page, 'Service name').fill('Piano tuning');
  await field(page, 'Description').fill('An upright from 1972.');
  await field(page, 'Estimated hours').fill('2');
  await pickDateTime(page);
  await field(page, 'Location').fill('12 Banksia Street');
  await readAgain;
  await endSession();
  const goOnAgain = await pauseSignIn(page);
  await submit(page);
  await expect(toastOf(page, 'Please log in', 'destructive')).toContainText(
    'You must be logged in to request custom services',
  );
  goOnAgain();
  await atSignIn(page);
});

test.describe('on a network that disappears', () => {
  test.use({ allowed: networkAway, worker: true });

  test('typed text survives closing, a failed request, going offline and a reload', async ({
    device,
    server,
  }) => {
    const { page } = device;
    await signInWithWorker(page, personas.newcomer, '/');
    await openCardForm(page);
    const typed = {
      'Full name': 'Noah T. Tran',
      'Phone number': '0412 345 678',
      Email: 'noah@example.com',
      'Service address': '12 Banksia Street, Newtown',
      'Notes (optional)': 'Two dogs, both friendly',
    };
    for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
    // Before and after a midnight this day is written alike, except for the year ('Tomorrow' would not be).
    await pickDateTime(page, { day: dayIn(4), time: '2:30 pm' });
    const chosen = (await when(page).textContent())?.replace(/ \d{4}(?=,)/, '').split(', ') ?? [];
    expect(chosen[1]).toBe('2:30 pm');
    const allThere = async () => {
      for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text);
      await expect(when(page)).toHaveText(new RegExp(`^${chosen.join('( \\d{4})?, ')}$`));
    };
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await bookBy(page, 'Book Without Subscription - $189');
    await allThere();

    await device.offline(true);
    await field(page, 'Full name').scrollIntoViewIfNeeded();
    const notice = dialog(page).getByText('You are offline. This needs the network. What you type is kept.');
    await expect(notice).toBeInViewport({ ratio: 1 });
    expect(await axe(page, 'a form that needs the network')).toEqual([]);
    await submit(page);
    await expect(toastOf(page, 'Payment Setup Failed', 'destructive')).toContainText(
      'Failed to setup payment. Please try again.',
    );
    await expect(dialog(page).getByRole('alert')).toContainText('What you typed is kept');
    await allThere();
    await page.reload();
    await openCardForm(page);
    await allThere();
    await pickDateTime(page, { time: '9:00 am' });
    await expect(when(page)).toContainText('9:00 am');
    await device.offline(false);
    await expect(notice).toHaveCount(0);
    await submit(page);
    await expect(page.getByRole('heading', { name: 'Ready to Complete Payment' })).toBeFocused();
    await expect(dialog(page)).toContainText('You pay $189 once, by card. Nothing has been charged yet.');
    await page.getByRole('button', { name: 'Change the details' }).click();
    await expect(field(page, 'Full name')).toHaveValue('Noah T. Tran');
    expect((await books(server, personas.newcomer)).bookings).toEqual([]);
  });

  test('a plan booking without a network reports its failure, and one with a lost answer is booked once @full', async ({
    device,
    server,
    network,
  }) => {
    const { page } = device;
    await signInAs(page, personas.member);
    const before = (await books(server, personas.member)).bookings.length;
    await openPlanForm(page);
    await fillPlanDetails(page);
    await device.offline(true);
    await expect(dialog(page).getByText(/You are offline\. This needs the network/)).toBeInViewport();
    await submit(page);
    await expect(toastOf(page, 'Booking Failed', 'destructive')).toContainText(
      'Failed to create booking. Please try again.',
    );
    await device.offline(false);
    const lost = network.loseNextAnswer('/api/bookings');
    await submit(page);
    await lost;
    // Chromium itself repeats a request whose connection was cut; otherwise the person does.
    const again = dialog(page).getByRole('alert');
    await expect(again.or(page.getByRole('heading', { name: 'Messages' })).first()).toBeVisible();
    if (await again.isVisible()) await submit(page);
    await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
    expect((await books(server, personas.member)).bookings).toHaveLength(before + 1);
  });
});

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

  test('times are chosen by touch in the property’s zone, and both zones are named', async ({ page }) => {
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

test('the address of a card booking fills the next form @full', async ({ page }) => {
  await signInAs(page, personas.newcomer);
  await openCardForm(page);
  await field(page, 'Phone number').fill('0412 345 678');
  await field(page, 'Service address').fill('12 Banksia Street, Newtown NSW 2042');
  await pickDateTime(page);
  await submit(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await pay(page, cards.good);
  await page.waitForURL((url) => url.pathname === '/bookings');
  await openPlanForm(page);
  await unfold(page);
  const expected = {
    'Phone number': '0412 345 678',
    'Service address': '12 Banksia Street',
    City: 'Newtown',
    State: 'NSW',
    'Postal code': '2042',
  };
  for (const [label, text] of Object.entries(expected)) await expect(field(page, label)).toHaveValue(text);
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
