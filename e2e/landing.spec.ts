import type { Page } from 'playwright/test';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { enlargeText } from './layout.ts';
import { shiftFaults, watchShift } from './shift.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

const sections = ['services', 'packages', 'how-it-works', 'about', 'contact', 'support'];

const claims = [
  '5,000+ homeowners',
  '4.9 average rating',
  '50,000+ tasks completed',
  '24/7 emergency support',
  '100% satisfaction guarantee',
  '30-day money-back promise',
  'Fully insured and bonded',
  'Unused hours roll over for up to 3 months',
  'reply to e-mail within 2 hours',
];

const plans = [
  ['Basic', '$650.99', '5 hours', 'Basic Support Line', 'Personal concierge'],
  ['Standard', '$1,400.99', '12 hours', 'Dedicated Concierge', 'Usage analytics'],
  ['Deluxe', '$2,400.99', '20 hours', 'Premium Concierge Team', 'Same-day service', 'Most Popular'],
  ['Premium', '$4,900.99', '50 hours', 'Executive Concierge Team', 'Account manager'],
];

const headline = (page: Page) => page.getByRole('heading', { name: 'Your home, looked after.' });
const header = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
/** Waits until our script has taken over the page; it marks the section being read. */
const alive = (page: Page, words: string) =>
  expect(header(page).getByRole('link', { name: words })).toHaveAttribute('aria-current', 'true');
const atTop = (page: Page, id: string) =>
  expect
    .poll(() => page.locator(`#${id}`).evaluate((section) => Math.abs(section.getBoundingClientRect().top)))
    .toBeLessThan(120);

