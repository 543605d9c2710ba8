import { axe } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { later, monday, open, titled, week, when } from './schedule.ts';
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
  const on = (day: string) => page.locator(`[role=cell][data-date="${day}"] .schedule-visit`);
  await expect(page.locator('.schedule-visit')).toHaveCount(2);
  await expect(on(monday)).toHaveCount(1);
  await expect(on(later(1))).toHaveCount(1);
  await page.getByRole('button', { name: 'Earlier week' }).click();
  await expect(page.locator('.schedule-visit')).toHaveCount(3);
});

test('many bookings at one time are shown in part, and all of them in a list @full', async ({
  page,
  server,
}) => {
  const at = `${later(2)}T10:00`;
  for (const name of ['Ann One', 'Ben Two', 'Cat Three', 'Dan Four', 'Eve Five', 'Flo Six', 'Gus Seven'])
    await visit(server, { service: 'gutter', name, scheduled_date: sydney(at) });
  await open(page, week);
  const lane = page.locator(`[role=cell][data-date="${later(2)}"]`);
  await lane.getByRole('button', { name: '5 more at this time' }).click();
  const list = page.getByRole('dialog', { name: /^7 bookings · / });
  await expect(list).toHaveAccessibleName(`7 bookings · ${when(at)}`);
  await expect(list.getByRole('button', { name: /Gutter cleaning/ })).toHaveCount(7);
  expect(await axe(page, 'the list')).toEqual([]);
  await list.getByRole('button', { name: /Gus Seven/ }).click();
  await expect(list).toBeHidden();
  const sheet = page.getByRole('dialog', { name: 'Gutter cleaning' });
  await expect(sheet).toContainText('Gus Seven');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.getByRole('tab', { name: 'Day' }).click();
  await page.getByRole('button', { name: 'Later day' }).click();
  await page.getByRole('button', { name: 'Later day' }).click();
  await expect(page.getByRole('heading', { name: titled('day', later(2)) })).toBeVisible();
  await expect(page.getByRole('button', { name: '2 more at this time' })).toBeVisible();
  await expect(page.locator('.schedule-visit')).toHaveCount(5);
  expect(await layoutFaults(page)).toEqual([]);

  // The sheet of a booking has taken the place of the list, in the history, too.
  const more = page.getByRole('button', { name: '2 more at this time' });
  await more.click();
  await list.getByRole('button', { name: /Gus Seven/ }).click();
  await expect(sheet).toContainText('Gus Seven');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
  await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBeUndefined();
  await page.goBack();
  await expect(page).not.toHaveURL(/schedule/);
});

test('the address keeps the view; chips filter one category @full', async ({ page, server }) => {
  await visit(server, { service: 'lawn', scheduled_date: sydney(`${monday}T09:30`) });
  await visit(server, { service: 'gutter', scheduled_date: sydney(`${monday}T09:30`), status: 'cancelled' });
  await visit(server, { service: 'drain', scheduled_date: sydney(`${monday}T10:00`) });
  await open(page, week);
  await expect(page.getByRole('heading', { name: titled('week', monday) })).toBeVisible();
  await expect(page.locator('.schedule-visit')).toHaveCount(2);
  await page.getByRole('button', { name: 'Outdoor Services', exact: true }).click();
  await expect(page.locator('.schedule-visit')).toHaveCount(1);
  await expect(page).toHaveURL(/category=[\w-]+$/);
  await page.getByRole('button', { name: 'Outdoor Services', exact: true }).click();
  await page.getByRole('button', { name: 'Cancelled too' }).click();
  await page.getByRole('tab', { name: 'Day' }).click();
  await expect(page.locator('.schedule-visit')).toHaveCount(3);
  await expect(page).toHaveURL(new RegExp(`view=day&date=${monday}&cancelled=1$`));
  await page.getByRole('button', { name: 'Later day' }).click();
  await expect(page.getByRole('heading', { name: titled('day', later(1)) })).toBeVisible();
  await expect(page.getByText('Nothing on this day')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: titled('day', later(1)) })).toBeVisible();
  expect(await axe(page, 'a day without bookings')).toEqual([]);
});
