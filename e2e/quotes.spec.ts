import type { Page } from 'playwright/test';
import { axeFaults } from './axe.ts';
import { openDevice, workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { button, front } from './member-bookings.ts';
import { aQuote, aRequest } from './requests.ts';
import type { RunningServer } from './server.ts';
import { cards, openBooking, pay, pickDateTime, toastOf, withoutHints } from './steps.ts';
import { dayIn } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

const booked = (server: RunningServer, id: string) =>
  server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .leftJoin('payments as p', 'p.id', 'b.payment_id')
      .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
      .select(['b.status', 'b.payment_type', 'b.price_cents', 'p.status as payment', 'r.state'])
      .where('b.id', '=', id)
      .executeTakeFirstOrThrow(),
  );
const payments = (server: RunningServer, email: string) =>
  server.rows((db) =>
    db
      .selectFrom('payments as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.status', 'p.amount_cents'])
      .where('u.email', '=', email)
      .where('p.quote_id', 'is not', null)
      .execute(),
  );
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const quoteOf = (page: Page) => front(page.getByLabel("The team's quote"));

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('the team sees on other pages that a request waits, and in the list of all bookings whether for the team or the customer @full', async ({
    page,
    server,
  }) => {
    const id = await aRequest(server);
    await aQuote(server, await aRequest(server, { name: 'Hang a mirror' }), { amountCents: 24_000 });
    await signInAs(page, personas.admin, '/admin');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await expect(row('Piano tuning')).toContainText('Custom quote · Waiting for the team');
    await expect(row('Hang a mirror')).toContainText('Custom quote · Waiting for the customer');
    const sections = front(page.getByRole('navigation', { name: 'Administration' }));
    await sections.getByRole('link', { name: 'Customers' }).click();
    await expect(sections.getByRole('link', { name: 'Requests 1 waiting' })).toBeVisible();
    const answer = await page.request.patch(`/api/admin/bookings/${id}/status`, {
      data: { status: 'scheduled' },
      headers: { origin: server.url },
    });
    expect(answer.status()).toBe(200);
    await expect(sections.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();
  });

  test('the team answers a request with a price; its customer accepts, pays, and is refunded on cancelling', async ({
    page,
    server,
    browser,
    guard,
    network,
  }) => {
    const id = await aRequest(server, { of: personas.newcomer, minutesAgo: 95 });
    await aRequest(server, { minutesAgo: 5, priority: 'emergency', name: 'Burst pipe' });
    // Not exact to the minute: the browser's clock may be a second behind the server's.
    await aRequest(server, { minutesAgo: 172, name: 'Hang a mirror' });
    await signInAs(page, personas.admin, '/admin/requests');
    // In the order in which answers are due, the overdue first.
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(page.getByRole('article').nth(0)).toContainText('Hang a mirror');
    await expect(page.getByRole('article').nth(0).getByRole('timer')).toContainText(/Overdue by 5\d min/);
    await expect(page.getByRole('article').nth(1).getByRole('timer')).toContainText(/Due soon: 2\d min left/);
    await expect(page.getByRole('article').nth(2).getByRole('timer')).toContainText(/On time: 1 h 5\d min/);
    expect(await axeFaults(page)).toEqual([]);

    const request = page.getByRole('article', { name: 'Piano tuning' });
    await expect(request).toContainText('An upright from 1972');
    await expect(request).toContainText('Mind the cat');
    await request.getByRole('button', { name: 'Answer' }).click();
    await expect(dialog(page).getByRole('radio', { name: 'Plan hours' })).toBeDisabled();
    await dialog(page).getByRole('button', { name: 'Send Quote' }).click();
    await expect(dialog(page).getByText('Please enter an amount between $1 and $50,000')).toBeVisible();
    await dialog(page).getByLabel('Price in $').fill('240.50');
    await pickDateTime(page, { label: 'Proposed time (optional)', day: dayIn(4) });
    await dialog(page).getByLabel('Message (optional)').fill('We bring new strings.');
    expect(await axeFaults(page)).toEqual([]);
    // Typed text survives the sheet and a reload.
    await page.reload();
    await request.getByRole('button', { name: 'Answer' }).click();
    await expect(dialog(page).getByLabel('Price in $')).toHaveValue('240.50');
    await dialog(page).getByRole('button', { name: 'Send Quote' }).click();
    await expect(toastOf(page, 'Quote sent')).toBeVisible();
    await expect(request).toBeHidden();
    // The button that opened the sheet is gone with its request.
    await expect(page.getByRole('heading', { name: 'Hang a mirror' })).toBeFocused();
    await page.getByRole('tab', { name: 'Answered' }).click();
    await expect(request).toContainText('Waiting for the customer');
    expect(new URL(page.url()).search).toBe('?state=answered');

    const theirs = await openDevice({ browser, guard, baseURL: server.url, network });
    const phone = theirs.page;
    await signInAs(phone, personas.newcomer, '/');
    await expect(phone.getByText(/^Quote for .*: \$240\.50$/)).toBeVisible();
    await openBooking(phone, id);
    await expect(quoteOf(phone)).toContainText('$240.50');
    await expect(quoteOf(phone)).toContainText('We bring new strings.');
    await expect(quoteOf(phone)).toContainText('proposed by the team');
    expect(await axeFaults(phone)).toEqual([]);
    await button(phone, 'Accept and Pay $240.50').click();
    await pay(phone, cards.declined);
    await expect(toastOf(phone, 'Payment Failed', 'destructive')).toContainText('Your card was declined.');
    await pay(phone, cards.good);
    await expect(toastOf(phone, 'Payment Successful')).toContainText('Piano tuning is booked.');
    await expect(front(phone.getByText('$240.50 · Paid by card'))).toBeVisible();
    expect(await booked(server, id)).toEqual({
      status: 'scheduled',
      payment_type: 'one_time',
      price_cents: 24_050,
      payment: 'booked',
      state: 'settled',
    });
    await button(phone, 'Cancel Booking').click();
    await expect(dialog(phone)).toContainText('$240.50 goes back to your card.');
    await dialog(phone).getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(front(phone.getByText('$240.50 · Refunded'))).toBeVisible();
    expect(await booked(server, id)).toMatchObject({ status: 'cancelled', payment: 'refunded' });
    await theirs.discard();
  });
});

