import { randomUUID } from 'node:crypto';
import { axe } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { button, fromNow, front, hour, newest } from './member-bookings.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a new plan is welcomed, and the address keeps nothing of it', async ({ page }) => {
  await signInAs(page, personas.member);
  await page.goto('/bookings?subscription=success');
  await expect(page.getByText('Welcome to your Standard Plan')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('selecting text on a card does not open it @full', async ({ page, server }) => {
  await signInAs(page, personas.member, '/bookings');
  const booking = await newest(server, 'scheduled');
  const card = front(page.getByRole('region', { name: `${booking.name}, ${booking.id.slice(0, 8)}` }));
  const press = (selecting: boolean) =>
    card.getByRole('heading').evaluate((heading, selects) => {
      if (selects) getSelection()?.selectAllChildren(heading);
      else getSelection()?.empty();
      return heading.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }, selecting);
  expect(await press(true), 'the press is left to the browser').toBe(true);
  expect(new URL(page.url()).pathname).toBe('/bookings');
  expect(await press(false)).toBe(false);
  await page.waitForURL(`**/bookings/${booking.id}`);
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('list and booking are side by side: the list keeps its place, marks the open one, and works by keyboard, in both orientations', async ({
    page,
    server,
  }) => {
    const { id: booking } = await newest(server, 'pending');
    const done = await newest(server, 'completed');
    await server.rows(async (db) => {
      const like = await db
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', done.id)
        .executeTakeFirstOrThrow();
      const more = Array.from({ length: 24 }, () => ({ ...like, id: randomUUID(), client_id: null }));
      await db.insertInto('bookings').values(more).execute();
    });
    await signInAs(page, personas.member, `/bookings/${booking}`);
    const pane = page.getByRole('region', { name: 'Your bookings' });
    const opened = pane.locator('[aria-current="true"]');
    await expect(opened).toHaveAttribute('href', `/bookings/${booking}`);
    const title = front(page.getByRole('heading', { level: 1 }));
    await expect(title).not.toHaveText('Booking');
    await expect(opened).toHaveAccessibleName(new RegExp(`Details of ${await title.innerText()}`));
    await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
    await expect(front(page.getByText('Timeline'))).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);

    await pane.getByRole('tab', { name: /^Completed/ }).click();
    await pane.evaluate((element) => element.scrollTo(0, 300));
    const scrolled = await pane.evaluate((element) => element.scrollTop);
    expect(scrolled).toBeGreaterThan(0);
    const links = pane.locator('.details');
    await links.nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const second = (await links.nth(1).getAttribute('href')) ?? '';
    await page.waitForURL((url) => url.pathname === second);
    await expect(opened).toHaveAttribute('href', second);
    await expect(front(page.getByText(`#${second.slice(10, 18)}`))).toBeVisible();
    await expect(pane.getByRole('tab', { name: /^Completed/ })).toHaveAttribute('aria-selected', 'true');

    await page.setViewportSize({ width: 1180, height: 820 });
    await expect(opened).toHaveAttribute('href', second);
    await expect(front(page.getByText('Service details'))).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    await links.nth(0).click();
    const third = (await links.nth(0).getAttribute('href')) ?? '';
    await expect(opened).toHaveAttribute('href', third);

    // After leaving and returning, the list is at its old place.
    await page.getByRole('link', { name: 'Services', exact: true }).click();
    await expect(pane).toBeHidden();
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expect(pane.getByRole('tab', { name: /^Completed/ })).toHaveAttribute('aria-selected', 'true');
    await expect(front(page.getByText('Choose a booking'))).toBeVisible();
    expect(await axe(page, 'two panes')).toEqual([]);

    // A narrow window behaves like the phone.
    await links.nth(0).click();
    await page.waitForURL((url) => url.pathname === third);
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(pane).toHaveCount(0);
    await expect(front(page.getByText('Service details'))).toBeVisible();
    await button(page, 'Back').click();
    await expect(front(page.getByRole('tab', { name: /^Completed/ }))).toBeVisible();
  });
});

test('an empty list says so in every tab, and offers the next action once', async ({ page }) => {
  await signInAs(page, personas.newcomer, '/bookings?subscription=');
  expect(new URL(page.url()).search).toBe('');
  for (const [tab, empty] of [
    ['All', 'No bookings yet'],
    ['Pending', 'No pending bookings'],
    ['Scheduled', 'No scheduled bookings'],
    ['Active', 'No active bookings'],
    ['Completed', 'No completed bookings'],
    ['Cancelled', 'No cancelled bookings'],
  ] as const) {
    await front(page.getByRole('tab', { name: new RegExp(`^${tab}`) })).click();
    await expect(front(page.getByText(empty, { exact: true }))).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book New Service' }).filter({ visible: true })).toHaveCount(
      1,
    );
  }
  await front(page.getByRole('tab', { name: /^All/ })).click();
  await expect(page.getByText('Schedule your first service to get started').first()).toBeVisible();
});

test('bookings beyond one answer of the server are read page by page', async ({ page, server }) => {
  await server.rows(async (db) => {
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', personas.newcomer)
      .executeTakeFirstOrThrow();
    const { id: service_id } = await db.selectFrom('services').select('id').executeTakeFirstOrThrow();
    const created = (n: number) => fromNow(-n * hour);
    const first = randomUUID();
    await db
      .insertInto('bookings')
      .values(
        Array.from({ length: 203 }, (_, n) => ({
          id: n === 202 ? first : randomUUID(),
          user_id,
          service_id,
          status: 'completed' as const,
          payment_type: 'subscription' as const,
          scheduled_date: created(n),
          completed_date: created(n),
          estimated_minutes: 60,
          actual_minutes: 60,
          review: null,
          rating: null,
          price_cents: null,
          payment_id: null,
          client_id: null,
          created_at: created(n),
          updated_at: created(n),
        })),
      )
      .execute();
    await db
      .insertInto('booking_details')
      .values({ booking_id: first, as_sent: 'The very first one' })
      .execute();
  });
  await signInAs(page, personas.newcomer, '/bookings');
  const total = front(page.getByRole('tab', { name: /^All/ }));
  await expect(total).toContainText('200+');
  await button(page, 'Show earlier bookings').click();
  await expect(total).toContainText('203');
  await expect(total).not.toContainText('+');
  await expect(page.getByText('The very first one')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Show earlier bookings' })).toHaveCount(0);
});
