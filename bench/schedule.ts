import { randomUUID } from 'node:crypto';
import { type CDPSession, chromium, type Page } from 'playwright';
import type { Db } from '../api/db/database.ts';
import { aBooking, aUser } from '../api/testing/builders/builders.ts';
import { aWorker } from '../api/testing/builders/crew.ts';
import { type RunningServer, startServer } from '../e2e/server.ts';
import { dayIn, sydney } from '../e2e/team-day.ts';
import { buildIfNeeded } from '../scripts/build/build-if-needed.ts';
import { chromiumArgs, findChromium } from '../scripts/programs/chromium.ts';
import { businessZone } from '../scripts/test/business-zone.ts';
import { type Frames, measureFrames } from './frames.ts';

/**
 * `npm run bench:schedule`: the calendar's day of 200 visits and 40 workers on a slow tablet: the time until it is
 * painted, and the frames while it is scrolled and a visit is carried. A processor slowed four times stands for the
 * tablet.
 */
const slowdown = 4;
const workers = 40;
const visitsEach = 5;
const rounds = 9;
const mostMs = 500;
/** A frame at 60 Hz, with the clock's own tolerance. */
const frameMs = 1000 / 60 + 1;

buildIfNeeded();
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
try {
  const days = [dayIn(9), dayIn(10)];
  await fill(server, days);
  const page = await opened();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const [first = '', second = ''] = days;
  const work = await watchWork(cdp);
  const painted = await paints(page, [first, second]);
  const busyMs = (await work()) / rounds;
  const firsts = painted.map((one) => one.first);
  const isQuick = report(
    `the visits on screen painted, 75th percentile of ${rounds}`,
    percentile(firsts, 75),
    mostMs,
  );
  console.log(
    `all ${workers * visitsEach} visits painted: ${percentile(
      painted.map((one) => one.all),
      75,
    ).toFixed(1)} ms`,
  );
  console.log(`the main thread's own work for each: ${busyMs.toFixed(1)} ms`);
  const scrolled = await measureFrames(browser, page, () => scroll(page, cdp));
  const finger = await lifted(page, cdp);
  const carried = await measureFrames(browser, page, () => finger.carry());
  await finger.putBack();
  const isSmooth = [
    reportFrames('a frame while scrolling', scrolled),
    reportFrames('a frame while carrying a visit', carried),
  ].every(Boolean);
  process.exitCode = isQuick && isSmooth ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}

function report(what: string, ms: number, atMost: number): boolean {
  const isReached = ms <= atMost;
  console.log(
    `${what.padEnd(56)} ${ms.toFixed(1).padStart(7)} ms   ≤ ${atMost.toFixed(1)}${isReached ? '' : '   TOO SLOW'}`,
  );
  return isReached;
}

/** A machine that does other things, too, delays frames; the main thread's own work then says whether they fit. */
function reportFrames(what: string, { between, work, costs, rasterMs }: Frames): boolean {
  const isReached = report(`${what}, 95th percentile of ${between.length}`, percentile(between, 95), frameMs);
  const words = Object.entries({ ...costs, raster: rasterMs }).map(
    ([part, ms]) => `${part} ${ms.toFixed(1)}`,
  );
  console.log(`  the main thread's own work, 95th percentile: ${percentile(work, 95).toFixed(1)} ms`);
  console.log(`  of each, in ms: ${words.join(', ')}; the longest ${Math.max(...between).toFixed(1)}`);
  return isReached;
}

