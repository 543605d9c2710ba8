import { workerReady } from '../device.ts';
import { front } from '../member-bookings.ts';
import { cantKeep, faults } from '../storage-faults.ts';
import type { Act, Things, View } from './view.ts';

/** The screens' states when the network or the device's storage fails. */
export function unsteadyViews(of: Things): View[] {
  const booking = `/bookings/${of.scheduled}`;
  const view = (name: string, path: string, act: Act, before?: Act): View => ({
    name,
    path,
    as: 'member',
    alone: true,
    ...(before && { before }),
    act,
  });
  const strip = (name: string, path: string, reads: Act, says: RegExp) =>
    view(`fresh-${name}`, path, async (page) => {
      await workerReady(page);
      await front(page.getByRole('heading', { level: 1 })).waitFor();
      await reads(page);
      await page.reload();
      await page.locator('.strip').filter({ hasText: says, visible: true }).waitFor();
    });
  const note = (name: string, fault: string) =>
    view(
      `storage-${name}`,
      `${booking}#messages`,
      async (page) => {
        await front(page.getByPlaceholder('Type your message...')).fill('The gate sticks.');
        await front(page.getByText(faults[fault]?.says ?? cantKeep)).waitFor();
      },
      (page) => page.addInitScript(faults[fault]?.breakIt ?? (() => {})),
    );
  return [
    strip('failed', '/bookings', fail, /^Not up to date/),
    strip('failed-booking', booking, fail, /^Not up to date/),
    strip('late', '/bookings', hang, /^Updating…/),
    view('fresh-waiting', booking, async (page) => {
      await workerReady(page);
      await front(page.getByRole('log')).waitFor();
      await page.context().setOffline(true);
      await front(page.getByPlaceholder('Type your message...')).fill('The side gate is open.');
      await front(page.getByRole('button', { name: 'Send' })).click();
      await page.locator('.strip').filter({ hasText: '1 message waiting', visible: true }).waitFor();
    }),
    ...Object.entries(unread).map(([name, path]) =>
      view(`unread-${name}`, '/', async (page) => {
        await workerReady(page);
        await page.context().setOffline(true);
        await page.goto(path);
        await front(page.getByText(/It opens when the network is back/)).waitFor();
      }),
    ),
    note('refused', 'IndexedDB is refused'),
    note('full', 'the device is full'),
  ];
}

/** Content that the device has not read yet. */
const unread = {
  services: '/services',
  plan: '/profile?tab=subscription',
  identity: '/profile?tab=profile',
  preferences: '/profile?tab=preferences',
};

const reads = /\/api\/(?!auth\/user|config)/;
const fail: Act = (page) =>
  page.route(reads, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'Something went wrong on our side', requestId: 'tour' },
    }),
  );
const hang: Act = (page) => page.route(reads, () => {});
