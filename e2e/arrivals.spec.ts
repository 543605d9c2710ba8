import { cardServiceId, details, paidOnce } from './checkout.ts';
import { books, cards, pauseClock, pay, tickUntil, toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.describe('with an address that contains private data', () => {
  test.use({ allowed: [/status of (402|404)/] });

  test('details and a client secret leave the address, the history and the log, and the named payment can be made', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.newcomer, '/');
    const id = await cardServiceId(server);
    const clientSecret = await page.evaluate(
      async ([id, bookingData]) => {
        const answer = await fetch('/api/create-payment-intent', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ serviceId: id, bookingData }),
        });
        return ((await answer.json()) as { clientSecret: string }).clientSecret;
      },
      [id, details] as const,
    );
    await page.goto(`/checkout/${id}?${new URLSearchParams({ ...details, clientSecret, utm: 'x' })}`);
    const summary = page.getByRole('region', { name: 'Summary' });
    for (const text of [
      'House and bathroom cleaning',
      'Cleaning Services',
      '$189.00',
      'Ann Lee',
      '12 Banksia',
    ])
      await expect(summary).toContainText(text);
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(new URL(page.url()).search).toBe('?utm=x');
    await page.goto('/services');
    await page.goBack();
    await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
    expect(new URL(page.url()).search).toBe('?utm=x');
    const log = JSON.stringify(server.log);
    for (const secret of ['Banksia', clientSecret, encodeURIComponent(details.email)])
      expect(log).not.toContain(secret);
    // In every form of the space; ids of requests contain digits too.
    for (const secret of [/Ann.{1,3}Lee/, /0412.{0,3}345/]) expect(log).not.toMatch(secret);
  });

  test('an invalid or foreign client secret leads to the details, and an unknown service is reported @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.newcomer);
    const id = await cardServiceId(server);
    const failed = toastOf(page, 'Failed to initialize payment', 'destructive');
    await pauseClock(page);
    for (const clientSecret of ['nonsense', 'pi_3Nobody_secret_Nothing']) {
      await page.goto(`/checkout/${id}?${new URLSearchParams({ ...details, clientSecret })}`);
      await tickUntil(page, () => failed.isVisible());
      await expect(failed).toContainText('Error');
      await expect(page.getByText('This payment could not be found, and nothing was charged.')).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
    }
    // The toast stays while the clock stands, beside the button at the page's foot.
    await page.getByRole('button', { name: 'Continue' }).click({ timeout: 30_000 });
    await expect(failed).toBeVisible();
    await page.clock.resume();
    await pay(page, cards.good);
    await page.waitForURL((url) => url.pathname === '/bookings');
    expect(await books(server, personas.newcomer)).toEqual(paidOnce);

    await page.goto('/checkout/00000000-0000-4000-8000-000000000000');
    await expect(page.getByText('Service Not Found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'All services' })).toBeVisible();
  });

  test('a return from a bank that refused shows that nothing was charged @full', async ({ page, server }) => {
    await signInAs(page, personas.newcomer);
    const back = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed';
    await page.goto(`/checkout/${await cardServiceId(server)}?${back}`);
    await expect(toastOf(page, 'Payment Failed', 'destructive')).toContainText('Your bank did not approve');
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`/bookings?subscription=success&redirect_status=failed`);
    await expect(toastOf(page, 'Payment Failed', 'destructive')).toContainText('Your bank did not approve');
    await expect(page.getByText('Your plan was not started, and nothing was charged.')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a return from a bank that agreed waits for a slow plan, and then promises it @full', async ({
    page,
  }) => {
    await page.clock.install();
    await signInAs(page, personas.newcomer);
    await page.goto('/bookings?subscription=success&redirect_status=succeeded');
    await expect(page.getByText('Activating your plan…')).toBeVisible();
    const promised = page.getByText('Your payment went through. Your plan will be active within minutes');
    await expect(async () => {
      await page.clock.runFor(15_000);
      await expect(promised).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Activating your plan…')).toBeVisible();

    await page.goto('/bookings?subscription=success&redirect_status=pending');
    await expect(async () => {
      await page.clock.runFor(15_000);
      await expect(page.getByText('Your bank has not confirmed your payment yet.')).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expect(promised).toHaveCount(0);
  });
});

test('a visitor at the checkout is asked to log in, and the address keeps nothing @full', async ({
  page,
  server,
}) => {
  const id = await cardServiceId(server);
  await page.goto(`/checkout/${id}?${new URLSearchParams(details)}`);
  await expect(page.getByText('Log in to pay for this service.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: personas.newcomer }).click();
  await page.waitForURL((url) => url.pathname === `/checkout/${id}`);
});

test('the plan page handles every parameter, its defaults, and an unknown plan @full', async ({ page }) => {
  await signInAs(page, personas.newcomer, '/subscribe');
  await expect(page.getByRole('heading', { name: 'Standard Plan' })).toBeVisible();
  await expect(page.getByText('$1,400.99').first()).toBeVisible();
  const back = page.getByRole('link', { name: 'Back', exact: true });
  await expect(back).toHaveAttribute('href', '/profile');

  const booking = {
    ...details,
    serviceBooked: 'Lawn mowing',
    emergencyContact: 'Mai Tran',
    emergencyPhone: '0498 765 432',
    accessInstructions: 'Side gate',
  };
  const stay = { tier: 'deluxe', returnUrl: '/billing' };
  await page.goto(`/subscribe?${new URLSearchParams({ ...booking, ...stay })}`);
  await expect(page.getByRole('heading', { name: 'Deluxe Plan' })).toBeVisible();
  const shown = page.getByRole('region', { name: 'Your booking' });
  for (const { scheduledDate: _, ...texts } of [booking])
    for (const text of Object.values(texts)) await expect(shown).toContainText(text);
  await expect(back).toHaveAttribute('href', '/billing');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(stay);
  await expect(page.getByLabel('Card number')).toBeVisible();

  await page.goto('/subscribe?tier=gold&returnUrl=https://evil.example/');
  await expect(page.getByText("We don't have that plan")).toBeVisible();
  await expect(back).toHaveAttribute('href', '/profile');
});

test.describe('while the provider is absent', () => {
  test.use({ allowed: [/status of 503|answer 503/] });

  test('the plan page says so, and continues later @full', async ({ page }) => {
    await signInAs(page, personas.newcomer);
    await page.route('**/api/create-subscription', (route) =>
      route.fulfill({ status: 503, json: { code: 'payment_unavailable', message: 'No', requestId: 'r' } }),
    );
    await page.goto('/subscribe');
    await expect(toastOf(page, 'Failed to initialize subscription', 'destructive')).toContainText('Error');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  });
});
