import type { Page } from 'playwright/test';
import { daysLater } from '../app/lib/time/calendar-days.ts';
import { newest, setTime } from './member-bookings.ts';
import { withoutSocket } from './steps.ts';
import { dayIn, sydney } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** A booking's card in a list, also if its page is beside it. */
const cardOf = (page: Page, id: string) => page.getByRole('region', { name: id.slice(0, 8) });

test('a booking of tomorrow is called today’s after midnight, while the app is open @full', async ({
  page,
  server,
}) => {
  const today = dayIn(0);
  const tomorrow = daysLater(today, 1);
  const { id } = await newest(server, 'scheduled');
  await setTime(server, id, sydney(`${tomorrow}T09:30`));
  await page.clock.install({ time: sydney(`${today}T23:57`) });

  await signInAs(page, personas.member, '/bookings');
  await expect(cardOf(page, id)).toContainText('9:30 am');
  await expect(cardOf(page, id)).not.toContainText('Today');
  await page.clock.fastForward(4 * 60_000);
  await expect(cardOf(page, id)).toContainText('Today');
});

test.describe('on the team’s tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('the bookings and the link to today’s follow the day, and are counted again @full', async ({
    page,
    server,
  }) => {
    const today = dayIn(0);
    const tomorrow = daysLater(today, 1);
    const { id } = await newest(server, 'scheduled');
    await setTime(server, id, sydney(`${tomorrow}T09:30`));
    await page.clock.install({ time: sydney(`${today}T23:57`) });
    await withoutSocket(page);

    await signInAs(page, personas.admin, '/admin?status=scheduled');
    const todays = page.getByRole('link', { name: "Today's Bookings" });
    const row = page.getByRole('row', { name: id.slice(0, 8) });
    await expect(row).toContainText('Tomorrow, 9:30 am');
    await expect(todays).toHaveAttribute('href', new RegExp(`from=${today}`));
    await page.clock.fastForward(4 * 60_000);
    await expect(row).toContainText('Today, 9:30 am');
    await expect(todays).toHaveAttribute('href', new RegExp(`from=${tomorrow}&to=${tomorrow}`));
    let counted = 0;
    page.on('request', (request) => request.url().includes('/api/admin/bookings/summary') && ++counted);
    // A read that is under way is cut off by the jump, and the next one follows only 5 minutes later.
    await expect
      .poll(async () => {
        await page.clock.fastForward(5 * 60_000);
        return counted;
      })
      .toBeGreaterThan(0);
  });
});
