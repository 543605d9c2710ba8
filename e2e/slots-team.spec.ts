import type { Locator, Page } from 'playwright/test';
import { aWorker } from '../api/testing/builders/crew.ts';
import { toLocalInput } from '../app/lib/time/dates.ts';
import { businessZone } from '../scripts/test/business-zone.ts';
import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { layoutFaults } from './layout.ts';
import { button, front } from './member-bookings.ts';
import { aRequest } from './requests.ts';
import { open, visitOf } from './schedule.ts';
import type { RunningServer } from './server.ts';
import { openSheet, timeSheetsOf } from './sheets.ts';
import { cards, pay, pickDateTime, toastOf } from './steps.ts';
import { dayIn, sydney, visit } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';
import { writeEverywhere } from './written.ts';

test.use({ serverOptions: { env: { SANDBOX_SLOTS: 'on' } } });

const tablet = { width: 820, height: 1180 };
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const earliest = (page: Page) =>
  page.getByRole('group', { name: 'The earliest free times' }).getByRole('button');
/** '9:00 – 10:00 am', '11:30 am – 12:30 pm'. */
const window = /\d+:\d\d (am )?– \d+:\d\d [ap]m/;

/** One worker, who does everything from 8 to 6, and nobody else. */
const oneWorker = (server: RunningServer) =>
  server.rows(async (db) => {
    await db.updateTable('workers').set({ active: 0 }).execute();
    const services = await db.selectFrom('services').select('id').execute();
    return aWorker(db, { name: 'Ana Silva', serviceIds: services.map(({ id }) => id) });
  });

/** Chooses one of the earliest free times of a folded field. */
async function chooseEarliest(page: Page, field: Locator) {
  await field.click();
  await earliest(page).last().click();
}

test.describe('on a tablet @full', () => {
  test.use({ viewport: tablet, allowed: [/409 \(Conflict\)/] });

  test('a quote carries a free time, and its customer has it with its window and its worker', async ({
    page,
    server,
    browser,
    guard,
  }) => {
    await oneWorker(server);
    const id = await aRequest(server);
    await signInAs(page, personas.admin, '/admin/requests');
    const request = page.getByRole('article', { name: 'Piano tuning' });
    await request.getByRole('button', { name: 'Answer' }).click();
    // A member with hours is answered in hours first.
    await dialog(page).getByRole('radio', { name: 'A price' }).check();
    await dialog(page).getByLabel('Price in $').fill('240.50');
    await chooseEarliest(page, dialog(page).getByRole('combobox', { name: 'Proposed time (optional)' }));
    await expect(dialog(page)).toContainText('It is kept for nobody until they accept.');
    expect(await axe(page, 'the quote with a time')).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Send Quote' }).click();
    await expect(toastOf(page, 'Quote sent')).toBeVisible();
    await page.getByRole('tab', { name: 'Answered' }).click();
    await expect(request).toContainText(window);

    const theirs = await openDevice({ browser, guard, baseURL: server.url });
    const phone = theirs.page;
    await signInAs(phone, personas.member, `/bookings/${id}`);
    const quote = front(phone.getByLabel("The team's quote"));
    await expect(quote).toContainText(window);
    const promised = (await quote.textContent())?.match(window)?.[0] ?? '';
    await button(phone, 'Accept and Pay $240.50').click();
    await pay(phone, cards.good);
    await expect(toastOf(phone, 'Payment Successful')).toContainText('Piano tuning is booked.');
    const state = front(phone.locator('.state-card'));
    await expect(state).toContainText('Scheduled');
    await expect(state).toContainText(promised);
    await expect(state).toContainText('Ana Silva');
    await theirs.discard();
  });

  test('the team moves a visit to a free time of its worker, or to any other with a reason', async ({
    page,
    server,
  }) => {
    const { id: worker } = await oneWorker(server);
    const day = dayIn(5);
    const lawn = await visit(server, { service: 'lawn', scheduled_date: sydney(`${day}T09:30`) });
    await open(page, `/admin/schedule?view=day&date=${day}`);
    const assigned = await page.request.put(`/api/admin/bookings/${lawn.id}/assignment`, {
      data: { workerId: worker },
      headers: { origin: server.url },
    });
    expect(assigned.status()).toBe(200);
    await expect(visitOf(page, /Lawn mowing.*Ana Silva/)).toBeVisible();
    const at = () =>
      server.rows((db) =>
        db
          .selectFrom('bookings')
          .select('scheduled_date')
          .where('id', '=', lawn.id)
          .executeTakeFirstOrThrow(),
      );
    const sheet = page.getByRole('dialog', { name: 'Lawn mowing' });
    const openMove = async () => {
      await visitOf(page, /Lawn mowing/).focus();
      await page.keyboard.press('Space');
      await sheet.getByRole('button', { name: 'Move', exact: true }).click();
      return sheet.getByRole('combobox', { name: 'New date and time' });
    };
    const before = await at();
    const field = await openMove();
    await expect(sheet).toContainText('When Ana Silva can come.');
    await chooseEarliest(page, field);
    expect(await axe(page, 'the free times of a move')).toEqual([]);
    await sheet.getByRole('button', { name: 'Move Booking' }).click();
    await expect(toastOf(page, 'Booking moved')).toBeVisible();
    const { scheduled_date: moved } = await at();
    expect(moved).not.toEqual(before.scheduled_date);

    await page.goto(`/admin/schedule?view=day&date=${toLocalInput(moved ?? '', businessZone).slice(0, 10)}`);
    await openMove();
    await sheet.getByRole('button', { name: 'Any other time' }).click();
    await pickDateTime(page, { label: 'New date and time', day, time: '6:00 pm' });
    await sheet.getByRole('button', { name: 'Move Booking' }).click();
    const refusal = page.getByRole('alertdialog');
    await expect(refusal).toContainText('Not possible: works 8 am to 6 pm that day');
    expect((await at()).scheduled_date).toEqual(moved);
    await refusal.getByRole('button', { name: 'Anyway…' }).click();
    await refusal.getByLabel('The reason, for the log').fill('She offered it');
    await refusal.getByRole('button', { name: 'Do It Anyway' }).click();
    await expect(toastOf(page, 'Booking moved')).toBeVisible();
    expect((await at()).scheduled_date).toEqual(sydney(`${day}T18:00`));
  });
});

for (const [place, options] of Object.entries({
  'a phone of 320 px by day': { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  'a tablet by night': { colorScheme: 'dark', viewport: tablet },
} as const))
  test.describe(`on ${place} @full`, () => {
    test.use(options);

    for (const as of ['member', 'admin'] as const)
      test(`free times fit the sheets of ${as === 'member' ? 'a member' : 'the team'}, and axe finds nothing`, async ({
        page,
        server,
      }) => {
        await oneWorker(server);
        const of = await writeEverywhere(server, 'Amy');
        await signInAs(page, personas[as], '/');
        const found: string[] = [];
        for (const opened of timeSheetsOf[as](of)) {
          await openSheet(page, opened);
          await earliest(page).first().waitFor();
          const where = `${opened.path}, ${opened.press}`;
          found.push(...(await axe(page, where)));
          found.push(...(await layoutFaults(page)).map((fault) => `${where}: ${fault}`));
        }
        expect(found).toEqual([]);
      });
  });
