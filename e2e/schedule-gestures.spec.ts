import type { CDPSession, Page } from 'playwright/test';
import { aWorker } from '../api/testing/builders/crew.ts';
import { columnOf, dragByMouse, monday, open, visitOf } from './schedule.ts';
import type { RunningServer } from './server.ts';
import { toastOf } from './steps.ts';
import { sydney, visit } from './team-day.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true });

const day = `/admin/schedule?view=day&date=${monday}`;
const at = (time: string) => sydney(`${monday}T${time}`);
const ghost = (page: Page) => page.locator('.schedule-ghost');

/** Workers who work from 8 to 6, and nobody else. */
const crew = (server: RunningServer, ...names: string[]) =>
  server.rows(async (db) => {
    await db.updateTable('workers').set({ active: 0 }).execute();
    const categories = await db.selectFrom('service_categories').select('id').execute();
    const ids: string[] = [];
    for (const name of names) {
      const worker = await aWorker(db, { name, categoryIds: categories.map(({ id }) => id) });
      ids.push(worker.id);
    }
    return ids;
  });

/** A finger, or several. */
async function fingers(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
}

/** A place within a visit, near its top. */
async function gripOf(page: Page, name: RegExp) {
  await visitOf(page, name).scrollIntoViewIfNeeded();
  const box = await visitOf(page, name).boundingBox();
  if (!box) throw new Error('The visit is not there');
  return { x: box.x + 20, y: box.y + 7 };
}

/** A finger that rests on a visit until it is lifted. */
async function lift(page: Page, name: RegExp) {
  const touch = await fingers(page);
  const from = await gripOf(page, name);
  await touch('touchStart', from);
  await expect(ghost(page)).toBeVisible();
  return { touch, from };
}

async function centreOf(page: Page, key: string): Promise<number> {
  const box = await columnOf(page, key).boundingBox();
  if (!box) throw new Error('The column is not there');
  return box.x + box.width / 2;
}

/** The time that the ghost shows: the line of its strip that stands in the window. */
const carriedTime = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('.schedule-ghost-time')?.getBoundingClientRect().top ?? 0;
    const lines = [...document.querySelectorAll('.schedule-ghost-times > span')];
    return lines.find((line) => Math.abs(line.getBoundingClientRect().top - top) < 1)?.textContent;
  });

/** The key of the column over which the ghost stands. */
const columnUnderGhost = (page: Page) =>
  page.evaluate(() => {
    const at = document.querySelector('.schedule-ghost')?.getBoundingClientRect();
    const columns = [...document.querySelectorAll<HTMLElement>('[data-column]')];
    return columns.find((one) => {
      const { left, right } = one.getBoundingClientRect();
      return at && left <= at.left + at.width / 2 && right >= at.left + at.width / 2;
    })?.dataset.column;
  });

test('a tablet that is turned carries on with the column that is then under the finger @full', async ({
  page,
  server,
}) => {
  const [ana = '', ben = ''] = await crew(server, 'Ana Silva', 'Ben Okafor');
  await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
  await open(page, day);
  const { touch, from } = await lift(page, /Lawn mowing/);
  await touch('touchMove', { x: await centreOf(page, ana), y: from.y });
  await expect.poll(() => columnUnderGhost(page)).toBe(ana);
  await page.setViewportSize({ width: 820, height: 1180 });
  const to = { x: await centreOf(page, ben), y: from.y };
  await touch('touchMove', to);
  await expect.poll(() => columnUnderGhost(page)).toBe(ben);
  await touch('touchEnd');
  await expect(toastOf(page, 'Ben Okafor comes')).toBeVisible();
});

