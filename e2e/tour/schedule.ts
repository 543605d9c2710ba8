import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { RunningServer } from '../server.ts';
import { dayIn, sydney, visit } from '../team-day.ts';
import { statesOf, type View, viewOf } from './view.ts';

/** The team's calendar and live work, with a day's bookings. */
export async function scheduleViews(server: RunningServer): Promise<View[]> {
  await aDaysWork(server);
  const admin = viewOf('admin');
  const states = statesOf('admin', ['loading', 'error']);
  const today = dayIn(0);
  return [
    admin('schedule-week', `/admin/schedule?view=week&date=${today}`, drawn),
    admin('schedule-day', `/admin/schedule?view=day&date=${today}`, drawn),
    admin('schedule-nothing', '/admin/schedule?view=day&date=2027-12-25', drawn),
    admin('schedule-booking', `/admin/schedule?view=day&date=${today}`, async (page) => {
      await drawn(page);
      await page.getByRole('button', { name: /Gutter cleaning/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    }),
    ...states('schedule', `/admin/schedule?date=${today}`),
    admin('live', '/admin/live'),
    ...states('live', '/admin/live'),
  ];
}

const drawn = async (page: Page) => page.locator('.schedule-scroll').waitFor();

async function aDaysWork(server: RunningServer): Promise<void> {
  const now = Date.now();
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const day = dayIn(0);
  const at = (days: number, time: string) => sydney(`${dayIn(days)}T${time}`);
  await visit(server, { service: 'lawn', name: 'Mai Tran', scheduled_date: sydney(`${day}T08:00`) });
  await visit(server, { service: 'gutter', name: 'Alex Nguyen', scheduled_date: sydney(`${day}T09:00`) });
  await visit(server, {
    service: 'house',
    name: 'Priya Raman',
    scheduled_date: sydney(`${day}T09:30`),
    status: 'pending',
  });
  await visit(server, { service: 'grocery', name: 'Jo Baker', scheduled_date: sydney(`${day}T10:00`) });
  await visit(server, { service: 'wall', name: 'Sam Okafor', scheduled_date: at(1, '13:00') });
  await visit(server, { service: 'drain', name: 'Lee Chan', scheduled_date: at(-1, '11:00') });
  await visit(server, { service: 'tech', name: 'Ida Holm', scheduled_date: at(2, '15:30') });
  await visit(server, {
    service: 'pest',
    name: 'Tom Reid',
    scheduled_date: ago(150),
    status: 'in_progress',
    created_at: ago(140),
    estimated_minutes: 90,
  });
  await visit(server, {
    service: 'furniture',
    name: 'Eva Lind',
    scheduled_date: ago(30),
    status: 'in_progress',
    created_at: ago(25),
    estimated_minutes: 120,
  });
  await visit(server, { service: 'dry', name: 'Ben Ito', scheduled_date: ago(12) });
  await visit(server, { service: 'leaf', name: 'Una Walsh', scheduled_date: ago(-40) });
  await assignDay(server, day);
}

/** Gives every second visit of a day to one of the seeded workers, in turn. */
async function assignDay(server: RunningServer, day: string): Promise<void> {
  await server.rows(async (db) => {
    const workers = await db.selectFrom('workers').select('id').orderBy('name').execute();
    const bookings = await db
      .selectFrom('bookings as b')
      .leftJoin('planned_visits as v', 'v.booking_id', 'b.id')
      .select(['b.id', 'b.scheduled_date', 'b.estimated_minutes'])
      .where('b.scheduled_date', '>=', sydney(`${day}T00:00`))
      .where('b.scheduled_date', '<', sydney(`${day}T23:59`))
      .where('v.id', 'is', null)
      .orderBy('b.scheduled_date')
      .execute();
    for (const [n, { id, scheduled_date, estimated_minutes }] of bookings.entries()) {
      const worker = workers[n % Math.max(1, workers.length)];
      if (n % 2 === 1 || !scheduled_date || !worker) continue;
      const ends_at = new Date(Date.parse(scheduled_date) + estimated_minutes * 60_000).toISOString();
      await db
        .insertInto('planned_visits')
        .values({
          ...{ id: randomUUID(), worker_id: worker.id, booking_id: id, hold_id: null },
          ...{ starts_at: scheduled_date, ends_at, postcode: null },
        })
        .execute();
    }
  });
}
