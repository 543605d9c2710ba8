import { randomUUID } from 'node:crypto';
import { button, fromNow, front, hour, newest } from './member-bookings.ts';
import { openBooking, toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

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
