import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { aWorker } from '../api/testing/builders/crew.ts';
import { inSentence } from '../app/lib/time/dates.ts';
import { axe } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { columnOf, dragByMouse, dragByTouch, monday, open, visitOf, when } from './schedule.ts';
import type { RunningServer } from './server.ts';
import { toastOf } from './steps.ts';
import { sydney, visit } from './team-day.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true });

const day = `/admin/schedule?view=day&date=${monday}`;
const at = (time: string) => sydney(`${monday}T${time}`);
const question = (page: Page) => page.getByRole('alertdialog');

/** Two workers, who work from 8 to 6, and nobody else. */
const twoWorkers = (server: RunningServer) =>
  server.rows(async (db) => {
    await db.updateTable('workers').set({ active: 0 }).execute();
    const categories = await db.selectFrom('service_categories').select('id').execute();
    const categoryIds = categories.map(({ id }) => id);
    const ana = await aWorker(db, { name: 'Ana Silva', colour: 'plum', categoryIds });
    const ben = await aWorker(db, { name: 'Ben Okafor', colour: 'leaf', categoryIds });
    return { ana: ana.id, ben: ben.id };
  });

const stored = (server: RunningServer, id: string) =>
  server.rows(async (db) => {
    const { scheduled_date } = await db
      .selectFrom('bookings')
      .select('scheduled_date')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const visits = await db
      .selectFrom('planned_visits')
      .select('worker_id')
      .where('booking_id', '=', id)
      .execute();
    return { at: scheduled_date, by: visits.map(({ worker_id }) => worker_id) };
  });

test.describe('with refusals', () => {
  test.use({ allowed: [/409 \(Conflict\)/] });

  test('a finger assigns a visit in its lane, a refusal says why, and the keyboard moves it on', async ({
    page,
    server,
  }) => {
    const { ana, ben } = await twoWorkers(server);
    const lawn = await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
    const drain = await visit(server, { service: 'drain', name: 'Sam Lee', scheduled_date: at('10:00') });
    await open(page, day);
    await expect(columnOf(page, 'unassigned').locator('[data-visit]')).toHaveCount(2);

    // Nobody is asked: no customer is told of another worker.
    await dragByTouch(page, visitOf(page, /Lawn mowing/), { to: ana, minutes: 0 });
    await expect(toastOf(page, 'Ana Silva comes')).toBeVisible();
    await expect(columnOf(page, ana).locator('[data-visit]')).toHaveAccessibleName(
      /^Lawn mowing, 9:30 am to 11:00 am, Mai Tran, .*Scheduled, by Ana Silva$/,
    );
    expect(await stored(server, lawn.id)).toEqual({ at: at('09:30'), by: [ana] });

    await dragByTouch(page, visitOf(page, /Drain unclogging/), { to: ana, minutes: 0 });
    await expect(question(page)).toContainText('Not possible: has a visit at 9:30 am.');
    await expect(columnOf(page, 'unassigned').locator('[data-visit]')).toHaveCount(1);
    expect(await axe(page, 'a refusal')).toEqual([]);
    await question(page).getByRole('button', { name: 'Keep as It Was' }).tap();
    await expect(question(page)).toBeHidden();

    await page.setViewportSize({ width: 820, height: 1180 });
    expect(await layoutFaults(page)).toEqual([]);
    const carried = visitOf(page, /Drain unclogging/);
    await carried.focus();
    await page.keyboard.press('Enter');
    const status = page.getByRole('status');
    await expect(status.getByText('Drain unclogging is lifted. Arrows carry it')).toBeAttached();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect(status.getByText('Ben Okafor, 10:30 am')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.locator('.schedule-ghost')).toHaveCount(0);
    await expect(carried).toBeFocused();
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    const words = `Move to ${inSentence(when(`${monday}T10:15`))}, with Ben Okafor?`;
    await expect(question(page)).toContainText(words);
    expect(await stored(server, drain.id)).toEqual({ at: at('10:00'), by: [] });
    await page.keyboard.press('Enter');
    await expect(toastOf(page, 'Booking moved')).toBeVisible();
    expect(await stored(server, drain.id)).toEqual({ at: at('10:15'), by: [ben] });
    await expect(visitOf(page, /Drain unclogging/)).toBeFocused();
    expect(await axe(page, 'the lanes')).toEqual([]);
  });

  test('who may change the business plans over an obstacle, with a reason for the log @full', async ({
    page,
    server,
  }) => {
    const { ana } = await twoWorkers(server);
    const lawn = await visit(server, { service: 'lawn', scheduled_date: at('16:00') });
    await open(page, day);
    await dragByMouse(page, visitOf(page, /Lawn mowing/), { to: ana, minutes: 60 });
    await question(page).getByRole('button', { name: 'Move' }).click();
    await expect(question(page)).toContainText(
      'Not possible: works 8 am to 6 pm that day; this takes 5 pm to 6:30 pm.',
    );
    await question(page).getByRole('button', { name: 'Anyway…' }).click();
    await question(page).getByLabel('The reason, for the log').fill('She offered it');
    await question(page).getByRole('button', { name: 'Do It Anyway' }).click();
    await expect(toastOf(page, 'Booking moved')).toBeVisible();
    expect(await stored(server, lawn.id)).toEqual({ at: at('17:00'), by: [ana] });
  });
});