test('a member accepts hours of their plan, and they are held @full', async ({ page, server }) => {
  const id = await aRequest(server);
  await signInAs(page, personas.member, `/bookings/${id}`);
  await expect(front(page.getByText('Waiting for our quote (within 2 hours)'))).toBeVisible();
  await aQuote(server, id, { hours: 1 });
  await page.reload();
  await expect(quoteOf(page)).toContainText('1 h of your plan');
  await button(page, 'Accept Quote').click();
  await expect(dialog(page)).toContainText('1 h of your plan is held for this visit');
  await dialog(page).getByRole('button', { name: 'Accept Quote' }).click();
  await expect(toastOf(page, 'Quote accepted')).toContainText('Piano tuning is scheduled for');
  await expect(quoteOf(page)).toBeHidden();
  expect(await booked(server, id)).toMatchObject({ status: 'scheduled', payment_type: 'subscription' });
});

test('a quote of more hours than are free shows the missing ones and their price, and is accepted on these terms @full', async ({
  page,
  server,
}) => {
  const id = await aRequest(server);
  await aQuote(server, id, { hours: 40 });
  await signInAs(page, personas.member, `/bookings/${id}`);
  await expect(quoteOf(page).getByRole('heading', { name: /h are missing$/ })).toBeVisible();
  await expect(quoteOf(page)).toContainText('less than 24 hours before, it is charged all the same');
  expect(await axeFaults(page)).toEqual([]);
  const accept = quoteOf(page).getByRole('button', { name: /^Accept and Pay \$[\d,.]+ When Done$/ });
  const label = (await accept.textContent()) ?? '';
  await accept.click();
  await expect(dialog(page)).toContainText(
    'is charged to the card that pays your plan, once the work is done',
  );
  await dialog(page).getByRole('button', { name: 'Accept Quote' }).click();
  await expect(toastOf(page, 'Quote accepted')).toBeVisible();
  const agreed = await server.rows((db) =>
    db.selectFrom('past_hours').selectAll().where('booking_id', '=', id).executeTakeFirstOrThrow(),
  );
  expect(label).toContain((agreed.amount_cents / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 }));
  await expect(front(page.getByText(/, once the work is done$/))).toBeVisible();
  expect(await booked(server, id)).toMatchObject({ status: 'scheduled', payment_type: 'subscription' });
});

