import type { Page } from 'playwright/test';
import { aPicture } from '../api/testing/builders/photos.ts';
import { axe } from './axe.ts';
import { networkAway } from './guard.ts';
import { enlargeText } from './layout.ts';
import { fromNow, hour, newest, setTime } from './member-bookings.ts';
import { choosePhotos, photoStrip } from './photos.ts';
import { shiftFaults, watchShift } from './shift.ts';
import { holdBack, onTheWay, openBooking, pauseClock, send } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

const card = (page: Page, name: string) => page.locator('.stat').filter({ hasText: name });
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const width = (page: Page) => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
test('a member’s dashboard shows the plan and the bookings, and nothing moves while it loads', async ({
  page,
  server,
}) => {
  await watchShift(page);
  await signInAs(page, personas.member, '/');
  await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!', level: 1 })).toBeVisible();
  const bookings = await server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .innerJoin('services as s', 's.id', 'b.service_id')
      .select(['b.id', 'b.status', 's.name'])
      .where('u.email', '=', personas.member)
      .orderBy('b.created_at', 'desc')
      .execute(),
  );
  const count = (status: string) => String(bookings.filter((b) => b.status === status).length);
  const user = await (await page.request.get('/api/auth/user')).json();

  await expect(card(page, 'Current Plan')).toContainText('Standard Plan');
  await expect(card(page, 'Current Plan')).toContainText('12 hours a month');
  await expect(card(page, 'Hours Used')).toContainText(user.usedHours);
  const percent = Math.round((Number(user.usedHours) / 12) * 100);
  await expect(card(page, 'Hours Used').getByRole('progressbar')).toHaveAttribute(
    'aria-valuenow',
    String(percent),
  );
  await expect(card(page, 'Completed').locator('.figure')).toHaveText(count('completed'));
  await expect(card(page, 'Pending').locator('.figure')).toHaveText(count('pending'));

  const recent = page.locator('.recent li');
  await expect(recent).toHaveCount(3);
  for (const [at, { id, name }] of bookings.slice(0, 3).entries()) {
    await expect(recent.nth(at)).toContainText(name);
    await expect(recent.nth(at)).toContainText(`Service #${id.slice(0, 8)} · booked `);
    await expect(recent.nth(at).getByRole('link')).toHaveAttribute('href', `/bookings/${id}`);
  }

  await expect(page.getByText(`${user.usedHours} / 12 h`)).toBeVisible();
  await expect(
    page.getByText(`${(12 - Number(user.usedHours)).toFixed(1)} h`, { exact: true }),
  ).toBeVisible();

  const phone = 'tel:+61491570156';
  const actions = page.getByRole('region', { name: 'Quick Actions' });
  for (const [name, href] of [
    ['Book Service', '/services'],
    ['View Bookings', '/bookings'],
    ['Call Concierge', phone],
    ['Settings', '/profile'],
  ] as const)
    await expect(actions.getByRole('link', { name })).toHaveAttribute('href', href);
  await expect(page.getByRole('region', { name: 'Your Concierge' }).getByRole('link')).toHaveAttribute(
    'href',
    phone,
  );
  const help = page.getByRole('region', { name: 'Need Help?' });
  await expect(help.getByRole('link', { name: 'Emergency Support' })).toHaveAttribute('href', /^tel:/);
  await expect(help.getByRole('link', { name: 'Email Support' })).toHaveAttribute(
    'href',
    /^mailto:[^?]+@[^?]+\?subject=Help%20with%20my%20home&body=Hello/,
  );
  expect(await shiftFaults(page)).toEqual([]);

  await expect(main(page).getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await openBooking(page, bookings[0]?.id ?? '');
  await expect(main(page).locator('[aria-current=page]')).toHaveText('Bookings');
  await page.goto('/subscribe');
  await expect(page.getByRole('heading', { name: 'Subscribe', level: 1 })).toBeVisible();
  await expect(main(page).locator('[aria-current=page]')).toHaveCount(0);
});

