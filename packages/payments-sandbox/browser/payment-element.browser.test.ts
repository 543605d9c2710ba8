import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleSandboxScript } from '../bundle.ts';
import { chromiumOptions } from '../testing/chromium.ts';
import { cards, openWorld, type World } from '../testing/world.ts';

/** The product’s own policy, as strict as in production. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-n'; require-trusted-types-for 'script'; " +
  "trusted-types default; object-src 'none'; base-uri 'none'";
const pageHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pay</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css">
<script src="/sandbox/payments/stripe.js"></script></head>
<body><main><h1>Pay</h1><form id="form"><div id="place"></div><button id="pay" type="submit">Pay</button></form>
<p id="result" role="status"></p></main><script src="/page.js"></script></body></html>`;
const donePage =
  '<!doctype html><html lang="en"><head><title>Done</title></head><body><h1>Done</h1></body></html>';
const pageCss = '@media (prefers-color-scheme: dark) { body { background: #141713; color: #eceee8 } }';
const pageScript = `
const { secret, key, redirect } = Object.fromEntries(new URLSearchParams(location.search));
const stripe = window.Stripe.apply(undefined, [key]);
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const appearance = dark
  ? { theme: 'night', variables: { colorBackground: '#1e221d', colorText: '#eceee8', colorPrimary: '#9fd0ae', colorTextSecondary: '#b4bbb0' } }
  : { variables: { colorPrimary: '#1f4d3a', borderRadius: '12px', colorBackground: '#fffdf8' } };
const elements = stripe.elements({ clientSecret: secret, appearance });
window.events = [];
const element = elements.create('payment');
for (const name of ['ready', 'change', 'loaderror']) element.on(name, (event) => events.push({ name, ...event }));
element.mount('#place');
document.querySelector('#form').addEventListener('submit', async (event) => {
  event.preventDefault();
  document.querySelector('#result').textContent = '';
  document.querySelector('#pay').disabled = true;
  const { error, paymentIntent, setupIntent } = await stripe[secret.startsWith('seti_') ? 'confirmSetup' : 'confirmPayment']({
    elements,
    confirmParams: { return_url: location.origin + '/done' },
    redirect: redirect ?? 'if_required',
  });
  document.querySelector('#pay').disabled = false;
  window.error = error;
  document.querySelector('#result').textContent = error ? error.message : (paymentIntent ?? setupIntent).status;
});`;

const files: Record<string, [string, string]> = {
  '/page.js': ['text/javascript', pageScript],
  '/page.css': ['text/css', pageCss],
  '/done': ['text/html', donePage],
};

let world: World;
let browser: Browser;
let page: Page;
let troubles: string[];
const front = createServer((req, res) => {
  const path = new URL(req.url ?? '/', 'http://page').pathname;
  if (path.startsWith('/sandbox/payments/') && !files[path]) return world.sandbox.browser(req, res);
  const [type, body] = files[path] ?? ['text/html', pageHtml];
  res.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
  return res.end(body);
});
let origin: string;

beforeAll(async () => {
  files['/sandbox/payments/stripe.js'] = ['text/javascript', await bundleSandboxScript()];
  world = await openWorld();
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  browser = await chromium.launch(chromiumOptions());
});
afterAll(async () => {
  await browser.close();
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  expect(world.failures).toEqual([]);
  await world.close();
});

async function openPage(colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
  page = await context.newPage();
  troubles = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
}
beforeEach(() => openPage());
afterEach(async () => {
  await page.context().close();
  expect(troubles).toEqual([]);
});

/**
 * Waits until the element has emitted this event. (Playwright’s own waitForFunction evaluates text, which the page’s
 * policy refuses.)
 */
async function heard(event: string): Promise<void> {
  await expect.poll(() => page.evaluate(`window.events.map(({ name }) => name)`)).toContain(event);
}

async function openPayment(more: Record<string, string> = {}) {
  const intent = await world.stripe.paymentIntents.create({ amount: 18_900, currency: 'aud' });
  const query = new URLSearchParams({
    secret: intent.client_secret ?? '',
    key: world.sandbox.keys.publishableKey,
    ...more,
  });
  await page.goto(`${origin}/?${query}`);
  await heard('ready');
  return intent.id;
}

async function pay(number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Pay' }).click();
}
const result = () => page.getByRole('status').filter({ hasText: /./ }).textContent();
const statusOf = async (id: string) => (await world.stripe.paymentIntents.retrieve(id)).status;

test('a card that succeeds pays', async () => {
  const id = await openPayment();
  await pay(cards.succeeds);
  expect(await result()).toBe('succeeded');
  expect(await statusOf(id)).toBe('succeeded');
});

