import { axe } from './axe.ts';
import { columnOf, later, monday, open, titled, week } from './schedule.ts';
import { sydney, visit } from './team-day.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 820, height: 1180 } });

test('work of several days is shown on each of them, in the next week too @full', async ({
  page,
  server,
}) => {
  // A hundred hours: from Friday morning until Tuesday afternoon.
  const scheduled_date = sydney(`${later(-3)}T09:30`);
  await visit(server, { service: 'lawn', scheduled_date, estimated_minutes: 100 * 60 });
  await open(page, week);
  const on = (day: string) => columnOf(page, day).locator('[data-visit]');
  await expect(page.locator('[data-visit]')).toHaveCount(2);
  await expect(on(monday)).toHaveCount(1);
  await expect(on(later(1))).toHaveCount(1);
  await page.getByRole('button', { name: 'Earlier week' }).click();
  await expect(page.locator('[data-visit]')).toHaveCount(3);
});

test('many bookings at one time open in place in the week, and each has its words @full', async ({
  page,
  server,
}) => {
  const at = `${later(2)}T10:00`;
  for (const name of ['Ann One', 'Ben Two', 'Cat Three', 'Dan Four', 'Eve Five', 'Flo Six', 'Gus Seven'])
    await visit(server, { service: 'gutter', name, scheduled_date: sydney(at) });
  await open(page, week);
  const day = columnOf(page, later(2));
  const visits = day.locator('[data-visit]');
  await expect(visits).toHaveCount(1);
  expect(await axe(page, 'a full day of a week')).toEqual([]);
  await day.getByRole('button', { name: '6 more at this time' }).click();
  await expect(page.getByRole('heading', { name: titled('week', monday) })).toBeVisible();
  await expect(visits).toHaveCount(7);
  await expect(visits.first()).toBeFocused();
  for (const visit of await visits.all()) {
    await expect(visit.getByText('Gutter cleaning').last()).toBeVisible();
    await expect(visit.getByText(/^(?:Ann|Ben|Cat|Dan|Eve|Flo|Gus) \w+$/).last()).toBeVisible();
  }
  await expect(visits.first()).toBeInViewport();
  await visits.filter({ hasText: 'Gus Seven' }).press('Space');
  const sheet = page.getByRole('dialog', { name: 'Gutter cleaning' });
  await expect(sheet).toContainText('Gus Seven');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('the address keeps the view; chips filter one category @full', async ({ page, server }) => {
  await visit(server, { service: 'lawn', scheduled_date: sydney(`${monday}T09:30`) });
  await visit(server, { service: 'gutter', scheduled_date: sydney(`${monday}T09:30`), status: 'cancelled' });
  await visit(server, { service: 'drain', scheduled_date: sydney(`${monday}T12:00`) });
  await open(page, week);
  await expect(page.getByRole('heading', { name: titled('week', monday) })).toBeVisible();
  await expect(page.locator('[data-visit]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Outdoor Services', exact: true }).click();
  await expect(page.locator('[data-visit]')).toHaveCount(1);
  await expect(page).toHaveURL(/category=[\w-]+$/);
  await page.getByRole('button', { name: 'Outdoor Services', exact: true }).click();
  await page.getByRole('button', { name: 'Cancelled too' }).click();
  await page.getByRole('tab', { name: 'Day' }).click();
  await expect(page.locator('[data-visit]')).toHaveCount(3);
  await expect(page).toHaveURL(new RegExp(`view=day&date=${monday}&cancelled=1$`));
  await page.getByRole('button', { name: 'Later day' }).click();
  await expect(page.getByRole('heading', { name: titled('day', later(1)) })).toBeVisible();
  await expect(page.getByText('Nothing on this day')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: titled('day', later(1)) })).toBeVisible();
  expect(await axe(page, 'a day without bookings')).toEqual([]);
});