test('a lane that comes by another’s act moves none of a carried visit’s targets @full', async ({
  page,
  server,
}) => {
  const [ana = '', ben = '', cleo = ''] = await crew(server, 'Ana Silva', 'Ben Okafor', 'Cleo Diaz');
  // Who does not work on this day stands last, until a visit is theirs.
  await server.rows((db) => db.deleteFrom('worker_hours').where('worker_id', '=', ana).execute());
  await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
  const drain = await visit(server, { service: 'drain', scheduled_date: at('13:00') });
  await open(page, day);
  const keys = () =>
    page.locator('[data-column]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.column));
  expect(await keys()).toEqual(['unassigned', ben, cleo, ana]);
  const { touch, from } = await lift(page, /Lawn mowing/);
  const to = { x: await centreOf(page, cleo), y: from.y };
  await touch('touchMove', to);
  await expect.poll(() => columnUnderGhost(page)).toBe(cleo);
  const answer = await page.request.put(`/api/admin/bookings/${drain.id}/assignment`, {
    data: { workerId: ana, anyway: 'She offered it' },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
  await expect.poll(keys).toEqual(['unassigned', ana, ben, cleo]);
  // The finger is where it was, which is another lane now.
  await expect.poll(() => columnUnderGhost(page)).toBe(ben);
  await touch('touchEnd');
  await expect(toastOf(page, 'Ben Okafor comes')).toBeVisible();
});

test('after a drag the space bar opens a visit, and a held Enter key drops nothing @full', async ({
  page,
  server,
}) => {
  await crew(server, 'Ana Silva');
  await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
  await open(page, day);
  const { touch } = await lift(page, /Lawn mowing/);
  await touch('touchEnd');
  await expect(ghost(page)).toHaveCount(0);

  await visitOf(page, /Lawn mowing/).focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await expect(ghost(page)).toBeVisible();
  await page.keyboard.up('Enter');
  await page.keyboard.press('Escape');
  await expect(ghost(page)).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Lawn mowing' })).toBeVisible();
});

test('a second finger before the rest is over lifts nothing @full', async ({ page, server }) => {
  await crew(server, 'Ana Silva');
  await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
  await page.clock.install();
  await open(page, day);
  const touch = await fingers(page);
  const from = await gripOf(page, /Lawn mowing/);
  const beside = { x: from.x + 120, y: from.y + 120 };
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('.schedule-ghost')) document.body.dataset.lifted = 'yes';
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await touch('touchStart', from);
  await touch('touchStart', from, beside);
  // Longer than a finger rests before it lifts.
  await page.clock.runFor(500);
  await touch('touchEnd');
  expect(await page.locator('body').getAttribute('data-lifted')).toBeNull();
});

test('a wheel scrolls under a carried visit, and a button let go elsewhere puts it back @full', async ({
  page,
  server,
}) => {
  await crew(server, 'Ana Silva');
  await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
  await open(page, day);
  const from = await gripOf(page, /Lawn mowing/);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, from.y + 6);
  await expect.poll(() => carriedTime(page)).toBe('9:30');
  await page.mouse.wheel(0, 68);
  await expect.poll(() => carriedTime(page)).toBe('10:30');
  await visitOf(page, /Lawn mowing/).dispatchEvent('pointermove', {
    ...{ pointerId: 1, pointerType: 'mouse', isPrimary: true, buttons: 0, bubbles: true },
    ...{ clientX: from.x, clientY: from.y + 30 },
  });
  await expect(ghost(page)).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a finger that scrolls the hours back, or carries a visit down, pulls no page @full', async ({
  page,
  server,
}) => {
  await crew(server, 'Ana Silva');
  await visit(server, { service: 'lawn', scheduled_date: at('08:00') });
  await open(page, day);
  // The first touch loads the code of the pull.
  await page.getByRole('heading', { level: 2 }).filter({ visible: true }).first().tap();
  await expect(page.locator('ion-refresher:visible, ion-refresher').first()).toBeAttached();
  await page.evaluate(() => {
    document.addEventListener('ionPullStart', () => {
      document.body.dataset.pulled = 'yes';
    });
  });
  const touch = await fingers(page);
  const box = await page.locator('.schedule-scroll').boundingBox();
  if (!box) throw new Error('The calendar is not there');
  const before = await page.locator('.schedule-scroll').evaluate(({ scrollTop }) => scrollTop);
  const start = { x: box.x + 20, y: box.y + 200 };
  await touch('touchStart', start);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', { x: start.x, y: start.y + 12 * step });
  await touch('touchEnd');
  await expect
    .poll(() => page.locator('.schedule-scroll').evaluate(({ scrollTop }) => scrollTop))
    .toBeLessThan(before - 60);

  const from = await gripOf(page, /Lawn mowing/);
  await page.locator('.schedule-scroll').evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(visitOf(page, /Lawn mowing/)).toBeInViewport();
  const grip = await visitOf(page, /Lawn mowing/).boundingBox();
  const hold = { x: from.x, y: (grip?.y ?? 0) + 7 };
  await touch('touchStart', hold);
  await expect(ghost(page)).toBeVisible();
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', { x: hold.x, y: hold.y + 12 * step });
  await page.keyboard.press('Escape');
  await touch('touchEnd');
  expect(await page.locator('body').getAttribute('data-pulled')).toBeNull();
});

test('a visit that is dropped while another’s move waits for its answer is asked about, too @full', async ({
  page,
  server,
}) => {
  const [ana = ''] = await crew(server, 'Ana Silva');
  await visit(server, { service: 'lawn', scheduled_date: at('09:30') });
  await visit(server, { service: 'drain', scheduled_date: at('13:00') });
  await open(page, day);
  const question = page.getByRole('alertdialog');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/bookings/*/reschedule', async (route) => {
    await answered;
    await route.continue();
  });
  await dragByMouse(page, visitOf(page, /Lawn mowing/), { to: ana, minutes: 60 });
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(question.getByRole('button', { name: 'Moving…' })).toBeVisible();
  await dragByMouse(page, visitOf(page, /Drain unclogging/), { to: ana, minutes: 60 });
  await expect(question).toContainText('Drain unclogging');
  answer();
  await expect(toastOf(page, 'Booking moved')).toContainText('Lawn mowing');
  await expect(question).toContainText('Drain unclogging');
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(columnOf(page, ana).locator('[data-visit]')).toHaveCount(2);
});
