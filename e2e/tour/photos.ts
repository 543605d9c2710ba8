import { randomUUID } from 'node:crypto';
import { type Page, request } from 'playwright';
import { personas } from '../../api/core/personas.ts';
import { workerReady } from '../device.ts';
import { front } from '../member-bookings.ts';
import { choosePhotos, photoStrip, photosInThread, shareToApp } from '../photos.ts';
import type { RunningServer } from '../server.ts';
import { photoOf, type Scene } from './scenes.ts';
import type { Act, Persona, Things, View } from './view.ts';

/** The photos and texts of one booking's thread. */
const messages: [by: 'member' | 'admin', scenes: Scene[], text: string][] = [
  ['member', ['gate'], 'The side gate. It sticks, so lift it a little.'],
  ['member', ['lock', 'night', 'wall'], 'The lock, the hall light that flickers, and the mark on the wall.'],
  ['admin', ['long'], 'The hedge is cut. Is this the height that you had in mind?'],
  ['member', ['gate', 'lock', 'night', 'wall', 'long', 'gate', 'lock'], ''],
];

/** Photos: in a thread from both sides, before they are sent, in full size, and from the phone's gallery. */
export function photoViews(server: RunningServer, of: Things): View[] {
  let written: Promise<void> | undefined;
  const thread = `/bookings/${of.completed}#messages`;
  const view = (name: string, as: Persona, path: string, act: Act, before?: Act): View => ({
    name: `photos-${name}`,
    path,
    as,
    alone: true,
    before: async (page) => {
      written ??= say(server, of.completed ?? '');
      await written;
      await before?.(page);
    },
    act,
  });
  const member = (name: string, act: Act, before?: Act) => view(name, 'member', thread, act, before);
  const composer = (name: string, act: Act, before?: Act): View => ({
    name: `photos-${name}`,
    path: `/bookings/${of.scheduled}#messages`,
    as: 'member',
    alone: true,
    ...(before && { before }),
    act,
  });
  const shared = (name: string, as: Persona, path: string, act: Act): View => ({
    name: `share-${name}`,
    path,
    as,
    alone: true,
    act,
  });
  return [
    member('thread', allThere),
    view('thread', 'admin', `/admin/bookings/${of.completed}`, allThere),
    member('loading', placesThere, (page) => page.route('**/photos/**', () => {})),
    member('not-here', (page) => front(page.getByText('Try again')).waitFor(), withoutPhotos),
    member('viewer', openPhoto('Photo 2 of 3, Sent')),
    member('viewer-upright', openPhoto('Photo 1 of 3, Sent')),
    member('viewer-white', openPhoto('Photo 3 of 3, Sent')),
    member('viewer-one', openPhoto('Photo, Team')),
    member('viewer-small', openPhoto('Photo 1 of 3, Sent', 'A small copy'), onlySmall),

    composer('composer', async (page) => {
      await choose(page, ['gate', 'lock', 'night']);
      await front(page.getByPlaceholder('Type your message...')).fill('The gate, its lock, and the hall.');
    }),
    composer('composer-making', makesOne, stopsAtSecond),
    composer('composer-most', async (page) => {
      await choose(page, [...Array<Scene>(10).fill('gate'), 'lock'], 10);
      await page.getByText('10 photos at most').waitFor();
    }),
    composer('composer-no-photo', async (page) => {
      await choose(page, ['gate']);
      const buffer = Buffer.from('no photo at all');
      await choosePhotos(page, [{ name: 'notes.jpg', mimeType: 'image/jpeg', buffer }]);
      await page.getByText('Not a photo').waitFor();
    }),
    composer('waiting', async (page) => {
      await workerReady(page);
      await choose(page, ['gate', 'lock']);
      await page.context().setOffline(true);
      await sendThem(page, 'Waiting for the network');
    }),
    composer(
      'refused',
      async (page) => {
        await choose(page, ['gate']);
        await sendThem(page, 'Not sent:');
      },
      refuses,
    ),

    shared('pick', 'member', '/bookings', (page) => share(page)),
    shared('pick-earlier', 'member', '/bookings', async (page) => {
      await share(page);
      await front(page.getByRole('button', { name: 'Show earlier bookings' })).click();
    }),
    shared('no-booking', 'newcomer', '/bookings', (page) => share(page)),
    shared('nothing', 'member', '/share', (page) => front(page.getByText('Nothing to share')).waitFor()),
    shared('part', 'member', '/bookings', (page) => share(page, [...Array<Scene>(11).fill('gate'), 'lock'])),
    shared('lost', 'member', '/share?lost', (page) => front(page.getByText('did not arrive')).waitFor()),
    shared('signed-out', 'visitor', '/share', async () => {}),
  ];
}

