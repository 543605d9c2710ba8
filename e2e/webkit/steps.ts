import { error as errors, type WebElement } from 'selenium-webdriver';
import type { Db } from '../../api/db/database.ts';
import type { RunningServer } from '../server.ts';
import type { Phone } from './phone.ts';

/** People's acts and observations on the phone; each waits for what it needs. */
const patienceMs = 30_000;
/** The app asks every 10 s whether the server is back. */
export const networkPatienceMs = 60_000;

export const open = (phone: Phone, path: string): Promise<void> =>
  phone.browser.get(new URL(path, phone.baseURL).href);

const firstShown = (phone: Phone, css: string, text: string): Promise<WebElement | null> =>
  inPage(
    phone,
    (selector, words) =>
      [...document.querySelectorAll<HTMLElement>(String(selector))].find(
        (element) => element.checkVisibility() && element.innerText.includes(String(words)),
      ) ?? null,
    css,
    text,
  ) as Promise<unknown> as Promise<WebElement | null>;

/** Whether one of these elements is visible with this text now. */
export const shows = async (phone: Phone, css: string, text: string): Promise<boolean> =>
  (await firstShown(phone, css, text)) !== null;

/** Waits for the first of these elements that is visible with this text. */
export async function find(phone: Phone, css: string, text = '', withinMs = patienceMs): Promise<WebElement> {
  const look = async () => (await firstShown(phone, css, text)) ?? false;
  const found = await phone.browser.wait(
    look,
    withinMs,
    `Nothing shows that is ${css} and says “${text}”`,
    50,
  );
  if (!found) throw new Error('the wait ended with nothing');
  return found;
}

/** Taps once the element stands still within a finger's reach and nothing covers it, such as a toast. */
export const tap = (phone: Phone, css: string, text = ''): Promise<void> =>
  until(phone, `${css} with “${text}” can be tapped`, async () => {
    try {
      const target = await find(phone, css, text);
      if (!(await standsStill(phone, target))) return false;
      await target.click();
      return true;
    } catch (error) {
      const notYet = [
        errors.ElementClickInterceptedError,
        errors.ElementNotInteractableError,
        errors.StaleElementReferenceError,
      ];
      if (notYet.some((kind) => error instanceof kind)) return false;
      throw error;
    }
  });

/** Whether neither it nor an element around it is moving, after scrolling to it. */
const standsStill = (phone: Phone, element: WebElement): Promise<boolean> =>
  phone.browser.executeAsyncScript((target: HTMLElement, done: (still: boolean) => void) => {
    target.scrollIntoView({ block: 'nearest' });
    const { x, y } = target.getBoundingClientRect();
    // Two frames alone are not enough: a sheet that is about to begin or to end its movement stands still as well.
    const moves = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect && !effect.pseudoElement && effect.target?.contains(target);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const now = target.getBoundingClientRect();
        done(now.x === x && now.y === y && !document.getAnimations().some(moves));
      }),
    );
  }, element);

/** Waits until the page returns this value. */
export async function until(
  phone: Phone,
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> {
  await phone.browser.wait(async () => isSo(), withinMs, `It never came that ${what}`, 50);
}

/** Runs a function in the page, which may use only its arguments. A page that is loading gives `null`. */
export async function inPage<T>(
  phone: Phone,
  run: (...args: unknown[]) => T | Promise<T>,
  ...args: unknown[]
): Promise<T | null> {
  try {
    return await phone.browser.executeScript<T>(`return (${run}).apply(null, arguments)`, ...args);
  } catch (error) {
    if (error instanceof errors.JavascriptError || error instanceof errors.NoSuchWindowError) throw error;
    return null;
  }
}

/** Signs in through the sign-in page, as a person does. */
export async function signIn(phone: Phone, email: string, path = '/'): Promise<void> {
  await open(phone, `/api/login?returnTo=${encodeURIComponent(path)}`);
  await tap(phone, 'button', email);
  await until(phone, `${path} is open`, async () => {
    const { pathname } = new URL(await phone.browser.getCurrentUrl());
    return pathname === path;
  });
}

/** Waits until the worker serves the page, with everything precached. */
export async function workerReady(phone: Phone): Promise<void> {
  await phone.browser.executeAsyncScript((done: () => void) => {
    navigator.serviceWorker.ready.then(() => {
      if (navigator.serviceWorker.controller) done();
      else navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true });
    });
  });
}

/** Writes to the team in the open thread. */
export async function write(phone: Phone, text: string): Promise<void> {
  await (await find(phone, 'textarea')).sendKeys(text);
  await tap(phone, 'button[aria-label="Send"]');
  await find(phone, '[role=log] .bubble', text);
}

/** The messages of the open thread, in order. */
export const thread = async (phone: Phone): Promise<string[]> =>
  (await inPage(phone, () =>
    [...document.querySelectorAll<HTMLElement>('[role=log] .bubble')]
      .filter((line) => line.checkVisibility())
      .map((line) => line.innerText),
  )) ?? [];

/** Waits until no written message is waiting. */
export const allSent = (phone: Phone, withinMs = networkPatienceMs): Promise<void> =>
  until(
    phone,
    'nothing waits to be sent',
    async () =>
      (await inPage(
        phone,
        () => !/Sending…|Waiting for the network|waiting/.test(document.body.innerText),
      )) ?? false,
    withinMs,
  );

/** A booking of the member with messages, and the team's first message in it. */
export async function bookingWithMessages(server: RunningServer): Promise<{ id: string; text: string }> {
  return server.rows(async (db: Db) => {
    const { booking_id, message } = await db
      .selectFrom('messages as m')
      .innerJoin('bookings as b', 'b.id', 'm.booking_id')
      .select(['m.booking_id', 'm.message'])
      .orderBy('m.created_at', 'desc')
      .executeTakeFirstOrThrow();
    return { id: booking_id, text: message };
  });
}

/** The stored ones of these messages, in the server's order. */
export async function stored(server: RunningServer, bookingId: string, texts: string[]): Promise<string[]> {
  const rows = await server.rows((db) =>
    db
      .selectFrom('messages')
      .select('message')
      .where('booking_id', '=', bookingId)
      .where('message', 'in', texts)
      .orderBy('created_at')
      .execute(),
  );
  return rows.map(({ message }) => message);
}

/** All storage of the origin on the phone as one text: both storages, every database, every stored answer. */
export const everythingKept = async (phone: Phone): Promise<string> =>
  (await inPage(phone, async () => {
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const done = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        kept.push(JSON.stringify(await done(db.transaction(store).objectStore(store).getAll())));
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return kept.join('\n');
  })) ?? '';

/** WebKit's messages about an absent network. */
export const networkAway = [
  /Failed to load resource|WebSocket (connection|network error)|Could not connect|due to access control checks|Importing a module script failed|connection was lost/,
];
