import { randomUUID } from 'node:crypto';
import { axe } from './axe.ts';
import { changeCard } from './changes.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import { button, dialogLeft, fromNow, front, hour, newest, row, sheet } from './member-bookings.ts';
import { holdBack, openBooking, tabTo, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.describe('without a network', () => {
  test.use({ allowed: networkAway, worker: true });

  test('a review is written by keyboard alone, survives a reload and an absent network, and is given once @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/bookings');
    const booking = await newest(server, 'completed');
    await openBooking(page, booking.id);
    const leave = button(page, 'Leave Review');
    await tabTo(page, leave);
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByRole('heading', { name: 'Leave Review' })).toBeVisible();
    await tabTo(page, sheet(page).getByRole('button', { name: 'Send Review' }));
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByText('Please choose 1 to 5 stars')).toBeVisible();
    await expect(sheet(page).getByRole('radio', { name: '1 star: Poor' })).toBeFocused();
    await page.keyboard.press('Space');
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    await expect(sheet(page).getByRole('radio', { name: '4 stars: Very good' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Neat edges.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
    await expect(leave).toBeFocused();

    await device.offline(true);
    await page.reload();
    await button(page, 'Leave Review').click();
    await expect(sheet(page).getByRole('radio', { name: '4 stars: Very good' })).toBeChecked();
    await expect(sheet(page).getByLabel('Your words (if you like)')).toHaveValue('Neat edges.');
    await sheet(page).getByRole('button', { name: 'Send Review' }).click();
    await expect(front(page.getByText('Your review waits'))).toBeVisible();
    await device.offline(false);
    // The card of the waiting review has the same stars.
    await expect(changeCard(page)).toHaveCount(0);
    await expect(front(page.getByRole('img', { name: 'Rated 4 out of 5' }))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave Review' })).toHaveCount(0);
    expect(await row(server, booking.id)).toMatchObject({ rating: 4, review: 'Neat edges.' });

    // A review from the list, without leaving it.
    await page.goto('/bookings');
    const another = await newest(server, 'completed');
    const card = front(page.getByRole('region', { name: `${another.name}, ${another.id.slice(0, 8)}` }));
    await card.getByRole('button', { name: 'Leave Review' }).click();
    await sheet(page).getByText('☆').last().click();
    await sheet(page).getByRole('button', { name: 'Send Review' }).click();
    await expect(card.getByRole('img', { name: 'Rated 5 out of 5' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Leave Review' })).toHaveCount(0);
    await expect(card.getByRole('heading')).toBeFocused();
  });
});

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

test('a message that is too long is kept and counted, not cut; a sent one says so @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/bookings');
  const booking = await newest(server, 'scheduled');
  const card = front(page.getByRole('region', { name: `${booking.name}, ${booking.id.slice(0, 8)}` }));
  // Anywhere on the card.
  await card.getByRole('heading').tap();
  await page.waitForURL(`**/bookings/${booking.id}`);
  await page.goBack();
  await card.getByRole('link', { name: 'Contact Provider' }).click();
  const box = front(page.getByPlaceholder('Type your message...'));
  await expect(box).toBeFocused();
  await box.fill('a'.repeat(4012));
  await expect(
    page.getByText('4,012 of 4,000 characters. Please keep a message under 4000 characters: 12 too many.'),
  ).toBeVisible();
  await expect(button(page, 'Send')).toBeDisabled();
  await box.press('Enter');
  await expect(box).toHaveValue('a'.repeat(4012));
  for (const nothing of ['', '  \n ']) {
    await box.fill(nothing);
    await expect(button(page, 'Send')).toBeDisabled();
    await box.press('Enter');
  }
  await box.fill('  The side gate is open.  ');
  await box.press('Enter');
  await expect(toastOf(page, 'Message sent successfully', 'default')).toBeVisible();
  await expect(page.getByRole('log').getByText('The side gate is open.')).toBeVisible();
  const sent = await server.rows((db) =>
    db
      .selectFrom('messages')
      .select('message')
      .where('booking_id', '=', booking.id)
      .where('client_id', 'is not', null)
      .execute(),
  );
  expect(sent).toEqual([{ message: 'The side gate is open.' }]);
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

test('a booking prints as one clean sheet, and sharing it reveals nothing private @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await expect(button(page, 'Print')).toBeVisible();
  await page.evaluate(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'yes') });
    Object.defineProperty(navigator, 'share', { value: undefined });
  });
  await button(page, 'Print').click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paper = page.locator('.job-sheet');
  await expect(paper).toBeVisible();
  await expect(paper).toContainText(booking.name);
  await expect(paper).toContainText(`#${booking.id.slice(0, 8)}`);
  await expect(page.locator('ion-app')).toBeHidden();
  expect(await paper.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Share').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toContain(booking.name);
  expect(shared).not.toMatch(new RegExp(`${booking.id}|https?:|@|\\$`));
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

test('a late answer to a review leaves the form of another booking open @full', async ({ page, server }) => {
  const first = await newest(server, 'completed');
  const second = await server.rows(async (db) => {
    const done = await db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    await db
      .insertInto('bookings')
      .values({ ...done, id, client_id: null })
      .execute();
    return { id };
  });
  await signInAs(page, personas.member, '/bookings');
  const leave = ({ id }: { id: string }) =>
    front(page.getByRole('region', { name: id.slice(0, 8) })).getByRole('button', { name: 'Leave Review' });
  const answer = await holdBack(page, '**/api/bookings/*/review');
  await leave(first).click();
  await sheet(page).getByText('☆').last().click();
  await sheet(page).getByRole('button', { name: 'Send Review' }).click();
  await page.keyboard.press('Escape');
  await dialogLeft(page);
  await leave(second).click();
  await sheet(page).getByLabel('Your words').fill('Neat edges');
  answer();
  await expect(toastOf(page, 'Thank you for your review')).toBeVisible();
  await expect(sheet(page).getByLabel('Your words')).toHaveValue('Neat edges');
  await sheet(page).getByText('☆').last().click();
  await sheet(page).getByRole('button', { name: 'Send Review' }).click();
  await expect(leave(second)).toHaveCount(0);
  await expect.poll(() => row(server, second.id)).toMatchObject({ rating: 5, review: 'Neat edges' });
});

test.describe('on a phone of 390 × 844', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('eight upcoming visits fit the screen, and a booking is read in the order in which it is needed @full', async ({
    page,
    server,
  }) => {
    const visit = await newest(server, 'scheduled');
    await server.rows(async (db) => {
      const like = await db
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', visit.id)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('bookings')
        .set({ status: 'cancelled' })
        .where('id', '!=', visit.id)
        .where('status', 'in', ['pending', 'scheduled', 'in_progress'])
        .execute();
      const more = Array.from({ length: 7 }, (_, day) => ({
        ...like,
        id: randomUUID(),
        client_id: null,
        service_name: 'Deep cleaning of the whole house before the summer guests arrive',
        status: day % 2 ? ('pending' as const) : ('scheduled' as const),
        scheduled_date: fromNow((day + 1) * 24 * hour),
      }));
      await db.insertInto('bookings').values(more).execute();
      const details = await db
        .selectFrom('booking_details')
        .selectAll()
        .where('booking_id', '=', visit.id)
        .executeTakeFirstOrThrow();
      const streets = ['1 Ocean Street', '27 Cunningham-Featherstone Crescent'];
      await db
        .insertInto('booking_details')
        .values(more.map(({ id }, at) => ({ ...details, booking_id: id, address: streets[at % 2] ?? '' })))
        .execute();
    });
    await signInAs(page, personas.member, '/bookings');
    const rows = page.locator('.booking-card').filter({ visible: true });
    await expect(rows.nth(7)).toContainText('Scheduled');
    await expect(rows.filter({ hasText: '1 Ocean St' })).toHaveCount(4);
    const [last, bar] = [
      await rows.nth(7).boundingBox(),
      await page.locator('.tab-navigation').boundingBox(),
    ];
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

    await openBooking(page, visit.id);
    const parts = ['.state-card', '.notes-card', '.thread', '.plans-changed', '.folds'].map((part) =>
      front(page.locator(part)),
    );
    for (const part of parts) await part.waitFor();
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? Number.NaN));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });
});

