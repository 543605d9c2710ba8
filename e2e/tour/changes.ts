import type { Page } from 'playwright';
import { cancel, changeCard, fillReview, move, sendReview } from '../changes.ts';
import { workerReady } from '../device.ts';
import { dialogLeft, front, sheet } from '../member-bookings.ts';
import type { Act, Things, View } from './view.ts';

/** Changes of bookings that wait for the network, and those that were refused. */
export function changeViews(of: Things): View[] {
  const inList = (name: string, act: Act, before?: Act) =>
    view(name, of.scheduled, (page) => seenInList(page, of, act), before);
  const both: Act = async (page) => {
    await refused(move)(page);
    await page.goto(`/bookings/${of.pending}`);
    await waits(cancel)(page);
  };
  return [
    view('review-sheet', of.completed, review),
    view('review', of.completed, waits(reviewAndSend)),
    view('move', of.scheduled, waits(move)),
    view('cancel', of.pending, waits(cancel)),
    view('on-its-way', of.pending, async (page) => {
      await onItsWay(page);
      await page.keyboard.press('Escape');
      await dialogLeft(page);
    }),
    view('taking-back', of.pending, async (page) => {
      await onItsWay(page);
      await sheet(page).getByRole('button', { name: 'Keep Booking' }).click();
      await dialogLeft(page);
    }),
    { ...view('unread', of.scheduled, (page) => openUnread(page, of)), path: '/bookings' },
    view('gone', of.pending, (page) => findGone(page, of), refuses.terms),
    view('move-refused', of.scheduled, refused(move), refuses.conflict),
    view('cancel-refused', of.pending, refused(cancel), refuses.terms),
    view('review-refused', of.completed, refused(reviewAndSend), refuses.reviewed),
    inList('list', waits(move)),
    view('home', of.pending, async (page) => {
      await page.goto('/');
      await front(page.locator('.recent a')).waitFor();
      await page.goto(`/bookings/${of.pending}`);
      await waits(cancel)(page);
      await page.goto('/');
      await front(page.locator('.recent .queued-mark')).waitFor();
    }),
    inList('list-refused', refused(move), refuses.conflict),
    inList('list-both', both, refuses.conflict),
    view(
      'list-failed',
      of.scheduled,
      async (page) => {
        await both(page);
        await failToRead(page);
      },
      refuses.conflict,
    ),
  ];
}

const view = (name: string, id: string | undefined, act: Act, before: Act = stayHere): View => ({
  name: `changes-${name}`,
  path: `/bookings/${id}`,
  as: 'member',
  alone: true,
  before,
  act,
});

/** Acts on the scheduled booking, and goes back to the list. */
async function seenInList(page: Page, of: Things, act: Act): Promise<void> {
  await page.goto('/bookings');
  await front(page.locator('.booking-card')).waitFor();
  await page.goto(`/bookings/${of.scheduled}`);
  await act(page);
  await page.getByRole('link', { name: 'Bookings' }).filter({ visible: true }).first().click();
  await front(page.locator('.queued-mark')).waitFor();
}

async function openUnread(page: Page, of: Things): Promise<void> {
  await workerReady(page);
  await front(page.locator('.booking-card')).waitFor();
  await page.context().setOffline(true);
  await page.goto(`/bookings/${of.scheduled}`);
  await front(page.getByText('Plans changed?')).waitFor();
}

async function findGone(page: Page, of: Things): Promise<void> {
  await refused(cancel)(page);
  const gone = { code: 'not_found', message: 'There is no such booking', requestId: 'tour' };
  await page.route(`**/api/bookings/${of.pending}`, (route) => route.fulfill({ status: 404, json: gone }));
  await page.reload();
  await front(page.getByText('Booking not found')).waitFor();
}

async function failToRead(page: Page): Promise<void> {
  await page.unroute('**/api/bookings/*/reschedule');
  await page.context().setOffline(false);
  await page.route(/\/api\/(?!auth\/user|config)/, (route) => route.fulfill({ status: 500, json: failed }));
  await page.goto('/bookings');
  await page.locator('.strip').filter({ hasText: 'Not up to date', visible: true }).waitFor();
}

const failed = { code: 'internal', message: 'Something went wrong on our side', requestId: 'tour' };

async function goOffline(page: Page): Promise<void> {
  await workerReady(page);
  await front(page.getByRole('log')).waitFor();
  await page.context().setOffline(true);
}

/** Holds the answer while the picture is taken. */
async function onItsWay(page: Page): Promise<void> {
  await front(page.getByRole('log')).waitFor();
  await page.route('**/api/bookings/*/cancel', () => {});
  await cancel(page);
  await changeCard(page).waitFor();
}

async function review(page: Page): Promise<void> {
  await goOffline(page);
  await fillReview(page, 4, 'Quiet, quick and kind. They even swept the path.');
}

async function reviewAndSend(page: Page): Promise<void> {
  await review(page);
  await sendReview(page);
}

const written =
  (change: Act): Act =>
  async (page) => {
    await goOffline(page);
    await change(page);
    await changeCard(page).waitFor();
    await dialogLeft(page);
  };

const waits =
  (change: Act): Act =>
  async (page) => {
    await written(change)(page);
    await closeToast(page);
  };

const refused =
  (change: Act): Act =>
  async (page) => {
    await written(change)(page);
    await page.context().setOffline(false);
    await front(page.locator('.queued-change.refused')).waitFor();
    // The message that it was kept is outdated and disappears by itself.
    await page.locator('.toast').waitFor({ state: 'detached' });
  };

/** The message is visible in its own place, too. */
async function closeToast(page: Page): Promise<void> {
  const toast = page.locator('.toast');
  await toast.getByRole('button', { name: 'Close notification' }).dispatchEvent('click');
  await toast.waitFor({ state: 'detached' });
}

/** Makes the page alone send, because the tour can answer in the server's place there. */
export async function stayHere(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
}

const refusing =
  (path: string, code: string, message: string): Act =>
  async (page) => {
    await stayHere(page);
    await page.route(`**/api/bookings/*/${path}`, (route) =>
      route.fulfill({ status: 409, json: { code, message, requestId: 'tour' } }),
    );
  };
const refuses = {
  conflict: refusing(
    'reschedule',
    'conflict',
    'This booking has been given another time meanwhile, so it was not moved',
  ),
  terms: refusing('cancel', 'terms_changed', 'The terms have changed since. Please look at them again.'),
  reviewed: refusing('review', 'already_reviewed', 'You have reviewed this booking already'),
};
