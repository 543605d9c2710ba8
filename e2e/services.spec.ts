import { axe } from './axe.ts';
import { atSignIn, dialog, field, openCardForm } from './booking-forms.ts';
import { bookBy, find, pickTime, submit, unfoldTimes } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a visitor finds services by name, category and tab, and every way to book leads to the sign-in', async ({
  page,
}) => {
  await page.goto('/services');
  await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible();
  await expect(page.getByText('You must be logged in to book services')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Why choose our services' })).toBeVisible();
  const categories = page.getByRole('navigation', { name: 'Service categories' });
  await expect(categories.getByRole('link')).toHaveText([
    'All',
    'Home',
    'Cleaning',
    'Outdoor',
    'Personal',
    'General',
  ]);
  const cardsShown = page.locator('.service-card').filter({ visible: true });
  await expect(cardsShown).toHaveCount(25);
  await expect(cardsShown.locator('.service-drawing')).toHaveCount(25);
  // The app is not loaded for this.
  await expect(page.locator('ion-app')).toHaveCount(0);

  const lawn = page.getByRole('region', { name: 'Lawn mowing' });
  await expect(lawn).toContainText('Outdoor Services');
  await expect(lawn).toContainText('1.5h estimated');
  await expect(lawn).toContainText('4.8');
  await expect(lawn).toContainText('$95 one-time');
  await expect(page.getByText('plans begin at $650.99 for 5 h')).toBeVisible();
  // A service without a price can be had with the plan's hours or for a quote.
  const painting = page.getByRole('region', { name: 'Wall painting' });
  await page.getByRole('link', { name: 'Book Wall painting' }).click();
  await expect(painting.getByRole('link').filter({ visible: true })).toHaveText([
    'Book with Subscription',
    'Ask for a Quote',
  ]);
  await expect(painting.getByRole('link', { name: 'Book with Subscription' })).toBeFocused();

  // A category leads to its section, and follows the section being read.
  const category = (name: string) => categories.getByRole('link', { name });
  await category('Cleaning').click();
  await expect(page.getByRole('heading', { name: 'Cleaning Services' })).toBeInViewport();
  await expect(category('Cleaning')).toHaveAttribute('aria-current', 'true');
  await page.getByRole('region', { name: 'Deck staining' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  await expect(category('Outdoor')).toHaveAttribute('aria-current', 'true');
  await page.getByLabel('Category', { exact: true }).selectOption('General Help');
  await expect(category('General')).toHaveAttribute('aria-current', 'true');
  await expect(cardsShown).toHaveCount(5);
  await category('Cleaning').click();
  await expect(cardsShown).toHaveCount(25);
  await expect(page.getByRole('heading', { name: 'Cleaning Services' })).toBeInViewport();
  await category('All').click();
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Category', { exact: true }).selectOption('General Help');
  await page.getByLabel('Search services').fill('lawn');
  await expect(page.getByRole('heading', { name: "Don't see what you need?" })).toBeVisible();
  await page.getByRole('button', { name: 'Show all services' }).click();
  await expect(cardsShown).toHaveCount(25);
  // The first results are there with the letter, the others once somebody scrolls to them.
  await page.getByLabel('Search services').fill('e');
  await expect(cardsShown).toHaveCount(6);
  const found = Number.parseInt((await page.locator('#found').textContent()) ?? '', 10);
  expect(found).toBeGreaterThan(6);
  await page.mouse.wheel(0, 900);
  await expect(cardsShown).toHaveCount(found);
  await page.getByLabel('Search services').fill('');

  await page.getByRole('link', { name: 'Request Custom Service' }).first().click();
  await atSignIn(page);
  await find(page, 'Lawn mowing');
  await bookBy(page, 'Book with Subscription');
  await atSignIn(page);
  await find(page, 'Lawn mowing');
  await bookBy(page, 'Book Without Subscription - $95');
  await atSignIn(page);
  // The chosen form opens after the sign-in, with name and e-mail, and only once.
  await page.getByRole('button', { name: personas.newcomer }).click();
  await expect(field(page, 'Full name')).toHaveValue('Noah Tran');
  await expect(field(page, 'Email')).toHaveValue(personas.newcomer);
  await expect(dialog(page)).toContainText('Lawn mowing');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a category leads to its section also where cards are higher than was assumed @full', async ({
  page,
}) => {
  await page.goto('/services');
  // Cards that are not drawn yet are taken for much lower ones, so the page grows on the way.
  await page.evaluate(() =>
    document.styleSheets[0]?.insertRule('.service-list > li { contain-intrinsic-size: 9px !important }'),
  );
  await page
    .getByRole('navigation', { name: 'Service categories' })
    .getByRole('link', { name: 'Personal' })
    .click();
  await expect(page.getByRole('heading', { name: 'Personal Services' })).toBeInViewport();
});

test.describe('on the narrowest phone by night @full', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 320, height: 640 } });

  test('axe finds nothing in the dialogs, nothing is cut off, also with text twice as large', async ({
    page,
  }) => {
    const found: string[] = [];
    const look = async (what: string) => {
      found.push(...(await axe(page, what)));
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog[open]')]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => `${box.tagName} ${box.scrollWidth} > ${box.clientWidth}`),
      );
      found.push(...wide.map((box) => `${what}: ${box}`));
    };
    const twice = (on: boolean) =>
      page.evaluate(
        (size) => document.documentElement.style.setProperty('font-size', size),
        on ? '200%' : '',
      );

    await signInAs(page, personas.newcomer);
    await page.goto('/services');
    await page.getByLabel('Search services').fill('nothing of the kind');
    await page.getByText("Don't see what you need?").waitFor();
    await look('the empty result');
    await openCardForm(page);
    await look('the card form');
    await submit(page);
    const panel = await unfoldTimes(page);
    await panel.getByRole('button', { name: 'Show a month' }).click();
    await panel.getByRole('button', { name: 'Next month' }).click();
    await look('the month');
    await panel.getByRole('gridcell').getByRole('button').nth(9).click();
    await panel.getByRole('radio').first().waitFor();
    await look('the picker');
    await twice(true);
    await look('the picker, twice as large');
    await twice(false);
    await pickTime(panel, '9:30 am');
    await field(page, 'Phone number').fill('0412 345 678');
    await field(page, 'Service address').fill('12 Banksia Street, Newtown NSW 2042');
    await submit(page);
    await page.getByText('Ready to Complete Payment').waitFor();
    await look('the step to the payment');
    await twice(true);
    await look('the step to the payment, twice as large');
    expect(found).toEqual([]);
  });
});

test('the services’ shape is shown while they are read, and a failed read can be repeated', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 503/, /answer 503/);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/services', async (route) => {
    await held;
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } });
  });
  await signInAs(page, personas.newcomer, '/services');
  await expect(page.getByText('Reading the services')).toBeAttached();
  await expect(page.locator('.service-shape').first()).toBeVisible();
  answer();
  await expect(page.getByRole('alert')).toContainText('This did not load');
  await page.unroute('**/api/services');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.service-card').first()).toBeVisible();
});

test('a visitor reads services and prices without scripts, by the landing page’s categories', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('#services').getByRole('link', { name: 'Outdoor Services' }).click();
  await page.waitForURL((url) => url.pathname === '/services' && url.searchParams.has('category'));
  await expect(page.locator('.service-card')).toHaveCount(25);
  await expect(page.getByRole('region', { name: 'Lawn mowing' })).toContainText('$95 one-time');
  await expect(page.getByLabel('Search services')).toBeHidden();
  await page.getByRole('link', { name: 'Log In', exact: true }).click();
  await atSignIn(page);
  await context.close();
});