test('a quote is declined; the request stays and says so @full', async ({ page, server }) => {
  const id = await aRequest(server);
  await aQuote(server, id, { amountCents: 24_000 });
  await signInAs(page, personas.member, `/bookings/${id}`);
  await button(page, 'Decline').click();
  await dialog(page).getByRole('button', { name: 'Decline Quote' }).click();
  await expect(front(page.getByText('You declined this quote'))).toBeVisible();
  expect(await booked(server, id)).toMatchObject({ status: 'pending', state: 'settled' });
});

test.describe('against the clock', () => {
  test.use({ allowed: [/status of 409/] });

  test('a quote withdrawn or replaced while it is viewed is not accepted, and the present one is shown @full', async ({
    page,
    server,
    browser,
    guard,
    network,
  }) => {
    const id = await aRequest(server);
    await aQuote(server, id, { amountCents: 24_000 });
    await withoutHints(page);
    await signInAs(page, personas.member, `/bookings/${id}`);
    await expect(quoteOf(page)).toContainText('$240.00');
    await aQuote(server, id, { amountCents: 26_000 });
    await button(page, 'Accept and Pay $240.00').click();
    await expect(quoteOf(page)).toContainText('$260.00');

    const office = await openDevice({
      browser,
      guard,
      baseURL: server.url,
      network,
      viewport: { width: 820, height: 1180 },
    });
    await signInAs(office.page, personas.admin, '/admin/requests?state=answered');
    await office.page.getByRole('button', { name: 'Withdraw' }).click();
    await dialog(office.page).getByRole('button', { name: 'Withdraw Quote' }).click();
    await expect(toastOf(office.page, 'Quote withdrawn')).toBeVisible();
    await button(page, 'Accept and Pay $260.00').click();
    await expect(front(page.getByText('The team has withdrawn its quote'))).toBeVisible();
    expect(await payments(server, personas.member)).toEqual([]);
    expect(await booked(server, id)).toMatchObject({ status: 'pending', state: 'waiting' });
    await office.discard();
  });
});

test('two tabs pay one quote once @full', async ({ page, server }) => {
  const id = await aRequest(server, { of: personas.newcomer });
  await aQuote(server, id, { amountCents: 24_000 });
  await signInAs(page, personas.newcomer, `/bookings/${id}`);
  const other = await page.context().newPage();
  await withoutHints(other);
  await openBooking(other, id);
  for (const tab of [page, other]) {
    await button(tab, 'Accept and Pay $240.00').click();
    await dialog(tab).getByLabel('Card number').waitFor();
  }
  await pay(page, cards.good);
  await expect(toastOf(page, 'Payment Successful')).toBeVisible();
  await pay(other, cards.good);
  await expect(front(other.getByText('$240.00 · Paid by card'))).toBeVisible();
  expect(await payments(server, personas.newcomer)).toEqual([{ status: 'booked', amount_cents: 24_000 }]);
});

test.describe('on a network that comes and goes', () => {
  test.use({ allowed: networkAway });

  test('a lost answer to the confirmation leads to one payment and one booking @full', async ({
    page,
    server,
    network,
  }) => {
    const id = await aRequest(server, { of: personas.newcomer });
    await aQuote(server, id, { amountCents: 24_000 });
    await signInAs(page, personas.newcomer, `/bookings/${id}`);
    await button(page, 'Accept and Pay $240.00').click();
    const lost = network.loseNextAnswer('/api/confirm-one-time-payment');
    await pay(page, cards.asks);
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await lost;
    await expect(front(page.getByText('$240.00 · Paid by card'))).toBeVisible();
    expect(await payments(server, personas.newcomer)).toEqual([{ status: 'booked', amount_cents: 24_000 }]);
  });

  test.describe('with its worker', () => {
    test.use({ worker: true });

    test('a quote can be read offline, and not answered @full', async ({ page, server, device }) => {
      const id = await aRequest(server);
      await aQuote(server, id, { amountCents: 24_000 });
      await signInAs(page, personas.member, `/bookings/${id}`);
      await expect(quoteOf(page)).toContainText('$240.00');
      await workerReady(page);
      await device.offline(true);
      await expect(quoteOf(page).getByText('You are offline.', { exact: false })).toBeVisible();
      await expect(button(page, 'Accept and Pay $240.00')).toHaveAttribute('aria-disabled', 'true');
      await device.offline(false);
    });
  });
});
