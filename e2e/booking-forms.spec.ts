import { axe } from './axe.ts';
import { atSignIn, dialog, field, openCardForm, openPlanForm, when } from './booking-forms.ts';
import { networkAway } from './guard.ts';
import {
  bookBy,
  books,
  cards,
  fillDetails,
  fillPlanDetails,
  lastRead,
  pauseSignIn,
  pay,
  pickDateTime,
  submit,
  toastOf,
  unfold,
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
  // It comes once the server has said that this business takes wishes.
  await expect(when(page)).toBeVisible();
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

test('the second half of a double tap reaches neither the next step nor what is under a closing sheet @full', async ({
  page,
}) => {
  await signInAs(page, personas.newcomer);
  await openCardForm(page);
  await fillDetails(page);
  // As if the next step came before the second half of the tap on the form's button.
  await dialog(page).evaluate((sheet) =>
    sheet.addEventListener('focusin', () => {
      const next = [...sheet.querySelectorAll('button')].find(
        (one) => one.textContent === 'Continue to Payment',
      );
      next?.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
    }),
  );
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Ready to Complete Payment' })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/services');
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

  test('typed text survives closing, a failed request, going offline and a reload @full', async ({
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
