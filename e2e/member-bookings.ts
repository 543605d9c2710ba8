import type { Locator, Page } from 'playwright/test';
import type { BookingStatus } from '../api/contract/schemas/bookings.ts';
import type { RunningServer } from './server.ts';
import { personas } from './test.ts';

export const hour = 60 * 60 * 1000;
export const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

/** The member's newest booking in a status, paid with plan hours unless given. */
export const newest = (server: RunningServer, status: BookingStatus, paymentType = 'subscription') =>
  server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .innerJoin('services as s', 's.id', 'b.service_id')
      .select(['b.id', 's.name', 'b.estimated_minutes'])
      .where('u.email', '=', personas.member)
      .where('b.status', '=', status)
      .where('b.payment_type', '=', paymentType as 'subscription')
      .where('b.rating', 'is', null)
      .orderBy('b.created_at', 'desc')
      .executeTakeFirstOrThrow(),
  );
/** The newest booking of all. */
export const newestBooking = (server: RunningServer) =>
  server.rows((db) =>
    db.selectFrom('bookings').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
  );
/** Sets a booking's time directly in the database. */
export const setTime = (server: RunningServer, id: string, at: string) =>
  server.rows((db) => db.updateTable('bookings').set({ scheduled_date: at }).where('id', '=', id).execute());
export const row = (server: RunningServer, id: string) =>
  server.rows((db) =>
    db
      .selectFrom('bookings')
      .select(['status', 'scheduled_date', 'rating', 'review'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
export const hours = (minutes: number) => `${minutes / 60} h`;

export const sheet = (page: Page) => page.getByRole('dialog').filter({ visible: true }).first();
/** Waits until a closed dialog has left the history; going elsewhere before that would be undone. */
export const dialogLeft = (page: Page) =>
  page.waitForFunction(() => !(history.state as { dialog?: unknown } | null)?.dialog);

/** The element on the front page; Ionic keeps the pages behind it. */
export const front = (locator: Locator) => locator.filter({ visible: true }).first();
export const button = (page: Page, name: string) => front(page.getByRole('button', { name, exact: true }));

/** Whether anything extends beyond the screen or the dialog. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const open = document.querySelector<HTMLElement>('dialog[open]');
    return (
      document.documentElement.scrollWidth > innerWidth ||
      (open !== null && open.scrollWidth > open.clientWidth + 1)
    );
  });
