import type { Locator, Page, Request } from 'playwright/test';
import type { RunningServer } from './server.ts';
import { dayIn } from './team-day.ts';
import { expect } from './test.ts';

/** People's acts, in their own words; shared by the journeys. */
export const cards = {
  good: '4242 4242 4242 4242',
  asks: '4000 0025 0000 3155',
  declined: '4000 0000 0000 0002',
  disputed: '4000 0000 0000 2685',
};

/** A choice in the picker: a day, for example '2026-03-02', and a time. */
interface When {
  day?: string;
  /** For example '9:30 am'. */
  time?: string;
  label?: string;
}

/** The strip of days and its times, which the field of the open dialog has unfolded, or unfolds now. */
export async function unfoldTimes(page: Page, label = 'Preferred date and time'): Promise<Locator> {
  const field = page.getByRole('combobox', { name: label });
  if ((await field.getAttribute('aria-expanded')) !== 'true') await field.click();
  return page.getByRole('group', { name: label });
}

/** Chooses a time of the chosen day, '9:30 am', in its part of the day. */
export async function pickTime(panel: Locator, time: string): Promise<void> {
  const hour = (Number.parseInt(time, 10) % 12) + (time.endsWith('pm') ? 12 : 0);
  const part = hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening';
  await panel.getByRole('button', { name: part }).click();
  await panel.getByRole('radio', { name: time, exact: true }).click();
}

/** Chooses a day and a time with the strip of the open dialog; two days ahead at 9:30 am unless given. */
export async function pickDateTime(
  page: Page,
  { day = dayIn(2), time = '9:30 am', label = 'Preferred date and time' }: When = {},
): Promise<void> {
  const name = new Date(day)
    .toLocaleDateString('en-AU', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .replaceAll(',', '');
  const panel = await unfoldTimes(page, label);
  await panel.getByRole('option', { name }).click();
  await pickTime(panel, time);
  await expect(panel).toBeHidden();
}

/** Searches a service with a unique name; the results follow the typing a moment later. */
export async function find(page: Page, service: string): Promise<void> {
  await page.goto('/services');
  await page.getByLabel('Search services').fill(service);
  await expect(page.getByRole('status').getByText('1 service', { exact: true })).toBeAttached();
}

/**
 * Opens the way to book the first visible service: in a sheet on a phone, on its card if there is room. A visitor's ways
 * are links to the sign-in.
 */
export async function bookBy(page: Page, way: string): Promise<void> {
  const card = page.locator('.service-card').filter({ visible: true }).first();
  const hasRoom = await card.evaluate(() => matchMedia('(min-width: 43.75em)').matches);
  const oneOf = (name: string | RegExp) =>
    card.getByRole('button', { name }).or(card.getByRole('link', { name })).first();
  if (hasRoom) return oneOf(way).click();
  await oneOf(/^Book /).click();
  const inSheet = page.getByRole('dialog').getByRole('button', { name: way });
  await inSheet
    .or(card.getByRole('link', { name: way }))
    .first()
    .click();
}

/** Opens the parts of the open booking form that are folded because all of them is known. */
export async function unfold(page: Page): Promise<void> {
  const form = page.locator('form.booking-form');
  await form.and(page.locator(':not([aria-busy])')).waitFor();
  for (const name of ['Change the address', 'Change who we visit'])
    for (const button of await form.getByRole('button', { name }).all()) await button.click();
}

export async function fillDetails(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await unfold(page);
  await form.getByLabel('Phone number').fill('0412 345 678');
  await form.getByLabel('Service address').fill('12 Banksia Street, Newtown NSW');
  await pickDateTime(page);
}

export async function fillPlanDetails(page: Page): Promise<void> {
  await fillDetails(page);
  const form = page.getByRole('dialog');
  await form.getByLabel('City').fill('Newtown');
  await form.getByLabel('State').fill('NSW');
  await form.getByLabel('Postal code').fill('2042');
  await form.getByLabel('Emergency contact').fill('Mai Tran');
  await form.getByLabel('Emergency phone').fill('0498 765 432');
}

/** Sends a request for a piano tuning, as a person does, and waits until the page has its answer. */
export async function requestByHand(page: Page): Promise<void> {
  await page.goto('/services');
  await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('Service name').fill('Piano tuning');
  await form.getByLabel('Description').fill('An upright from 1972.');
  await form.getByLabel('Estimated hours').fill('2.5');
  await pickDateTime(page, { time: '1:00 pm' });
  await form.getByLabel('Location').fill('12 Banksia Street, Newtown');
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeVisible();
}

export const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click();

/** Goes from the catalogue to the checkout page's card form; the address contains none of the customer's details. */
export async function toCheckout(page: Page): Promise<void> {
  await find(page, 'House and bathroom');
  await bookBy(page, 'Book Without Subscription - $189');
  await fillDetails(page);
  await submit(page);
  await expect(page.getByText('Ready to Complete Payment')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
  expect(new URL(page.url()).search).toBe('');
}

/** Chooses another card if saved ones are offered. */
export async function otherCard(page: Page): Promise<void> {
  const another = page.getByRole('radio', { name: 'Another card' });
  await page.getByLabel('Card number').or(another).first().waitFor();
  if (await another.isVisible()) await another.check();
}

export async function fillCard(page: Page, card: string): Promise<void> {
  await otherCard(page);
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
}

export async function pay(page: Page, card: string, button = /^pay/i): Promise<void> {
  await fillCard(page, card);
  await page.getByRole('button', { name: button }).click();
}

/** The visible toast with this text, and in this style if given. */
export function toastOf(page: Page, text: string | RegExp, style?: 'default' | 'destructive') {
  const shown = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  const notice = shown.filter({ hasText: text });
  return style ? notice.and(page.locator(`.toast.${style}`)) : notice;
}

/**
 * Waits until a page opened from now on has made its last read, the live chat: a session that ends before is noticed
 * by that read.
 */
export const lastRead = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/chat');

/** Holds requests to these addresses. @returns the function that releases them */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return letGo;
}

/**
 * Holds a page on its way to the sign-in, so that earlier messages can be read. @returns the function that releases
 * it
 */
export const pauseSignIn = (page: Page) => holdBack(page, '**/api/login?*');

/** The number of matching requests under way on this page, of those that begin from now on. */
export function onTheWay(page: Page, isMeant: (request: Request) => boolean): () => number {
  const begun = new Set<Request>();
  page.on('request', (request) => isMeant(request) && begun.add(request));
  page.on('requestfinished', (request) => begun.delete(request));
  page.on('requestfailed', (request) => begun.delete(request));
  return () => begun.size;
}

/** Presses Tab until this element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reached it');
}

/** The server's rows of a person. */
export const books = (server: RunningServer, email: string) =>
  server.rows(async (db) => ({
    bookings: await db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select(['b.payment_type', 'b.price_cents'])
      .where('u.email', '=', email)
      .execute(),
    payments: await db
      .selectFrom('payments as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select('p.status')
      .where('u.email', '=', email)
      .execute(),
  }));

export const send = async (page: Page, text: string) => {
  const box = page.getByPlaceholder('Type your message...');
  await box.fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText(text)).toBeVisible();
};

export const openBooking = (page: Page, bookingId: string) => page.goto(`/bookings/${bookingId}`);

/** Opens a booking, with its messages read. */
export async function openThread(page: Page, bookingId: string): Promise<void> {
  await openBooking(page, bookingId);
  await expect(page.getByRole('log')).toBeVisible();
}

/** From its next page on, this tab gets no hints about others' changes, and keeps its reads. */
export const withoutHints = (page: Page): Promise<void> =>
  page.routeWebSocket(/\/chat/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!String(message).includes('"changed"')) socket.send(message);
    });
  });

