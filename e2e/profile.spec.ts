import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { openDevice, workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { enlargeText } from './layout.ts';
import { holdBack, tabTo } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const allTabs = ['Subscription', 'Profile', 'Billing', 'Preferences'] as const;
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Profile' }).getByRole('tab', { name });
const addressOf = (name: string) => `/profile?tab=${name.toLowerCase()}`;
const reminder = (page: Page) => page.getByLabel('Service reminder: 24 hours before');
const instructions = (page: Page) => page.getByLabel('Special instructions');

test('preferences are saved: they survive a reload and appear on another device', async ({
  page,
  server,
  network,
  guard,
}) => {
  await signInAs(page, personas.member, addressOf('Preferences'));
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeChecked();
  await expect(page.getByLabel('Preferred time').getByRole('option')).toHaveText([
    'Flexible',
    'Morning (8-12)',
    'Afternoon (12-5)',
    'Evening (5-8)',
  ]);

  await reminder(page).uncheck();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByLabel('Preferred time').selectOption('evening');
  await instructions(page).fill('Mind the cat\nand the step');
  await expect(page.getByText('Your instructions are not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const other = await openDevice({ guard, baseURL: server.url, network });
  await signInAs(other.page, personas.member, addressOf('Preferences'));
  await page.reload();
  for (const at of [page, other.page]) {
    await expect(reminder(at)).not.toBeChecked();
    await expect(at.getByLabel('Booking updates')).toBeChecked();
    await expect(at.getByLabel('Preferred time')).toHaveValue('evening');
    await expect(instructions(at)).toHaveValue('Mind the cat\nand the step');
  }
  await other.discard();

  await instructions(page).fill('x'.repeat(2001));
  await expect(page.getByText('Please keep this under 2000 characters')).toBeVisible();
  await instructions(page).fill('x'.repeat(2000));
  await expect(page.getByText('Please keep this under 2000 characters')).toBeHidden();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('preferences are shown also if this device’s notifications cannot be read @full', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 500|answer 500: GET .*\/api\/config/);
  let requests = 0;
  await page.route('**/api/config', (route) => {
    requests += 1;
    return route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Away"}' });
  });
  await signInAs(page, personas.member, '/profile?tab=preferences');
  await reminder(page).uncheck();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(requests).toBeLessThan(5);
});

test.describe('with its worker', () => {
  test.use({ worker: true });

  test('a choice does not flip back while it is saved @full', async ({ page }) => {
    await signInAs(page, personas.member, addressOf('Preferences'));
    await workerReady(page);
    await expect(reminder(page)).toBeChecked();
    const shown = await reminder(page).evaluateHandle((box: HTMLInputElement) => {
      const values: boolean[] = [];
      const descriptor = Object.getOwnPropertyDescriptor(box, 'checked') as PropertyDescriptor;
      Object.defineProperty(box, 'checked', {
        ...descriptor,
        set(value) {
          values.push(value);
          descriptor.set?.call(box, value);
        },
      });
      return values;
    });
    await reminder(page).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(reminder(page)).not.toBeChecked();
    const values = await shown.jsonValue();
    expect(values).toContain(false);
    expect(values).not.toContain(true);
  });
});

test.describe('without a network', () => {
  test.use({ allowed: networkAway, worker: true });

  test('choices and text are kept: the page says so, a reload keeps them, and the network saves them @full', async ({
    device,
    server,
  }) => {
    const { page } = device;
    await signInAs(page, personas.member, addressOf('Preferences'));
    await workerReady(page);
    await expect(reminder(page)).toBeChecked();
    await device.offline(true);
    const held = page.getByRole('status').filter({ hasText: /^Not saved yet$/ });
    await reminder(page).uncheck();
    await expect(held).toHaveCount(1);
    await expect(held).toBeInViewport({ ratio: 1 });
    await page.getByRole('switch', { name: 'Push messages' }).click();
    await expect(held).toHaveCount(2);
    await expect(held.last()).toBeInViewport({ ratio: 1 });
    expect(await axe(page, 'choices that are not saved yet')).toEqual([]);
    await instructions(page).fill('The key is under the blue pot');
    await page.getByRole('button', { name: /Save Preferences|Try again/ }).click();
    const why = page.getByText('Not saved yet: the network did not answer.');
    await expect(why).toContainText('kept on this device');
    await page.reload();
    await expect(reminder(page)).not.toBeChecked();
    await expect(instructions(page)).toHaveValue('The key is under the blue pot');
    await expect(held).toHaveCount(2);
    await expect(why).toBeVisible();

    await device.offline(false);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(held).toHaveCount(0);
    const rows = await server.rows((db) => db.selectFrom('preferences').selectAll().execute());
    expect(rows).toMatchObject([
      { service_reminders: 0, booking_updates: 1, special_instructions: 'The key is under the blue pot' },
    ]);
  });
});

test('a device is signed out from another, and then all of them, with nothing left behind', async ({
  page,
  server,
  network,
  guard,
}) => {
  guard.allow(/status of 401/);
  const other = await openDevice({ guard, baseURL: server.url, network });
  await signInAs(other.page, personas.member, '/bookings');
  await signInAs(page, personas.member, addressOf('Profile'));
  const devices = page.locator('.devices').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await devices
    .last()
    .getByRole('button', { name: /^Sign out Chrome/ })
    .click();
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(devices).toHaveCount(1);

  // The signed-out page goes to the sign-in by itself, which could interrupt the next navigation.
  await other.page.goto('about:blank');
  await other.page.goto(addressOf('Profile'));
  await other.page.waitForURL((url) => url.pathname.startsWith('/sandbox/identity'));
  await other.page.getByRole('button', { name: personas.member }).click();
  await other.page.waitForURL('**/profile**');

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('hearthkeep');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect((await other.page.request.get('/api/auth/user')).status()).toBe(401);
  expect(await server.rows((db) => db.selectFrom('sessions').select('id_hash').execute())).toEqual([]);
  await other.discard();
});

test('tabs work by keyboard and are in the address: reload and back keep them @full', async ({ page }) => {
  await signInAs(page, personas.member);
  const answer = await holdBack(page, '**/api/config');
  await page.goto('/bookings');
  await page.goto('/profile');
  await expect(tab(page, 'Subscription')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Subscription').focus();
  for (const next of ['Profile', 'Billing', 'Preferences'] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, next)).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`tab=${next.toLowerCase()}$`));
    await expect(page.getByRole('tabpanel', { name: next })).toBeVisible();
  }
  // The text about notifications does not change while a person reads or uses it.
  await expect(page.getByText('Loading your preferences')).toBeVisible();
  await expect(reminder(page)).toHaveCount(0);
  answer();
  await expect(reminder(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'mailbox' })).toBeFocused();
  // Turning push on comes in between, in a browser that has it.
  await tabTo(page, reminder(page));
  await page.reload();
  await expect(tab(page, 'Preferences')).toHaveAttribute('aria-selected', 'true');

  await tab(page, 'Billing').click();
  await page.getByRole('link', { name: 'Open Billing' }).click();
  await page.waitForURL('**/billing');
  await page.goBack();
  await expect(page).toHaveURL(/tab=billing$/);
  await expect(page.getByRole('tabpanel', { name: 'Billing' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/bookings$/);
});

/** Spec §9: each plan's price, content and additions, and its marks for a member of Standard. */
const priceList = {
  Basic: {
    facts: ['$650.99 a month', '5 hours a month · Basic Support Line'],
    adds: ['Personal concierge', 'All service categories', 'Flexible scheduling', 'Mobile app access'],
    badges: [],
  },
  Standard: {
    facts: ['$1,400.99 a month', '12 hours a month · Dedicated Concierge', 'Everything in Basic, and'],
    adds: ['Priority booking', 'Usage analytics'],
    badges: ['Current plan'],
  },
  Deluxe: {
    facts: ['$2,400.99 a month', '20 hours a month · Premium Concierge Team', 'Everything in Standard, and'],
    adds: ['Same-day service', 'Premium support'],
    badges: ['Most Popular'],
  },
  Premium: {
    facts: ['$4,900.99 a month', '50 hours a month · Executive Concierge Team', 'Everything in Deluxe, and'],
    adds: ['Dedicated concierge team', 'Unlimited categories', '24/7 emergency support', 'Account manager'],
    badges: [],
  },
};

test('the plans follow the price list, with the premium one in its own look; the own plan is marked, a person without one can choose, and the identity is read-only @full', async ({
  page,
}) => {
  await signInAs(page, personas.member, '/profile');
  const plan = (name: string) => page.getByRole('listitem', { name: `${name} plan` });
  for (const [name, { facts, adds, badges }] of Object.entries(priceList)) {
    for (const text of facts) await expect(plan(name)).toContainText(text);
    await expect(plan(name).getByRole('listitem')).toHaveText(adds);
    await expect(plan(name).locator('.badge')).toHaveText(badges);
  }
  // The most popular in yellow; the premium one dark also by day, with a golden edge.
  await expect(plan('Deluxe').locator('.badge')).toHaveCSS('background-color', 'rgb(251, 238, 196)');
  await expect(plan('Premium')).toHaveCSS('border-top-color', 'rgb(217, 164, 65)');
  const looks = await page
    .locator('.plan')
    .evaluateAll((all) => all.map((card) => getComputedStyle(card).backgroundImage !== 'none'));
  expect(looks).toEqual([false, false, false, true]);
  await expect(page.getByRole('link', { name: /^Choose / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel Plan' })).toBeVisible();
  await expect(page.getByText('Remaining this month')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call Concierge' }).first()).toHaveAttribute('href', /^tel:/);
  await tab(page, 'Profile').click();
  const identity = page.getByRole('region', { name: 'Who you are' });
  await expect(identity.getByRole('term')).toHaveText(['First name', 'Last name', 'E-mail']);
  await expect(identity.getByRole('definition')).toHaveText(['Olivia', 'Bennett', personas.member]);
  await expect(identity).toContainText('managed by the sign-in provider');
  await expect(identity.locator('input, button, [contenteditable]')).toHaveCount(0);

  await signInAs(page, personas.newcomer, '/profile');
  await expect(page.getByRole('region', { name: 'Your hours' })).toContainText('No Subscription');
  await page.getByRole('link', { name: 'Choose Deluxe' }).click();
  await expect(page).toHaveURL(/\/subscribe\?tier=deluxe$/);
});

test.describe('by day @full', () => {
  test('axe finds nothing on any tab, nor on the mailbox', async ({ page }) => {
    await signInAs(page, personas.member, '/profile');
    const found: string[] = [];
    const look = async (what: string) => {
      found.push(...(await axe(page, what)));
    };
    for (const name of allTabs) {
      await tab(page, name).click();
      await look(name);
    }
    await tab(page, 'Profile').click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').waitFor();
    await look('the question');
    await page.goto('/sandbox/mailbox');
    await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
    await look('the mailbox');
    expect(found).toEqual([]);
  });
});

test.describe('on a narrow phone with large text @full', () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test('nothing is wider than the screen', async ({ page }) => {
    await signInAs(page, personas.member, '/profile');
    for (const percent of [100, 200]) {
      await enlargeText(page, percent);
      for (const name of allTabs) {
        await tab(page, name).click();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        const wide = await page.evaluate(() => {
          const body = document.querySelector('.page-body');
          return body ? body.scrollWidth - body.clientWidth : Number.NaN;
        });
        expect([name, percent, wide]).toEqual([name, percent, 0]);
      }
    }
  });
});
