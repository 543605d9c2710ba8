import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright/test';
import { openBooking } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const statuses = {
  pending: { word: 'Pending', colour: 'yellow', changes: ['Reschedule', 'Cancel Booking'] },
  scheduled: { word: 'Scheduled', colour: 'blue', changes: ['Reschedule', 'Cancel Booking'] },
  in_progress: { word: 'In Progress', colour: 'orange', changes: [] },
  completed: { word: 'Completed', colour: 'green', changes: [] },
  cancelled: { word: 'Cancelled', colour: 'red', changes: [] },
};

const tabs = {
  Pending: 'pending',
  Scheduled: 'scheduled',
  Active: 'in_progress',
  Completed: 'completed',
  Cancelled: 'cancelled',
} as const;

/** The common name of a badge's colour. */
const colourOf = (badge: Locator) =>
  badge.evaluate((element) => {
    const [r = 0, g = 0, b = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    const top = Math.max(r, g, b);
    const span = top - Math.min(r, g, b);
    const turn = top === r ? (g - b) / span : top === g ? 2 + (b - r) / span : 4 + (r - g) / span;
    const hue = (turn * 60 + 360) % 360;
    const ends = { red: 15, orange: 38, yellow: 70, green: 170, blue: 250 };
    return Object.entries(ends).find(([, end]) => hue < end)?.[0] ?? 'another';
  });

test('bookings are counted in tiles and tabs, and each status has its word, its colour and its actions @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const memberBookings = await server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .selectAll('b')
      .where('u.email', '=', personas.member)
      .execute(),
  );
  // One booking of each status, and completed ones with and without a review.
  const kinds = new Map(memberBookings.map((b) => [`${b.status}${b.rating ? ', reviewed' : ''}`, b]));
  expect(kinds.size).toBe(6);
  // Different numbers of each, so that no count equals another.
  const more = (['in_progress', 'in_progress', ...Array(4).fill('cancelled')] as const).flatMap((kind) => {
    const like = kinds.get(kind);
    return like ? [{ ...like, id: randomUUID() }] : [];
  });
  await server.rows((db) => db.insertInto('bookings').values(more).execute());
  const bookings = [...memberBookings, ...more];
  const count = (status: keyof typeof statuses) => bookings.filter((b) => b.status === status).length;
  expect(new Set(Object.values(tabs).map(count)).size).toBe(5);

  await page.goto('/bookings');
  const tiles = page.locator('.tiles > div');
  await expect(tiles).toHaveText([
    `Pending${count('pending')}`,
    `Scheduled${count('scheduled')}`,
    `In Progress${count('in_progress')}`,
    `Completed${count('completed')}`,
    `Total${bookings.length}`,
  ]);
  const list = page.getByRole('tabpanel').locator('.booking-card');
  for (const [tab, status] of Object.entries(tabs)) {
    await page.getByRole('tab', { name: `${tab} ${count(status)}`, exact: true }).click();
    await expect(list.locator('.badge')).toHaveText(Array(count(status)).fill(statuses[status].word));
  }
  await page.getByRole('tab', { name: `All ${bookings.length}`, exact: true }).click();
  await expect(list).toHaveCount(bookings.length);
  for (const { id, status, rating } of bookings) {
    const card = page.getByRole('region', { name: `, ${id.slice(0, 8)}` });
    const offered = [/^Details of /];
    if (status === 'scheduled') offered.push(/^Contact Provider$/);
    if (status === 'completed' && rating === null) offered.push(/^Leave Review$/);
    const controls = card.getByRole('link').or(card.getByRole('button'));
    await expect(controls).toHaveCount(offered.length);
    for (const [at, name] of offered.entries()) await expect(controls.nth(at)).toHaveAccessibleName(name);
    await expect(card.locator('.badge')).toHaveClass(`badge ${status}`);
    expect([status, await colourOf(card.locator('.badge'))]).toEqual([status, statuses[status].colour]);
  }

  for (const { id, status, rating } of kinds.values()) {
    await openBooking(page, id);
    // The possible changes have been read too.
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    const { word, colour, changes } = statuses[status];
    const badge = page.locator('.booking-detail .badge').first();
    await expect(badge).toHaveText(word);
    expect(await colourOf(badge)).toBe(colour);
    const review = status === 'completed' && rating === null ? ['Leave Review'] : [];
    await expect(
      page.getByRole('button', { name: /^(Leave Review|Reschedule|Cancel Booking)$/ }),
      `what a ${status} booking offers`,
    ).toHaveText([...review, ...changes]);
  }
});