test('the home says what comes next and what waits for its person, each with its way there', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const { id, name } = await newest(server, 'scheduled');
  await setTime(server, id, fromNow(26 * hour));
  await server.rows((db) =>
    db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '=', 'in_progress').execute(),
  );
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Next visit' });
  await expect(next).toContainText(/(Tomorrow|[A-Z][a-z]+day), \d+:\d\d [ap]m/);
  await expect(next).toContainText(name);
  await expect(next.getByRole('link', { name: 'Message' })).toHaveAttribute(
    'href',
    `/bookings/${id}#messages`,
  );
  await next.getByRole('button', { name: 'Add to Calendar' }).click();
  await expect(page.getByRole('dialog', { name: 'Add to Calendar' })).toBeVisible();
  await page.goBack();
  const needs = page.getByRole('region', { name: 'Needs you' });
  await expect(needs.getByRole('listitem')).toHaveCount(1);
  await expect(needs.getByRole('listitem')).toContainText('How was Lawn mowing?');
  await expect(needs.getByRole('link', { name: 'Review' })).toHaveAttribute('href', /^\/bookings\/.+/);
  await expect(page.getByRole('region', { name: 'Your hours' })).toContainText(
    /h free to book.*\sh held · .*\sh used/,
  );
  expect(await axe(page, 'home of a member')).toEqual([]);

  await next.getByRole('link', { name: 'Change' }).click();
  await page.waitForURL((url) => url.pathname === `/bookings/${id}`);
  await expect(page.getByRole('button', { name: 'Reschedule' })).toBeFocused();
});

test('a member’s first visit loads at most 150 kB of JavaScript until the network is idle, and 250 kB with the next pages', async ({
  page,
}) => {
  await signInAs(page, personas.member);
  const scripts = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.set(
        request.url(),
        request.sizes().then(({ responseBodySize }) => responseBodySize),
      );
  });
  const loading = onTheWay(page, (request) => request.resourceType() === 'script');
  const kilobytes = async () =>
    (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  // The parts for later are loaded two seconds after the screen, by the page's own clock.
  await pauseClock(page);
  await page.goto('/');
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(page.locator('.recent li')).toHaveCount(3, { timeout: 500 });
  }).toPass();
  for (let steps = 0; steps < 10; steps += 1) {
    await page.clock.runFor(100);
    await expect.poll(loading).toBe(0);
  }
  expect(scripts.size).toBeGreaterThan(10);
  expect(await kilobytes()).toBeLessThanOrEqual(150);

  await page.clock.runFor(2000);
  // The pages follow one another; the profile is the last.
  await expect.poll(() => [...scripts.keys()].some((url) => url.includes('/profile-'))).toBe(true);
  await expect.poll(loading).toBe(0);
  expect(await kilobytes()).toBeLessThanOrEqual(250);
});

test('a newcomer’s dashboard has no plan and no concierge, and the way to the first booking', async ({
  page,
}) => {
  await signInAs(page, personas.newcomer, '/');
  await expect(page.getByText('No bookings yet')).toBeVisible();
  await expect(page.getByText('Schedule your first service to get started')).toBeVisible();
  const first = page.getByRole('region', { name: 'What can we take off your hands?' }).locator('ul a');
  await expect(first).toHaveCount(3);
  for (const service of await first.all()) await expect(service).toContainText(/\$\d+$/);
  await expect(card(page, 'Hours Used').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await expect(page.getByText('0 / 0 h')).toBeVisible();
  await expect(page.getByText('0.0 h', { exact: true })).toBeVisible();
  await expect(page.getByText(/ Plan$/)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Call Concierge' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your Concierge' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('No Subscription')).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Call Concierge' })).toHaveCount(0);
});

test('a person without a name is greeted as a homeowner; until the person is known, the page says that it asks @full', async ({
  page,
}) => {
  await signInAs(page, personas.newcomer);
  let tell = () => {};
  const arrival = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route('**/api/auth/user', async (route) => {
    await arrival;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), firstName: '' } });
  });
  await page.goto('/');
  await expect(page.getByRole('status', { name: 'Signing you in' })).toBeVisible();
  tell();
  await expect(page.getByRole('heading', { name: 'Welcome back, Homeowner!' })).toBeVisible();
});

test('the drawer shows the person and the pages, going back closes it, and the focus returns', async ({
  page,
}) => {
  await signInAs(page, personas.member, '/services');
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  const drawer = page.getByRole('dialog');
  await menu.click();
  await expect(drawer.getByRole('heading', { name: 'Olivia Bennett' })).toBeVisible();
  await expect(drawer.getByText(personas.member)).toBeVisible();
  await expect(drawer.getByText('Standard Plan')).toBeVisible();
  await expect(drawer.getByText(/of 12 h used/)).toBeVisible();
  await expect(drawer.getByRole('link', { name: /Call Concierge/ })).toHaveAttribute('href', /^tel:/);

  await page.goBack();
  await expect(drawer).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(menu).toBeFocused();

  // Closed by Escape it leaves nothing in the history: going back leaves the page, as before it was opened.
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!' })).toBeVisible();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/services');
});