test('a declined card says so and leaves the form unchanged', async () => {
  const id = await openPayment();
  for (const number of [cards.declined, cards.attachesThenFails]) {
    await pay(number);
    expect(await result()).toBe('Your card was declined.');
  }
  expect(await page.evaluate('window.error')).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { status: 'requires_payment_method' },
  });
  expect(await page.getByLabel('CVC').inputValue()).toBe('123');
  expect(await statusOf(id)).toBe('requires_payment_method');
});

test('authentication opens a dialog; completing it pays', async () => {
  const id = await openPayment();
  await pay(cards.asksForAuthentication);
  const dialog = page.getByRole('dialog', { name: '3D Secure authentication' });
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain('$189.00');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await statusOf(id)).toBe('requires_action');
  await dialog.getByRole('button', { name: 'Complete authentication' }).click();
  expect(await result()).toBe('succeeded');
  expect(await statusOf(id)).toBe('succeeded');
});

test('failed authentication, or leaving the dialog, charges nothing and returns the focus', async () => {
  const id = await openPayment();
  for (const leave of [
    () => page.getByRole('button', { name: 'Fail authentication' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await pay(cards.asksForAuthentication);
    await page.getByRole('dialog').waitFor();
    await leave();
    expect(await result()).toBe(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    );
    expect(await page.evaluate('window.error.code')).toBe('payment_intent_authentication_failure');
    expect(await page.evaluate('document.activeElement.closest("form")?.id')).toBe('form');
    expect(await statusOf(id)).toBe('requires_payment_method');
  }
});

test('without "if_required" the page goes to the return address with the outcome', async () => {
  const id = await openPayment({ redirect: 'always' });
  await pay(cards.succeeds);
  await page.waitForURL(/\/done/);
  const query = new URL(page.url()).searchParams;
  expect(query.get('payment_intent')).toBe(id);
  expect(query.get('payment_intent_client_secret')).toMatch(/^pi_\w+_secret_/);
  expect(query.get('redirect_status')).toBe('succeeded');
});

test('missing and wrong values are shown at their fields, and nothing is sent', async () => {
  await openPayment();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.getByRole('button', { name: 'Pay' }).click();
  expect(await result()).toBe('Your card number is incomplete.');
  const number = page.getByLabel('Card number');
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  expect(await number.evaluate((input) => input === document.activeElement)).toBe(true);
  await number.fill('4242424242424241');
  await page.getByText('Your card number is invalid.').waitFor();
  await page.getByLabel('Expiry').fill('12/20');
  await page.getByText("Your card's expiration year is in the past.").waitFor();
  const described = await page.getByLabel('Expiry').evaluate((input) => {
    const ids = input.getAttribute('aria-describedby') ?? '';
    return document.getElementById(ids)?.textContent;
  });
  expect(described).toBe("Your card's expiration year is in the past.");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(calls).toEqual([]);
});

test('digits are grouped while typing, and the caret stays', async () => {
  await openPayment();
  const number = page.getByLabel('Card number');
  await number.pressSequentially('424242424242424');
  expect(await number.inputValue()).toBe('4242 4242 4242 424');
  await number.press('Home');
  for (let i = 0; i < 6; i++) await number.press('ArrowRight');
  await number.pressSequentially('9');
  expect(await number.inputValue()).toBe('4242 4924 2424 2424');
  expect(await number.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(7);
  await number.press('Backspace');
  expect(await number.inputValue()).toBe('4242 4242 4242 424');
  expect(await number.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(6);
  await page.getByText('Visa', { exact: true }).waitFor();
  const expiry = page.getByLabel('Expiry');
  await expiry.pressSequentially('540');
  expect(await expiry.inputValue()).toBe('05 / 40');
  for (let i = 0; i < 5; i++) await expiry.press('Backspace');
  expect(await expiry.inputValue()).toBe('');
});

test('a test card fills the form from the list, and the change is announced', async () => {
  await openPayment();
  await page.getByText('Test cards').click();
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  const events = (await page.evaluate('window.events')) as { name: string }[];
  expect(events.at(-1)).toMatchObject({
    name: 'change',
    elementType: 'payment',
    empty: false,
    complete: true,
  });
  await page.getByRole('button', { name: 'Pay' }).click();
  expect(await result()).toBe('succeeded');
});

async function openSetup(more: Record<string, string> = {}) {
  const customer = await world.stripe.customers.create({ name: 'Ann' });
  const { id, client_secret } = await world.stripe.setupIntents.create({ customer: customer.id });
  const query = new URLSearchParams({
    secret: client_secret ?? '',
    key: world.sandbox.keys.publishableKey,
    ...more,
  });
  await page.goto(`${origin}/?${query}`);
  await heard('ready');
  const kept = async () => (await world.stripe.customers.listPaymentMethods(customer.id)).data.length;
  return { id, kept, clientSecret: client_secret ?? '' };
}

test('a card is added with the same element: declined, asked for by the bank, saved', async () => {
  const { kept } = await openSetup();
  await pay('4242424242424241');
  await page.getByText('Your card number is invalid.').first().waitFor();
  await pay(cards.declined);
  expect(await result()).toBe('Your card was declined.');
  expect(await page.evaluate('window.error.setup_intent.status')).toBe('requires_payment_method');
  await pay(cards.asksForAuthentication);
  await page.getByText('Your bank asks whether it is you who adds this card.').waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect.poll(() => page.evaluate('window.error?.code')).toBe('setup_intent_authentication_failure');
  expect(await kept()).toBe(0);
  await pay(cards.asksForAuthentication);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  expect(await result()).toBe('succeeded');
  expect(await kept()).toBe(1);
});

test('a page left for the return address learns there which card was added', async () => {
  const { id, clientSecret } = await openSetup({ redirect: 'always' });
  await pay(cards.attachesThenFails);
  await page.waitForURL((url) => url.pathname === '/done');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    setup_intent: id,
    setup_intent_client_secret: clientSecret,
    redirect_status: 'succeeded',
  });
});

test('a card added already cannot be added again: the element says so', async () => {
  const { clientSecret } = await openSetup();
  await pay(cards.succeeds);
  expect(await result()).toBe('succeeded');
  await page.reload();
  await heard('loaderror');
  expect(await page.evaluate('window.events[0].error.code')).toBe('setup_intent_unexpected_state');
  const read = `new Stripe('${world.sandbox.keys.publishableKey}').retrieveSetupIntent('${clientSecret}')`;
  expect(await page.evaluate(`${read}.then(({ setupIntent }) => setupIntent.status)`)).toBe('succeeded');
});

test('an invalid client secret is refused before any call', async () => {
  await openSetup();
  const message = await page.evaluate(`(() => {
    try { new Stripe('pk_test_x').elements({ clientSecret: 'nonsense' }); return 'nothing'; }
    catch (error) { return error.name + ': ' + error.message; }
  })()`);
  expect(message).toMatch(/^IntegrationError: Invalid value for elements\(\): clientSecret should be/);
});

test('a saved card pays by its id, without an element', async () => {
  const customer = await world.stripe.customers.create({ name: 'Ann' });
  const setup = await world.stripe.setupIntents.create({ customer: customer.id });
  const { body } = await world.pay(setup.client_secret ?? '', cards.succeeds);
  const intent = await world.stripe.paymentIntents.create({
    amount: 18_900,
    currency: 'aud',
    customer: customer.id,
  });
  await openPayment();
  const options = JSON.stringify({
    clientSecret: intent.client_secret,
    confirmParams: { payment_method: body.payment_method },
    redirect: 'if_required',
  });
  const stripe = `new Stripe('${world.sandbox.keys.publishableKey}')`;
  expect(
    await page.evaluate(`${stripe}.confirmPayment(${options}).then((it) => it.paymentIntent?.status)`),
  ).toBe('succeeded');
  expect(await statusOf(intent.id)).toBe('succeeded');
});

test.each(['light', 'dark'] as const)('axe finds nothing in %s', async (scheme) => {
  await page.context().close();
  await openPage(scheme);
  await openPayment();
  await page.getByText('Test cards').click();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('an ended intent cannot be paid again: the element says so', async () => {
  const id = await openPayment();
  await pay(cards.succeeds);
  expect(await result()).toBe('succeeded');
  await page.reload();
  await heard('loaderror');
  expect(await page.evaluate('window.events[0].error.code')).toBe('payment_intent_unexpected_state');
  expect(await statusOf(id)).toBe('succeeded');
});

test.each(['light', 'dark'] as const)('axe finds nothing on an invoice page in %s', async (scheme) => {
  await page.context().close();
  await openPage(scheme);
  world.sandbox.seedPlan({
    customerId: 'cus_a',
    email: 'a@example.com',
    name: '<b>Ann</b>',
    subscriptionId: 'sub_a',
    tier: 'standard',
    productName: 'Standard plan',
    amountCents: 140_099,
    currency: 'aud',
    invoices: [{ id: 'in_a', periodStart: new Date('2026-10-01'), periodEnd: new Date('2026-11-01') }],
    metadata: {},
  });
  const invoice = await world.stripe.invoices.retrieve('in_a');
  await page.goto(`${origin}${new URL(invoice.hosted_invoice_url ?? '').pathname}`);
  expect(await page.getByText('<b>Ann</b>').count()).toBe(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('the double satisfies the unmodified react-stripe-js’s check of a Stripe object', async () => {
  await openPayment();
  const shape = await page.evaluate(`(() => {
    const stripe = new Stripe('pk_test_x');
    return [Stripe.version, ...['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment',
      'confirmSetup', 'confirmCardSetup', 'retrievePaymentIntent'].map((name) => typeof stripe[name])];
  })()`);
  expect(shape).toEqual(['endive', ...Array<string>(7).fill('function')]);
});