/** Two days on which each worker has five visits of an hour. */
function fill({ rows }: RunningServer, days: readonly string[]): Promise<void> {
  return rows(async (db: Db) => {
    const { id: service_id, category_id } = await db
      .selectFrom('services')
      .select(['id', 'category_id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    const user = await aUser(db, { first_name: 'Mai', last_name: 'Tran' });
    for (let n = 0; n < workers; n += 1) {
      const colour = ['pine', 'terra', 'amber', 'sky', 'leaf', 'plum', 'slate', 'rose'][n % 8] ?? 'sky';
      const worker = await aWorker(db, { name: `Worker ${n}`, colour, categoryIds: [category_id] });
      for (const day of days)
        for (let visit = 0; visit < visitsEach; visit += 1) {
          const starts_at = sydney(`${day}T${String(8 + 2 * visit).padStart(2, '0')}:${n % 2 ? '00' : '30'}`);
          const booking = await aBooking(db, {
            ...{ user_id: user.id, service_id, status: 'scheduled', scheduled_date: starts_at },
            estimated_minutes: 60,
          });
          await db
            .insertInto('planned_visits')
            .values({
              ...{ id: randomUUID(), worker_id: worker.id, booking_id: booking.id, hold_id: null },
              ...{ starts_at, postcode: '2042' },
              ends_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
            })
            .execute();
        }
    }
  });
}

async function opened(): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: server.url, viewport: { width: 1180, height: 820 }, hasTouch: true },
    ...{ locale: 'en-AU', timezoneId: businessZone },
  });
  const page = await context.newPage();
  await page.goto('/api/login?returnTo=/admin/schedule?view=day');
  await page.getByRole('button', { name: 'admin@example.com' }).click();
  await page.locator('.schedule-scroll').waitFor();
  return page;
}

/** @returns a function that gives the main thread's processor time since then, in ms, whatever else the machine does */
async function watchWork(cdp: CDPSession): Promise<() => Promise<number>> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await seconds();
  return async () => ((await seconds()) - before) * 1000;
}

/** The times from the choice of a day to the frames after its visits on screen, and all of them, are there. */
async function paints(
  page: Page,
  days: readonly [string, string],
): Promise<{ first: number; all: number }[]> {
  await page.goto(`/admin/schedule?view=day&date=${days[0]}`);
  await page
    .locator('[data-visit]')
    .nth(workers * visitsEach - 1)
    .waitFor({ state: 'attached' });
  const times: { first: number; all: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const name = round % 2 === 1 ? 'Earlier day' : 'Later day';
    const painted = await page.evaluate(
      ({ name, count }) =>
        new Promise<{ first: number; all: number }>((resolve) => {
          const shown = new Set(document.querySelectorAll('[data-visit]'));
          const began = performance.now();
          let first = 0;
          const since = (then: (ms: number) => void) =>
            requestAnimationFrame(() => setTimeout(() => then(performance.now() - began)));
          const watch = new MutationObserver(() => {
            const all = [...document.querySelectorAll('[data-visit]')].filter((visit) => !shown.has(visit));
            if (all.length > 0 && first === 0) {
              first = -1;
              since((ms) => {
                first = ms;
              });
            }
            if (all.length < count) return;
            watch.disconnect();
            since((all) => resolve({ first, all }));
          });
          watch.observe(document, { childList: true, subtree: true });
          document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
        }),
      { name, count: workers * visitsEach },
    );
    times.push(painted);
    // The read of the day that was there already comes to its end.
    await page.waitForLoadState('networkidle');
  }
  return times;
}

async function scroll(page: Page, cdp: CDPSession): Promise<void> {
  const box = await page.locator('.schedule-scroll').boundingBox();
  if (!box) throw new Error('The calendar is not there');
  const gesture = {
    ...{ x: box.x + box.width / 2, y: box.y + box.height / 2 },
    ...{ speed: 1600, gestureSourceType: 'touch' as const, repeatCount: 2 },
  };
  await cdp.send('Input.synthesizeScrollGesture', { ...gesture, xDistance: -2400, yDistance: -300 });
  await cdp.send('Input.synthesizeScrollGesture', { ...gesture, xDistance: 2400, yDistance: 300 });
}

/** A finger that has lifted a visit, and carries it to and fro for some seconds. */
async function lifted(page: Page, cdp: CDPSession) {
  const from = await page.evaluate(() => {
    const visit = document.querySelectorAll('[data-visit]')[62];
    visit?.scrollIntoView({ block: 'center', inline: 'center' });
    const box = visit?.getBoundingClientRect();
    return box && { x: box.left + 20, y: box.top + 10 };
  });
  if (!from) throw new Error('No visit is on screen');
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  await page.locator('.schedule-ghost').waitFor();
  return {
    async carry() {
      for (let step = 0; step < 180; step += 1) {
        const turn = Math.sin(step / 20);
        await touch('touchMove', { x: from.x + 260 * turn, y: from.y + 120 * turn });
      }
    },
    async putBack() {
      await page.keyboard.press('Escape');
      await touch('touchEnd');
    },
  };
}

function percentile(values: number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((of / 100) * sorted.length) - 1)] ?? Number.NaN;
}