test('signing out asks about a begun form, and not about one that only filled itself @full', async ({
  page,
}) => {
  await signInAs(page, personas.member, '/services');
  await page.evaluate(() =>
    fetch('/api/preferences', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ specialInstructions: 'Ring twice' }),
    }).then(({ ok }) => ok),
  );
  const letGo = await holdBack(page, '**/api/preferences');
  await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Contact information')).not.toHaveValue('');
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('');
  letGo();
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('Ring twice');
  const kept = () => page.evaluate(() => sessionStorage.getItem('hearthkeep-drafts') ?? '');
  expect(await kept()).not.toContain('typed');
  await form.getByLabel('Service name').fill('Piano tuning');
  expect(await kept()).toContain('Piano tuning');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  const question = page.getByRole('dialog', { name: 'Sign out all the same?' });
  await expect(question).toContainText('What you began to write has not been sent yet and would be lost.');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ allowed: networkAway, worker: true });

  test('signing out asks about unsent content, but not without a network, when signing out is impossible @full', async ({
    page,
    device,
    network,
  }) => {
    await signInWithWorker(page, personas.member, '/');
    await page.locator('.recent a').first().click();
    await expect(page.getByPlaceholder('Type your message...')).toBeVisible();
    network.behave('portal', /^\/api\/bookings\/messages$/);
    await send(page, 'The key is under the pot');
    const buffer = Buffer.from(await aPicture({ width: 80, height: 60 }));
    await choosePhotos(page, [{ name: 'gate.jpg', mimeType: 'image/jpeg', buffer }]);
    await expect(photoStrip(page)).toHaveCount(1);
    await page.getByPlaceholder('Type your message...').fill('And the');
    await main(page).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out all the same?' });
    await expect(question).toContainText(
      'One message, what you began to write and one photo have not been sent yet and would be lost.',
    );
    await page.goBack();
    await expect(question).toHaveCount(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toHaveCount(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await device.offline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await expect(
      page.getByText('Signing out needs the network. Please try again when it is back.'),
    ).toBeVisible();
    await expect(question).toHaveCount(0);
  });
});

for (const [place, viewport] of Object.entries({
  'a small phone': { width: 320, height: 640 },
  'a tablet': { width: 820, height: 1180 },
  'a desk': { width: 1440, height: 900 },
})) {
  test.describe(`on ${place} @full`, () => {
    test.use({ viewport });

    test('an administrator finds Admin, and nothing is cut, also with text twice as large', async ({
      page,
    }) => {
      await signInAs(page, personas.admin, '/');
      await expect(page.getByRole('heading', { name: 'Welcome back, Priya!' })).toBeVisible();
      await expect(main(page).locator('[aria-current=page]')).toHaveText('Dashboard');
      await expect(main(page).getByRole('link', { name: 'Admin' })).toBeVisible();
      await expect(page.getByText('No bookings yet')).toBeVisible();
      for (const percent of [100, 200]) {
        await enlargeText(page, percent);
        // As if the person came back from the browser's settings: the next frame has the right navigation.
        const hasNavigation = await page.evaluate(async () => {
          document.dispatchEvent(new Event('visibilitychange'));
          await new Promise(requestAnimationFrame);
          return [...document.querySelectorAll('nav')].some((nav) => nav.checkVisibility());
        });
        expect(hasNavigation, `${percent} %`).toBe(true);
        const [content, room] = await width(page);
        expect(content).toBe(room);
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('.page-body *, .tab, .nav-item')]
            .filter((e) => e instanceof HTMLElement && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1)
            .map((e) => `${e.className} ${e.textContent}`),
        );
        expect(cut, `${percent} %`).toEqual([]);
      }
      expect(await axe(page, 'home')).toEqual([]);
      await main(page).getByRole('link', { name: 'Admin' }).click();
      await page.waitForURL((url) => url.pathname === '/admin');
      const team = page.getByRole('navigation', { name: 'Administration' });
      await expect(team.locator('[aria-current=page]')).toHaveText('Bookings');
    });
  });
}