async function choose(page: Page, which: Scene[], shown = which.length): Promise<void> {
  await choosePhotos(page, await Promise.all(which.map(photoOf)));
  await photoStrip(page)
    .nth(shown - 1)
    .waitFor();
}

async function sendThem(page: Page, until: string): Promise<void> {
  await front(page.getByPlaceholder('Type your message...')).fill('This is the one.');
  await front(page.getByRole('button', { name: 'Send' })).click();
  await front(page.getByText(until)).waitFor();
}

async function share(page: Page, scenes: Scene[] = ['gate', 'lock', 'night']): Promise<void> {
  await workerReady(page);
  await shareToApp(page, await Promise.all(scenes.map(photoOf)));
  await page.waitForURL(scenes.length > 10 ? '**/share?part' : '**/share');
  const taken = Math.min(scenes.length, 10);
  await front(page.getByRole('list', { name: `${taken} photos` }))
    .getByRole('img')
    .nth(taken - 1)
    .waitFor();
  await front(page.getByRole('button', { name: /#/ }).or(page.getByText('No booking to share'))).waitFor();
}

async function allThere(page: Page): Promise<void> {
  await photosInThread(page)
    .nth(messages.flatMap(([, scenes]) => scenes).length - 1)
    .waitFor();
}
const placesThere: Act = (page) => front(page.locator('.photo .skeleton')).waitFor();

const openPhoto =
  (name: string, until?: string): Act =>
  async (page) => {
    await front(page.getByRole('button', { name, exact: true })).click();
    const viewer = page.getByRole('dialog');
    await (until ? viewer.getByText(until) : viewer.locator('.photo-stage > img')).waitFor();
    if (!until) await page.waitForLoadState('networkidle');
  };

/** Requests for photos fail, all of them or those of one size. */
const withoutPhotos: Act = (page) => page.route('**/photos/**', (route) => route.abort('failed'));
const onlySmall: Act = (page) =>
  page.route(/\/photos\/[^?]+$/, (route) =>
    route.request().method() === 'GET' ? route.abort('failed') : route.continue(),
  );
const refuses: Act = (page) =>
  page.route('**/photos/**', (route) =>
    route.fulfill({
      status: 415,
      json: {
        code: 'unsupported_media',
        message: 'This file could not be read as a photo',
        requestId: 'tour',
      },
    }),
  );

/** The device is slow with the second photo. */
const stopsAtSecond: Act = (page) =>
  page.addInitScript(() => {
    const { createImageBitmap: make } = globalThis;
    let made = 0;
    globalThis.createImageBitmap = ((...of: Parameters<typeof make>) => {
      made += 1;
      return made < 2 ? make(...of) : new Promise(() => {});
    }) as typeof make;
  });
async function makesOne(page: Page): Promise<void> {
  await choosePhotos(page, [await photoOf('gate'), await photoOf('lock'), await photoOf('night')]);
  await photoStrip(page).first().waitFor();
}

/** Writes the thread as each of its writers. */
async function say(server: RunningServer, bookingId: string): Promise<void> {
  for (const [by, scenes, message] of messages) {
    const api = await request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { origin: server.url, 'idempotency-key': randomUUID() },
    });
    const login = await api.get('/api/login');
    await api.post(login.url(), { form: { email: personas[by].email } });
    const photoIds: string[] = [];
    for (const scene of scenes) {
      const id = randomUUID();
      const { buffer, mimeType } = await photoOf(scene);
      await api.put(`/api/bookings/${bookingId}/photos/${id}`, {
        data: buffer,
        headers: { 'content-type': mimeType },
      });
      photoIds.push(id);
    }
    await api.post('/api/bookings/messages', { data: { bookingId, message, photoIds } });
    await api.dispose();
  }
}
