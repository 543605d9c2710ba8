import { randomUUID } from 'node:crypto';
import { changeCard } from './changes.ts';
import { networkAway } from './guard.ts';
import { button, dialogLeft, front, newest, row, sheet } from './member-bookings.ts';
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