test.describe('in motion', () => {
  test.use({ motion: true });

  test('a row of the list opens into its booking, and closes into the row again on the way back', async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      const watch = globalThis as unknown as { travelled: number };
      watch.travelled = 0;
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        void transition.ready.then(() => {
          const parts = document
            .getAnimations()
            .map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
          if (parts.includes('::view-transition-group(shared-thing)')) watch.travelled += 1;
        });
        return transition;
      };
    });
    const travelled = () => page.evaluate(() => (globalThis as unknown as { travelled: number }).travelled);
    await signInAs(page, personas.member, '/bookings');
    const { id } = await newest(server, 'scheduled');
    const row = front(page.locator(`.booking-card[data-shared="/bookings/${id}"]`));
    const card = front(page.locator('.state-card'));
    // The code of page turns comes after the first screen, that of a shared thing and of the booking's page with a tap.
    await page.waitForResponse(/\/page-turn-.*\.js/);
    await row.getByRole('heading').click();
    await expect(card).toBeVisible();
    await page.goBack();
    await expect(page.locator('.state-card')).toBeHidden();

    const before = await travelled();
    await row.getByRole('heading').click();
    await expect(card).toBeVisible();
    await expect.poll(travelled).toBe(before + 1);
    await page.goBack();
    await expect.poll(travelled).toBe(before + 2);
    await expect(page.locator('.state-card')).toBeHidden();
    expect(await row.evaluate((element) => element.style.viewTransitionName)).toBe('');
  });
});
