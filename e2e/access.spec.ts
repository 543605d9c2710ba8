import type { Page } from 'playwright/test';
import { axe, axeFaults } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { dialogLeft } from './member-bookings.ts';
import { memberPages } from './pages.ts';
import { openSheet, sheetsOf } from './sheets.ts';
import { bookBy, cards, fillPlanDetails, find, pay, submit, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';
import { writeEverywhere } from './written.ts';

const nothing = '00000000-0000-4000-8000-000000000000';
const visitorPages = ['/', '/signin?error=expired', '/services', '/nowhere'];
const pages = [...memberPages, `/bookings/${nothing}`, `/checkout/${nothing}`];

async function findingsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    found.push(...(await axe(page, path)));
  }
  return found;
}

const tablet = { width: 820, height: 1180 };
// Each palette once and each size once; the tour covers all of their pairs.
for (const [place, options] of Object.entries({
  'a phone by day': { colorScheme: 'light' },
  'a tablet by night': { colorScheme: 'dark', viewport: tablet },
} as const)) {
  test.describe(`on ${place} @full`, () => {
    test.use({ ...options, allowed: [/status of 404/] });

    test('axe finds nothing on a visitor’s pages', async ({ page }) => {
      expect(await findingsOn(page, visitorPages)).toEqual([]);
    });

    test('axe finds nothing on a member’s pages', async ({ page, server }) => {
      await signInAs(page, personas.member);
      const { id } = await server.rows((db) =>
        db
          .selectFrom('bookings as b')
          .innerJoin('users as u', 'u.id', 'b.user_id')
          .select('b.id')
          .where('u.email', '=', personas.member)
          .executeTakeFirstOrThrow(),
      );
      expect(await findingsOn(page, [...pages, `/bookings/${id}`])).toEqual([]);
    });

    test('axe finds nothing on the weeks of somebody who visits', async ({ page }) => {
      await signInAs(page, personas.worker);
      const found = await findingsOn(page, ['/admin/week']);
      await page.getByRole('button', { name: 'The next week' }).click();
      await page.getByRole('listitem').or(page.getByText('No visits this week')).first().waitFor();
      found.push(...(await axe(page, 'the next week')));
      expect(found).toEqual([]);
    });

    for (const [as, who] of [
      ['member', 'a member'],
      ['admin', 'the team'],
      ['worker', 'a worker'],
    ] as const)
      test(`axe finds nothing on the sheets and dialogs of ${who}`, async ({ page, server }) => {
        test.slow();
        const of = await writeEverywhere(server, 'Amy');
        await signInAs(page, personas[as]);
        const found: string[] = [];
        for (const opened of sheetsOf[as](of)) {
          await openSheet(page, opened);
          found.push(...(await axe(page, `${opened.path}, ${opened.press}`)));
        }
        expect(found).toEqual([]);
      });

    test.describe('with its worker', () => {
      test.use({ worker: true });

      test('axe finds nothing without a network', async ({ device, guard }) => {
        guard.allow(...networkAway);
        await signInAs(device.page, personas.member, '/');
        await workerReady(device.page);
        await device.offline(true);
        const found = await findingsOn(device.page, ['/', '/billing', `/bookings/${nothing}`]);
        expect(found).toEqual([]);
      });
    });

    // The tablet has no drawer, and the same dialogs.
    if ('viewport' in options) return;
    test('axe finds nothing on the way of a person who books', async ({ page }) => {
      await signInAs(page, personas.newcomer);
      const found = await findingsOn(page, ['/bookings', '/billing', '/profile']);
      await page.getByRole('button', { name: 'Menu' }).filter({ visible: true }).click();
      await page.getByRole('dialog').waitFor();
      found.push(...(await axe(page, 'the drawer')));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await dialogLeft(page);

      await find(page, 'Lawn mowing');
      await bookBy(page, 'Book with Subscription');
      found.push(...(await axe(page, 'the plan form')));
      await submit(page);
      await page.getByText('Please provide a valid phone number').first().waitFor();
      found.push(...(await axe(page, 'the plan form with what is wrong')));
      await fillPlanDetails(page);
      await submit(page);
      await page.getByRole('button', { name: 'Continue to Subscription' }).waitFor();
      found.push(...(await axe(page, 'the plan form’s end')));
      await page.getByRole('button', { name: 'Continue to Subscription' }).click();
      await page.getByLabel('Card number').waitFor();
      found.push(...(await axe(page, '/subscribe')));

      await toCheckout(page);
      await page.getByLabel('Card number').waitFor();
      found.push(...(await axe(page, '/checkout')));
      await pay(page, cards.asks);
      await page.getByRole('button', { name: 'Complete authentication' }).waitFor();
      // The payment under the question is busy until the answer.
      found.push(...(await axeFaults(page)).map((fault) => `the bank’s question: ${fault}`));
      expect(found).toEqual([]);
    });
  });
}