test('another’s assignment appears while a visit is carried @full', async ({ page, server }) => {
  const { ana, ben } = await twoWorkers(server);
  await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
  const drain = await visit(server, { service: 'drain', scheduled_date: at('12:00') });
  await open(page, day);
  await visitOf(page, /Lawn mowing/).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  const answer = await page.request.put(`/api/admin/bookings/${drain.id}/assignment`, {
    data: { workerId: ben },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
  await expect(columnOf(page, ben).locator('[data-visit]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(columnOf(page, ana).locator('[data-visit]')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the first hour begins within 150 px, and lanes scroll sideways @full', async ({ page, server }) => {
    await twoWorkers(server);
    await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
    await open(page, day);
    const body = await page.locator('.schedule-scroll').boundingBox();
    const heads = await page.locator('.schedule-heads').boundingBox();
    expect((body?.y ?? 999) + (heads?.height ?? 999)).toBeLessThanOrEqual(150);
    const box = page.locator('.schedule-scroll');
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    expect(await layoutFaults(page)).toEqual([]);
    expect(await axe(page, 'lanes on a phone')).toEqual([]);
  });

  test('a day opens at the lane of its only visit, and one worker’s lane fills the screen @full', async ({
    page,
    server,
  }) => {
    const { ana } = await twoWorkers(server);
    const last = await server.rows((db) => aWorker(db, { name: 'Zoe Young' }));
    const lawn = await visit(server, { service: 'lawn', scheduled_date: at('15:00') });
    await server.rows((db) =>
      db
        .insertInto('planned_visits')
        .values({
          ...{ id: randomUUID(), worker_id: last.id, booking_id: lawn.id, hold_id: null, postcode: null },
          ...{ starts_at: at('15:00'), ends_at: at('16:30') },
        })
        .execute(),
    );
    await open(page, day);
    await expect(visitOf(page, /Lawn mowing/)).toBeInViewport({ ratio: 1 });
    await expect(columnOf(page, 'unassigned')).not.toBeInViewport();

    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    await page.getByRole('button', { name: 'Ana Silva', exact: true }).tap();
    await expect(page.locator('[data-column]')).toHaveCount(1);
    await expect(page.getByText('No visit by this worker.')).toBeVisible();
    await page.getByRole('button', { name: 'Zoe Young', exact: true }).tap();
    await expect(columnOf(page, last.id)).toBeVisible();
    const [lane, box] = [columnOf(page, last.id), page.locator('.schedule-scroll')];
    const right = async (of: typeof lane) => {
      const place = await of.boundingBox();
      return Math.round((place?.x ?? 0) + (place?.width ?? 0));
    };
    expect(Math.abs((await right(lane)) - (await right(box)))).toBeLessThanOrEqual(1);
    await expect(page).toHaveURL(new RegExp(`worker=${last.id}$`));
    await page.reload();
    await expect(visitOf(page, /Lawn mowing/)).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Zoe Young', exact: true }).tap();
    await expect(columnOf(page, ana)).toBeAttached();
  });
});