test('a visitor finds every section, claim and price, and the way in', async ({ page }) => {
  await watchShift(page);
  await page.goto('/');
  await expect(headline(page)).toBeVisible();
  const words = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
  for (const claim of claims) expect.soft(words.toLowerCase()).toContain(claim.toLowerCase());
  for (const id of sections) await expect(page.locator(`section#${id}`)).toHaveCount(1);

  const services = page.locator('#services').getByRole('listitem');
  await expect(services.getByRole('heading')).toHaveText([
    'Home Maintenance',
    'Cleaning Services',
    'Outdoor Services',
    'Personal Services',
    'General Help',
    'Personal Concierge',
  ]);
  // Each has its own picture.
  const pictures = await services.locator('svg').evaluateAll((all) => all.map((svg) => svg.innerHTML));
  expect(new Set(pictures).size).toBe(6);

  for (const [name = '', ...facts] of plans) {
    const card = page.locator('.plan').filter({ has: page.getByRole('heading', { name, exact: true }) });
    for (const fact of facts) await expect(card).toContainText(fact);
    await expect(card.getByRole('link')).toHaveAttribute('href', `/signin?tier=${name.toLowerCase()}`);
  }
  await expect(page.locator('.plan').getByText('Most Popular')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Included in every package' })).toBeVisible();
  const how = page.locator('#how-it-works').getByRole('list');
  await expect(how.nth(0).locator('> li')).toHaveCount(4);
  await expect(how.nth(1).locator('> li')).toHaveCount(3);

  const contact = page.locator('#contact');
  await expect(contact.getByRole('link', { name: '1300 555 014' })).toHaveAttribute('href', 'tel:1300555014');
  await expect(contact.getByRole('link', { name: 'support@hearthkeep.example' })).toHaveAttribute(
    'href',
    'mailto:support@hearthkeep.example',
  );
  for (const name of ['Help Center', 'Service Areas', 'Privacy Policy', 'Terms of Service']) {
    await expect(page.locator('#support').getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  }

  // Scrolled to the end and back: nothing has moved.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  expect(await shiftFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Get Started', exact: true }).first().click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('heading', { name: 'Welcome to Hearthkeep' })).toBeVisible();
  for (const benefit of [
    'Access your bookings',
    'Manage your subscription',
    'Contact your concierge',
    'View service history and ratings',
  ])
    await expect(page.getByText(benefit)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(headline(page)).toBeVisible();
  await page.getByRole('link', { name: 'Member Login' }).click();
  await page.getByRole('button', { name: 'Sign in securely' }).click();
  await expect(page.getByRole('button', { name: personas.member })).toBeVisible();
});

test('the header leads to its sections by tap and by keyboard, and the focus follows @full', async ({
  page,
}) => {
  await page.goto('/');
  for (const [words, id] of [
    ['Services', 'services'],
    ['Company', 'about'],
    ['Support', 'support'],
    ['Pricing', 'packages'],
  ] as const) {
    await header(page).getByRole('link', { name: words }).click();
    await atTop(page, id);
    await expect(page.locator(`#${id}`)).toBeFocused();
    expect(new URL(page.url()).hash).toBe(`#${id}`);
  }
  await alive(page, 'Pricing');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');

  // From the top, with Tab and Enter alone.
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const pricing = header(page).getByRole('link', { name: 'Pricing' });
  for (let presses = 0; presses < 8; presses++) {
    if (await pricing.evaluate((link) => link === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(pricing).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#packages')).toBeFocused();
  await atTop(page, 'packages');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Get Started with Basic' })).toBeFocused();
});

test('headline, pictures and numbers are visible without any script', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/');
  await expect(headline(page)).toBeVisible();
  await expect(page.locator('.hero-picture')).toBeVisible();
  await expect(page.locator('#services svg')).toHaveCount(6);
  await expect(page.locator('#contact')).toContainText('1300 555 014');
  // The page's styles were delivered with it.
  await expect(page.locator('.plan.popular')).toHaveCSS('border-top-width', '2px');
  await header(page).getByRole('link', { name: 'Company' }).click();
  await atTop(page, 'about');
  await context.close();
});

for (const [how, width, percent] of [
  ['320 px wide', 320, 100],
  ['with text twice as large', 390, 200],
] as const) {
  test(`the page has no faults of layout ${how} @full`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width, height: 700 }, baseURL: server.url });
    const page = await context.newPage();
    await enlargeText(page, percent);
    await page.goto('/');
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('main *, footer *, .head-row > *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Every link of the header can be reached, also by scrolling the row.
    await header(page).getByRole('link', { name: 'Pricing' }).click();
    await atTop(page, 'packages');
    await context.close();
  });
}

test.describe('another business', () => {
  test.use({
    serverOptions: {
      env: {
        BUSINESS_NAME: 'Tran & Daughters',
        SUPPORT_PHONE: '+61 2 5550 1234',
        SUPPORT_EMAIL: 'help@tran.example',
      },
    },
  });

  test('shows its own name and numbers, before and after the script', async ({ page }) => {
    await page.goto('/');
    const check = async () => {
      await expect(page).toHaveTitle('Tran & Daughters: your home, looked after');
      await expect(page.getByRole('banner')).toContainText('Tran & Daughters');
      await expect(page.getByRole('link', { name: '+61 2 5550 1234' })).toHaveAttribute(
        'href',
        'tel:+61255501234',
      );
      await expect(page.getByRole('link', { name: 'help@tran.example' })).toBeVisible();
    };
    await check();
    await header(page).getByRole('link', { name: 'Services' }).click();
    await alive(page, 'Services');
    await check();
  });
});

test.describe('without a network', () => {
  test.use({ allowed: networkAway, closesBrowser: true, worker: true });

  test('a visitor gets the landing page and the catalogue again, and our own not-found page @full', async ({
    device,
  }) => {
    const { page } = device;
    await page.goto('/');
    await workerReady(page);
    await device.offline(true);
    await page.reload();
    await expect(headline(page)).toBeVisible();
    await header(page).getByRole('link', { name: 'Services' }).click();
    await alive(page, 'Services');
    await page.locator('#services').getByRole('link', { name: 'Outdoor Services' }).click();
    await expect(page.getByRole('heading', { name: 'Outdoor Services' })).toBeInViewport();
    await page.getByLabel('Search services').fill('lawn');
    await expect(page.locator('.service-card').filter({ visible: true })).toHaveCount(1);
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: '404 Page Not Found', exact: true })).toBeVisible();
    await page.goto('/signin');
    await expect(page.getByRole('heading', { name: 'Welcome to Hearthkeep' })).toBeVisible();
  });

  test('a member gets the dashboard, and a visitor the landing page again after signing out @full', async ({
    device,
  }) => {
    let { page } = device;
    await signInWithWorker(page, personas.member, '/');
    await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!' })).toBeVisible();
    await device.closeBrowser();
    page = await device.openBrowser({ offline: true });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!' })).toBeVisible();
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: '404 Page Not Found', exact: true })).toBeVisible();
    await device.offline(false);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign Out' }).last().click();
    await expect(headline(page)).toBeVisible();
    await device.offline(true);
    await page.goto('/');
    await expect(headline(page)).toBeVisible();
  });
});

test.describe('an unknown address', () => {
  test.use({ allowed: [/status of 404/] });

  test('says so to a visitor and to a member, who is not asked to sign in again', async ({ page }) => {
    const notFound = page.getByRole('heading', { name: '404 Page Not Found', exact: true });
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(notFound).toBeVisible();
    await page.getByRole('link', { name: 'Return Home' }).click();
    await expect(headline(page)).toBeVisible();

    await signInAs(page, personas.member);
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(notFound).toBeVisible();
    await page.goto('/signin');
    await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
