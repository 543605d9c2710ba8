import type { Page } from 'playwright/test';
import { aWorker } from '../api/testing/builders/crew.ts';
import { axe } from './axe.ts';
import { layoutFaults } from './layout.ts';
import type { RunningServer } from './server.ts';
import { toastOf } from './steps.ts';
import { dayIn, sydney, visit } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

/** Two workers, who do everything from 8 to 6, and nobody else. */
const crew = (server: RunningServer) =>
  server.rows(async (db) => {
    await db.updateTable('workers').set({ active: 0 }).execute();
    const categories = await db.selectFrom('service_categories').select('id').execute();
    const categoryIds = categories.map(({ id }) => id);
    for (const name of ['Ana Silva', 'Ben Okafor']) await aWorker(db, { name, categoryIds });
  });

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Who Comes?' });

test('the team assigns from Today in two taps, and changes it on the booking’s page in two more @full', async ({
  page,
  server,
}) => {
  await crew(server);
  const { id } = await visit(server, { service: 'lawn', scheduled_date: sydney(`${dayIn(1)}T10:00`) });
  await signInAs(page, personas.admin, '/admin/today');
  const row = page.getByRole('listitem').filter({ hasText: 'Mai Tran' });
  await row.getByRole('button', { name: /^Assign/ }).tap();
  await expect(sheet(page).getByText(/^was never here, nothing else that day$/)).toHaveCount(2);
  expect(await axe(page, 'the candidates')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await sheet(page).getByRole('button', { name: 'Assign Ana Silva' }).tap();
  await expect(toastOf(page, 'Ana Silva comes')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Assign/ })).toHaveCount(0);

  await page.goto(`/admin/bookings/${id}`);
  await page.getByRole('button', { name: 'Assign Somebody Else' }).tap();
  await sheet(page).getByRole('button', { name: 'Assign Ben Okafor' }).tap();
  await expect(toastOf(page, 'Ben Okafor comes')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who comes' })).toContainText('Ben Okafor');
});
