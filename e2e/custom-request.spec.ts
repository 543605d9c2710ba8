import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { networkAway } from './guard.ts';
import type { RunningServer } from './server.ts';
import { bookBy, find, pickDateTime, submit, toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog').first();
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const openRequest = async (page: Page) => {
  await page.goto('/services');
  await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
  await field(page, 'Service name').waitFor();
};
const fill = async (page: Page) => {
  await field(page, 'Service name').fill('Piano tuning');
  await field(page, 'Description').fill('An upright from 1972.\nNot tuned for years.');
  await field(page, 'Estimated hours').fill('2.5');
  await pickDateTime(page, { time: '1:00 pm' });
  await dialog(page).getByText('Urgent (24-48 hours)').click();
  await field(page, 'Location').fill('12 Banksia Street, Newtown');
};
/** The buttons keep the hours within their limits and on their steps; typed hours are checked against them. */
const estimateHours = async (page: Page) => {
  const hours = field(page, 'Estimated hours');
  const [less, more] = [page.getByLabel('Half an hour less'), page.getByLabel('Half an hour more')];
  await more.click();
  await expect(hours).toHaveValue('0.5');
  await expect(less).toBeDisabled();
  await more.click();
  await expect(hours).toHaveValue('1');
  const estimate = dialog(page).getByText('Please estimate how many hours this might take');
  await expect(estimate).toHaveCount(0);
  await hours.fill('20.5');
  await expect(estimate).toBeVisible();
  await hours.fill('20');
  await expect(estimate).toHaveCount(0);
  await expect(more).toBeDisabled();
};
const requests = (server: RunningServer) =>
  server.rows((db) =>
    db
      .selectFrom('custom_requests as r')
      .innerJoin('bookings as b', 'b.id', 'r.booking_id')
      .select(['r.service_name', 'r.priority', 'b.status', 'b.payment_type', 'b.estimated_minutes'])
      .execute(),
  );

test('a newcomer requests a service beyond the catalogue, and finds the request under its own title', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await page.goto('/services');
  await page.getByLabel('Search services').fill('Piano tuning');
  await page.getByText("Don't see what you need?").waitFor();
  await page.getByRole('button', { name: 'Request Custom Service' }).last().click();
  await expect(dialog(page)).toContainText('The team replies within 2 hours.');
  await expect(field(page, 'Service name')).toHaveValue('Piano tuning');
  await expect(field(page, 'Contact information')).toHaveValue(`Noah Tran, ${personas.newcomer}`);
  await expect(dialog(page).getByRole('radio', { checked: true })).toHaveAccessibleName(
    'Standard (3-5 days)',
  );
  const hours = field(page, 'Estimated hours');
  expect(await hours.evaluate((e: HTMLInputElement) => [e.min, e.max, e.step])).toEqual(['0.5', '20', '0.5']);

  await field(page, 'Service name').fill('Pi');
  await field(page, 'Contact information').fill('Noah');
  await field(page, 'Location').fill('Here');
  await submit(page);
  await expect(dialog(page).locator('.error')).toHaveText([
    'Service name must be at least 3 characters',
    'Please provide a detailed description (minimum 10 characters)',
    'Please estimate how many hours this might take',
    'Please select a preferred date and time',
    'Please provide the location of the service',
    'Please provide your contact information',
  ]);
  await expect(field(page, 'Service name')).toBeFocused();

  await estimateHours(page);
  await fill(page);
  await field(page, 'Contact information').fill('0412 345 678');
  await dialog(page).locator('button[type=submit]').dblclick();
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeFocused();
  await expect(dialog(page)).toContainText('The team replies within 2 hours.');
  await expect(toastOf(page, 'Custom Service Request Submitted', 'default')).toBeVisible();
  expect(await requests(server)).toEqual([
    {
      service_name: 'Piano tuning',
      priority: 'urgent',
      status: 'pending',
      payment_type: 'custom_quote',
      estimated_minutes: 150,
    },
  ]);
  expect(await (await page.request.get('/api/bookings')).json()).toMatchObject([
    {
      notes: [
        'Custom Service Request: Piano tuning',
        'Description: An upright from 1972. Not tuned for years.',
        'Priority: Urgent (24-48 hours)',
        'Location: 12 Banksia Street, Newtown',
        'Contact: 0412 345 678',
      ].join('\n'),
    },
  ]);
  await page.getByRole('button', { name: 'View the request' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
  await expect(page.getByText('Piano tuning').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('An upright from 1972. Not tuned for years.').first()).toBeVisible();
  await page.goto('/bookings');
  await expect(page.getByText('Piano tuning').filter({ visible: true }).first()).toBeVisible();

  // The next request begins empty.
  await openRequest(page);
  await expect(field(page, 'Service name')).toHaveValue('');
  await expect(field(page, 'Description')).toHaveValue('');
});

test('a visitor asks for a quote of a service without a price, and finds its form after the sign-in @full', async ({
  page,
  server,
}) => {
  const askForQuote = async () => {
    await find(page, 'Light landscaping');
    await bookBy(page, 'Ask for a Quote');
  };
  await askForQuote();
  await page.getByRole('button', { name: personas.newcomer }).click();
  await expect(field(page, 'Service name')).toHaveValue('Light landscaping');
  await field(page, 'Description').fill('A bed of natives beside the drive.');

  // The form of a service outside the catalogue is another one.
  await openRequest(page);
  await expect(field(page, 'Service name')).toHaveValue('');
  await expect(field(page, 'Description')).toHaveValue('');
  await field(page, 'Service name').fill('Piano tuning');

  await askForQuote();
  await expect(field(page, 'Service name')).toHaveValue('Light landscaping');
  await expect(field(page, 'Description')).toHaveValue('A bed of natives beside the drive.');
  await field(page, 'Estimated hours').fill('4');
  await pickDateTime(page, { time: '1:00 pm' });
  await field(page, 'Location').fill('12 Banksia Street, Newtown');
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeVisible();
  expect(await requests(server)).toMatchObject([{ service_name: 'Light landscaping' }]);
  await openRequest(page);
  await expect(field(page, 'Service name')).toHaveValue('Piano tuning');
});

test('a failed request shows the reason, keeps everything through a reload, and is stored once @full', async ({
  device,
  server,
  guard,
}) => {
  guard.allow(...networkAway, /status of 429/);
  const { page } = device;
  await signInAs(page, personas.newcomer);
  await openRequest(page);
  await fill(page);
  await field(page, 'Notes (optional)').fill('Mind the cat');
  await page.route('**/api/custom-service-booking', (route) =>
    route.fulfill({
      status: 429,
      json: {
        code: 'too_many_requests',
        message: 'Too many requests. Please wait a minute.',
        requestId: 'x',
      },
    }),
  );
  await submit(page);
  await expect(toastOf(page, 'Request Failed', 'destructive')).toContainText(
    'Too many requests. Please wait a minute.',
  );
  await page.unroute('**/api/custom-service-booking');

  await device.offline(true);
  await expect(
    page.getByRole('dialog').getByText(/You are offline\. This needs the network/),
  ).toBeInViewport();
  await submit(page);
  await expect(toastOf(page, 'Request Failed', 'destructive')).toContainText(
    'Failed to submit custom service request. Please try again.',
  );
  await device.offline(false);
  await page.reload();
  await openRequest(page);
  const expected = {
    'Service name': 'Piano tuning',
    Description: 'An upright from 1972.\nNot tuned for years.',
    'Estimated hours': '2.5',
    Location: '12 Banksia Street, Newtown',
    'Contact information': `Noah Tran, ${personas.newcomer}`,
    'Notes (optional)': 'Mind the cat',
  };
  for (const [label, text] of Object.entries(expected)) await expect(field(page, label)).toHaveValue(text);
  await expect(dialog(page).getByRole('radio', { checked: true })).toHaveAccessibleName(
    'Urgent (24-48 hours)',
  );
  await expect(page.getByRole('combobox', { name: 'Preferred date and time' })).toContainText('1:00 pm');
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeVisible();
  expect(await requests(server)).toHaveLength(1);
});

test.describe('on the narrowest phone @full', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('axe finds nothing and nothing is cut off, also with text twice as large', async ({ page }) => {
    await signInAs(page, personas.newcomer);
    await openRequest(page);
    await submit(page);
    await dialog(page).getByText('Emergency (same day)').click();
    const wide = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog[open]')]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => `${box.tagName} ${box.scrollWidth} > ${box.clientWidth}`),
      );
    expect([...(await axe(page, 'the form')), ...(await wide())]).toEqual([]);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect([...(await axe(page, 'the form')), ...(await wide())]).toEqual([]);
  });
});