/** From its next page on, this tab gets no message over the socket, not even about the end of its session. */
export const withoutSocket = (page: Page): Promise<void> => page.routeWebSocket(/\/chat/, () => {});

/**
 * Taps a button of an open dialog at the moment of its news, as a tap that was already under way.
 * @param text the news contains it
 */
export const tapAtNews = (page: Page, news: string, button: string, text = ''): Promise<void> =>
  page.evaluate(
    (of) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(`dialog[open] ${of.news}`)?.textContent.includes(of.text)) return;
        watch.disconnect();
        document.querySelector<HTMLElement>(`dialog[open] ${of.button}`)?.click();
      });
      watch.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    },
    { news, button, text },
  );

/** Hides the app, or brings it to the front; headless browsers keep every page in front. */
export const see = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** The browser reports a network, so the app asks the server at once instead of later. */
export const tellOnline = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event('online')));

/** The step by which `tickUntil` moves the page's clock. */
export const tickMs = 10;

/** Stops the page's clock, which only the test moves from now on. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Makes a page's timers of so many ms ten times as long, from its next load on. */
export const stretchTimers = (page: Page, ms: number) =>
  page.addInitScript((meant) => {
    const { setTimeout } = window;
    window.setTimeout = ((run: () => void, given = 0) =>
      setTimeout(run, given === meant ? given * 10 : given)) as typeof window.setTimeout;
  }, ms);

/** Moves the page's clock on, tick by tick, until this holds, for at most so many ms. */
export async function tickUntil(page: Page, holds: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
  for (let ms = 0; ms < withinMs; ms += tickMs) {
    if (await holds()) return;
    await page.clock.runFor(tickMs);
  }
  throw new Error(`It did not hold within ${withinMs} ms of the page's clock`);
}
