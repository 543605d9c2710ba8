import type { Locator, Page } from 'playwright/test';
import { fromNow, front, hour, newest, setTime } from './member-bookings.ts';
import { owing } from './owing.ts';
import { aQuote, aRequest } from './requests.ts';
import { books, toastOf } from './steps.ts';
import { visit } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** A person's hands: they count the taps, and the fields that are typed into. */
function hands() {
  const count = { taps: 0, fields: 0 };
  return {
    count,
    tap: async (target: Locator): Promise<void> => {
      await front(target).click();
      count.taps += 1;
    },
    type: async (target: Locator, text: string): Promise<void> => {
      await front(target).pressSequentially(text);
      count.fields += 1;
    },
  };
}

const named = (within: Page | Locator, role: 'button' | 'link', name: string | RegExp) =>
  within.getByRole(role, { name });
const form = (page: Page) => page.getByRole('dialog').filter({ visible: true });

test.describe('ten jobs take few taps @full', () => {
  test('a member books again in 3 taps and something new in 5, with nothing to type', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member, '/');
    const before = (await books(server, personas.member)).bookings.length;
    const again = hands();
    await again.tap(named(page, 'link', /^Book .* Again$/));
    await again.tap(named(page, 'button', /^(My usual time|Earliest)/));
    await again.tap(named(form(page), 'button', 'Create Booking'));
    await expect.poll(async () => (await books(server, personas.member)).bookings.length).toBe(before + 1);
    expect(again.count).toEqual({ taps: 3, fields: 0 });

    await page.goto('/');
    const anew = hands();
    await anew.tap(
      page.getByRole('region', { name: 'Your hours' }).getByRole('link', { name: 'Book', exact: true }),
    );
    await anew.tap(named(page, 'button', /^Book (?!again)/));
    await anew.tap(named(form(page), 'button', 'Book with Subscription'));
    await anew.tap(named(page, 'button', /^(My usual time|Earliest)/));
    await anew.tap(named(form(page), 'button', 'Create Booking'));
    await expect.poll(async () => (await books(server, personas.member)).bookings.length).toBe(before + 2);
    expect(anew.count).toEqual({ taps: 5, fields: 0 });
  });

  test('a member reads on the home when somebody comes, moves the visit, answers a quote and pays a debt', async ({
    page,
    server,
  }) => {
    await server.rows((db) =>
      db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '=', 'in_progress').execute(),
    );
    const { id } = await newest(server, 'scheduled');
    await setTime(server, id, fromNow(50 * hour));
    const request = await aRequest(server);
    await aQuote(server, request, { hours: 1 }, { scheduledInDays: 9 });
    await owing(page);
    await signInAs(page, personas.member, '/');

    await expect(page.getByRole('region', { name: 'Next visit' })).toBeInViewport();

    const move = hands();
    await move.tap(page.getByRole('region', { name: 'Next visit' }).getByRole('link', { name: 'Change' }));
    await move.tap(named(page, 'button', 'Reschedule'));
    await move.tap(form(page).getByRole('button', { name: /^(My usual time|Earliest)/ }));
    await move.tap(named(form(page), 'button', 'Move Booking'));
    await expect(toastOf(page, /moved/i)).toBeVisible();
    expect(move.count).toEqual({ taps: 4, fields: 0 });

    await page.goto('/');
    const needs = page.getByRole('region', { name: 'Needs you' });
    const answer = hands();
    await answer.tap(needs.getByRole('link', { name: 'Look' }));
    await answer.tap(named(page, 'button', /^Accept/));
    await answer.tap(named(form(page), 'button', 'Accept Quote'));
    await expect(form(page)).toHaveCount(0);
    expect(answer.count).toEqual({ taps: 3, fields: 0 });

    await page.goto('/');
    const pay = hands();
    await pay.tap(needs.getByRole('link', { name: 'Pay in Billing' }));
    const payment = page.waitForRequest((sent) => sent.url().endsWith('/api/subscription/pay'));
    await pay.tap(named(page, 'button', /^Pay \$/));
    await payment;
    expect(pay.count).toEqual({ taps: 2, fields: 0 });
  });

  test.describe('of the team', () => {
    test.use({ viewport: { width: 1180, height: 820 } });

    test('the day shows who is late and who waits longest; ten bookings, an answer and a caller are a few taps', async ({
      page,
      server,
    }) => {
      const open = { status: 'pending' as const, payment_type: 'one_time' as const };
      await server.rows((db) =>
        db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '=', 'pending').execute(),
      );
      for (let n = 0; n < 10; n += 1)
        await visit(server, { service: 'lawn', ...open, scheduled_date: fromNow((60 + n) * hour) });
      await visit(server, { service: 'leaf', name: 'Ben Ito', scheduled_date: fromNow(-hour / 3) });
      await signInAs(page, personas.admin, '/admin/today');
      const list = (name: string) => page.getByRole('region', { name }).filter({ visible: true });

      await expect(list('Late or at risk')).toContainText('Ben Ito');
      await expect(list('Late or at risk')).toBeInViewport();

      const confirm = hands();
      await confirm.tap(list('To confirm').getByRole('button', { name: 'Confirm All 10' }));
      await confirm.tap(named(form(page), 'button', 'Confirm 10'));
      await expect(toastOf(page, '10 bookings confirmed')).toBeVisible();
      expect(confirm.count).toEqual({ taps: 2, fields: 0 });

      const write = hands();
      await write.tap(list('Waiting for an answer').getByRole('link', { name: /^(Answer|Quote)$/ }));
      await write.type(page.getByPlaceholder('Type your message...'), 'With pleasure.');
      await write.tap(named(page, 'button', 'Send'));
      await expect(page.getByText('With pleasure.').filter({ visible: true })).toBeVisible();
      expect(write.count).toEqual({ taps: 2, fields: 1 });

      await page.goto('/admin/today');
      const find = hands();
      await find.type(page.getByRole('combobox', { name: 'Find a customer or booking' }), '61 491 570 006');
      await find.tap(page.getByRole('option', { name: /Olivia/ }));
      await expect(page).toHaveURL(/\/admin\/customers\/[\da-f-]{36}$/);
      expect(find.count).toEqual({ taps: 1, fields: 1 });
    });
  });
});
