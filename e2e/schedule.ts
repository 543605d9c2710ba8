import type { Locator, Page } from 'playwright/test';
import { mondayOf, titleOf } from '../app/features/schedule/days.ts';
import { daysLater } from '../app/lib/time/calendar-days.ts';
import { formatWhen } from '../app/lib/time/dates.ts';
import { businessZone } from '../scripts/test/business-zone.ts';
import { dayIn, sydney } from './team-day.ts';
import { expect, personas, signInAs } from './test.ts';

/** The Monday of a week without bookings, so far ahead that none of its days has a special name. */
export const monday = mondayOf(dayIn(63));
/** The day this many days after it. */
export const later = (days: number) => daysLater(monday, days);
export const week = `/admin/schedule?view=week&date=${monday}`;
/** A local time in the page's form. */
export const when = (wall: string) => formatWhen(sydney(wall), businessZone);
export const titled = (view: 'day' | 'week', date: string) => titleOf({ view, date });

export const open = async (page: Page, path: string) => {
  await signInAs(page, personas.admin, path);
  await page.locator('.schedule-scroll').waitFor();
};
export const visitOf = (page: Page, name: RegExp) =>
  page.locator('[data-visit]').filter({ hasText: name }).first();
/** A day of a week, or a worker's lane of a day, by its key. */
export const columnOf = (page: Page, key: string) => page.locator(`[data-column="${key}"]`);

/** A place in a column, this many minutes later. */
interface Place {
  /** A day of a week, a worker's id, or 'unassigned'. */
  to: string;
  minutes: number;
}

/** The place where a finger takes a booking, and its place this many minutes later in another column. */
async function wayOf(page: Page, booking: Locator, { to, minutes }: Place) {
  await booking.scrollIntoViewIfNeeded();
  const box = await booking.boundingBox();
  const column = await columnOf(page, to).boundingBox();
  if (!box || !column) throw new Error('The calendar is not there');
  const minute = column.height / (24 * 60);
  const from = { x: box.x + Math.min(20, box.width / 2), y: box.y + 7 };
  return { from, to: { x: column.x + column.width / 2, y: from.y + minutes * minute } };
}

export async function carryByMouse(page: Page, booking: Locator, to: Place) {
  const way = await wayOf(page, booking, to);
  await page.mouse.move(way.from.x, way.from.y);
  await page.mouse.down();
  await page.mouse.move(way.from.x + 8, way.from.y + 8);
  await page.mouse.move(way.to.x, way.to.y, { steps: 8 });
}

export async function dragByMouse(page: Page, booking: Locator, to: Place) {
  await carryByMouse(page, booking, to);
  await page.mouse.up();
}

/** A real finger: it rests until the booking is lifted, carries it, and lets go. */
export async function dragByTouch(page: Page, booking: Locator, to: Place) {
  const way = await wayOf(page, booking, to);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', way.from);
  await expect(page.locator('.schedule-ghost')).toBeAttached();
  const steps = 8;
  for (let step = 1; step <= steps; step += 1)
    await touch('touchMove', {
      x: way.from.x + ((way.to.x - way.from.x) * step) / steps,
      y: way.from.y + ((way.to.y - way.from.y) * step) / steps,
    });
  await touch('touchEnd');
}
