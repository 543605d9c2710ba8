import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { layoutFaults } from './layout.ts';
import { aRequest } from './requests.ts';
import { toastOf } from './steps.ts';
import { visit } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1180, height: 820 } });

  test('the team’s day names late work, who waits and what is to confirm, and each line has its action', async ({
    page,
    server,
    guard,
    network,
  }) => {
    await visit(server, {
      service: 'pest',
      name: 'Tom Reid',
      scheduled_date: ago(150),
      status: 'in_progress',
      created_at: ago(140),
      estimated_minutes: 90,
    });
    const late = await visit(server, { service: 'leaf', name: 'Ben Ito', scheduled_date: ago(22) });
    const open = { status: 'pending' as const, payment_type: 'one_time' as const };
    const first = await visit(server, {
      service: 'lawn',
      name: 'Una Walsh',
      ...open,
      scheduled_date: ago(-4000),
    });
    await visit(server, { service: 'pet', name: 'Kim Park', ...open, scheduled_date: ago(-5000) });
    await aRequest(server, { minutesAgo: 72, name: 'Leaning fence' });
    await signInAs(page, personas.admin, '/admin/today');

    const list = (name: string) => page.getByRole('region', { name }).filter({ visible: true });
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
    await expect(list('Late or at risk')).toContainText(/\+5\d min.*Tom Reid.*\+2\d min.*Ben Ito/);
    await expect(line('Leaning fence')).toContainText(/4\d min left/);
    await expect(line('Leaning fence').getByRole('link', { name: 'Quote' })).toHaveAttribute(
      'href',
      /^\/admin\/requests\?state=waiting&request=[\w-]+$/,
    );
    await expect(list('On now')).toContainText('Tom Reid');
    expect([...(await axe(page, 'today')), ...(await layoutFaults(page))]).toEqual([]);

    await line('Ben Ito').getByRole('button', { name: 'Tell Customer' }).click();
    const contact = page.getByRole('dialog', { name: 'Contact Customer' });
    await contact.getByLabel('Message').fill('We are twenty minutes late, sorry.');
    await contact.getByRole('button', { name: 'Send Message' }).click();
    await expect(toastOf(page, 'Message sent successfully')).toBeVisible();

    await line('Una Walsh').getByRole('button', { name: 'Confirm' }).click();
    await expect(toastOf(page, 'Booking confirmed')).toBeVisible();
    await expect(list('To confirm')).not.toContainText('Una Walsh');
    await expect(list('To confirm')).toContainText('Kim Park');

    // A customer's question appears by itself, and goes with the answer.
    const phone = await openDevice({ guard, baseURL: server.url, network });
    await signInAs(phone.page, personas.member, '/');
    const theirs = await server.rows((db) =>
      db
        .selectFrom('bookings as b')
        .innerJoin('users as u', 'u.id', 'b.user_id')
        .select('b.id')
        .where('u.email', '=', personas.member)
        .where('b.status', '=', 'scheduled')
        .executeTakeFirstOrThrow(),
    );
    await phone.page.evaluate(async (bookingId) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ bookingId, message: 'Is the gate code still right?' });
      await fetch('/api/bookings/messages', { method: 'POST', headers, body });
    }, theirs.id);
    const question = list('Waiting for an answer').getByRole('listitem').filter({ hasText: 'gate code' });
    await expect(question).toContainText(/^Message \d+ (?:min|h|days?)/);
    const thanks = list('Waiting for an answer')
      .getByRole('listitem')
      .filter({ hasText: 'wonderful, thank' });
    await thanks.getByRole('button', { name: 'Needs No Answer' }).click();
    await expect(thanks).toHaveCount(0);
    await question.getByRole('link', { name: 'Answer' }).click();
    await expect(page).toHaveURL(`/admin/bookings/${theirs.id}#messages`);
    await expect(page.getByText('Is the gate code still right?').filter({ visible: true })).toBeInViewport();
    await phone.discard();

    const status = await server.rows((db) =>
      db.selectFrom('bookings').select('status').where('id', '=', first.id).executeTakeFirstOrThrow(),
    );
    expect(status).toEqual({ status: 'scheduled' });
    const written = await server.rows((db) =>
      db.selectFrom('messages').select('message').where('booking_id', '=', late.id).execute(),
    );
    expect(written).toEqual([{ message: 'We are twenty minutes late, sorry.' }]);
  });

  test('bookings are sorted, chosen by keys, confirmed and written to together, and a caller is found @full', async ({
    page,
    server,
  }) => {
    const open = { status: 'pending' as const, payment_type: 'one_time' as const };
    await visit(server, { service: 'lawn', name: 'Una Walsh', ...open, scheduled_date: ago(-4000) });
    await visit(server, { service: 'pet', name: 'Kim Park', ...open, scheduled_date: ago(-5000) });
    await signInAs(page, personas.admin, '/admin?status=pending');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await page.getByRole('button', { name: 'Customer', exact: true }).click();
    await expect(page).toHaveURL(/sort=customer/);
    await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(row('Kim Park')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.locator('body').press('j');
    await page.keyboard.press('x');
    await expect(page.getByText('1 chosen')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Choose all rows' }).check();
    await page.getByRole('button', { name: 'Write to All' }).click();
    const sheet = page.getByRole('dialog', { name: 'Write to All' });
    await sheet.getByLabel('Message').fill('We plan your visit today.');
    expect(await axe(page, 'writing to several')).toEqual([]);
    await sheet.getByRole('button', { name: 'Send Message' }).click();
    await expect(toastOf(page, /messages sent/)).toBeVisible();
    await row('Kim Park').getByRole('checkbox').check();
    await row('Una Walsh').getByRole('checkbox').check();
    await page
      .getByRole('region', { name: 'Chosen bookings' })
      .getByRole('button', { name: 'Confirm' })
      .click();
    await expect(toastOf(page, '2 bookings confirmed')).toBeVisible();
    await expect(row('Kim Park')).toHaveCount(0);

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeHidden();
    await page.keyboard.press('/');
    const find = page.getByRole('combobox', { name: 'Find a customer or booking' }).filter({ visible: true });
    await expect(find).toBeFocused();
    await find.pressSequentially('newc');
    await page
      .getByRole('option', { name: /Noah Tran/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/admin\/customers\/[\da-f-]{36}$/);
    // The list beside the page hears the same keys, from the opened row on.
    const opened = page.url();
    await expect(page.locator('[data-row] [aria-current=true]')).toBeVisible();
    // A page hears keys a moment after it is in sight.
    await expect(async () => {
      await page.locator('body').press('k');
      await expect(page.locator('[data-row] a:focus')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(opened);
  });
});

test('on a phone, the team has its day, its bookings and its chats, and the rest behind More @full', async ({
  page,
}) => {
  await signInAs(page, personas.admin, '/admin/today');
  const tabs = page.getByRole('navigation', { name: 'Administration' });
  await expect(tabs.getByRole('link')).toHaveText([/^Today/, /^Bookings/, /^Support/]);
  await tabs.getByRole('button', { name: 'More' }).click();
  const more = page.getByRole('dialog', { name: 'More' });
  expect(await axe(page, 'more pages of the team')).toEqual([]);
  await more.getByRole('link', { name: 'Customers' }).click();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await tabs.getByRole('button', { name: 'More' }).click();
  await more.getByRole('link', { name: 'Your own home' }).click();
  await expect(page).toHaveURL('/');
});
