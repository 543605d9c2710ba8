import type { Page } from 'playwright/test';
import { matchPath } from 'react-router-dom';
import { openMessage } from '../app/pwa/push/worker-messages.ts';
import { memberPages } from '../app/routes/pages.tsx';
import { openDevice, workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { nextRelease, type Release, thisRelease } from './releases.ts';
import type { RunningServer } from './server.ts';
import { openBooking, send, tellOnline } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ worker: true });

/** Every page in the app's own list, with an example address of each kind. */
async function addresses(server: RunningServer): Promise<Map<string, string>> {
  const { booking, service, customer } = await server.rows(async (db) => {
    const { id: booking, user_id: customer } = await db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select(['b.id', 'b.user_id'])
      .where('u.email', '=', personas.member)
      .where('b.status', '=', 'scheduled')
      .executeTakeFirstOrThrow();
    const { id: service } = await db
      .selectFrom('services')
      .select('id')
      .where('price_cents', 'is not', null)
      .orderBy('position')
      .executeTakeFirstOrThrow();
    return { booking, service, customer };
  });
  const id = (path: string) => (/support|customers/.test(path) ? customer : booking);
  return new Map(
    memberPages.map(({ path }) => [
      path,
      path === '*' ? '/nowhere' : path.replace(':serviceId', service).replace(':id', id(path)),
    ]),
  );
}

/** Changes to the waiting release, as a person does. */
async function takeUpdate(page: Page, to: Release): Promise<void> {
  await page.reload();
  const changed = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await changed;
  expect(await page.evaluate(() => document.documentElement.dataset.release ?? null)).toBe(to.mark);
  await workerReady(page);
}

/** Marks this document, so that a later one can be told from it. */
const remember = (page: Page) => page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

/**
 * Opens pages one after the other in the present tab, as a notification does, and checks that each is shown by its
 * own code.
 */
async function openAll(
  page: Page,
  release: Release,
  pages: [path: string, address: string][],
): Promise<void> {
  for (const [path, address] of pages) {
    if (path === '/signin') {
      // A signed-in person is led away from it, into another document.
      await page.evaluate((file) => import(file), `/${release.pages.get(path)}`);
      continue;
    }
    await page.evaluate(
      (data) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })),
      openMessage(address),
    );
    await page.waitForURL((url) => url.pathname === address);
    await expect.poll(() => loaded(page), path).toContain(`/${release.pages.get(path)}`);
    const front = page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden)').last();
    await expect(front.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(page.getByText('This page did not open'), path).toHaveCount(0);
  }
  expect(await page.evaluate(() => 'sameDocument' in globalThis), 'the same document as before').toBe(true);
}

const loaded = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));

/** The code of a release's pages that these tabs have loaded. */
async function pagesLoaded(release: Release, ...tabs: Page[]): Promise<string[]> {
  const all = new Set((await Promise.all(tabs.map(loaded))).flat());
  return [...new Set(release.pages.values())].filter((file) => all.has(`/${file}`));
}

/** Replaces a server's release while messages are written, and keeps account of these. */
function deploymentsOf(server: RunningServer) {
  const written: string[] = [];
  const stored = () =>
    server.rows(async (db) =>
      (
        await db
          .selectFrom('messages')
          .select('message')
          .where('client_id', 'is not', null)
          .orderBy('seq')
          .execute()
      ).map(({ message }) => message),
    );
  const write = async (page: Page, text: string) => {
    await send(page, text);
    written.push(text);
  };
  /** Replaces the release while a member writes, and makes another tab of each person take it. */
  const deploy = async (to: Release, writing: Page, ...others: Page[]) => {
    await write(writing, `Before ${written.length}`);
    await expect.poll(stored).toEqual(written);
    await server.stop();
    await write(writing, `During ${written.length}`);
    await expect(writing.getByText('Waiting for the network')).toBeVisible();
    await server.start(to.folder);
    await tellOnline(writing);
    await expect(writing.getByText('Waiting for the network')).toHaveCount(0);
    await Promise.all(others.map((page) => takeUpdate(page, to)));
    await write(writing, `After ${written.length}`);
    await expect.poll(stored).toEqual(written);
  };
  return { deploy, written, stored };
}

test.describe('while releases come and go', () => {
  test.use({ allowed: networkAway });

  test('open tabs find every page, after an update and a rollback, and every message is stored once @full', async ({
    device,
    server,
    guard,
    network,
  }) => {
    // The journey builds a second release, and visits every page of both.
    test.setTimeout(420_000);
    guard.allow(/status of (404|503)/, /^answer 503/);
    const [before, after] = [await thisRelease(), await nextRelease()];
    const team = await openDevice({
      guard,
      baseURL: server.url,
      network,
      worker: true,
      viewport: { width: 820, height: 1180 },
    });
    for (const { context } of [device, team])
      await context.addInitScript(() => performance.setResourceTimingBufferSize(5000));
    const known = await addresses(server);
    expect([...before.pages.keys()], 'every page of the app’s list').toEqual([...known.keys()]);
    const isTeams = (path: string) => matchPath('/admin/*', path) !== null;
    const pagesOf = (teams: boolean) => [...known].filter(([path]) => isTeams(path) === teams);
    const bookingPath = known.get('/bookings/:id') ?? '';
    const { deploy, written, stored } = deploymentsOf(server);

    const [member, admin] = [device.page, team.page];
    await signInAs(member, personas.member);
    await openBooking(member, bookingPath.split('/').at(-1) ?? '');
    await signInAs(admin, personas.admin, '/admin');
    await Promise.all([workerReady(member), workerReady(admin)]);
    const [memberOther, adminOther] = [await device.context.newPage(), await team.context.newPage()];
    await memberOther.goto('/profile');
    await adminOther.goto('/admin');
    await Promise.all([remember(member), remember(admin)]);

    await deploy(after, member, memberOther, adminOther);
    await openAll(member, before, pagesOf(false));
    await openAll(admin, before, pagesOf(true));
    expect(await pagesLoaded(before, member, admin)).toEqual([...new Set(before.pages.values())]);
    expect(await pagesLoaded(after, member, admin)).toEqual([]);

    // After the rollback, the tabs of the newer release are the ones that stay.
    await memberOther.goto(bookingPath);
    await adminOther.goto('/admin');
    await Promise.all([remember(memberOther), remember(adminOther)]);
    await deploy(before, memberOther, member, admin);
    await openAll(memberOther, after, pagesOf(false));
    await openAll(adminOther, after, pagesOf(true));
    expect(await pagesLoaded(after, memberOther, adminOther)).toEqual([...new Set(after.pages.values())]);
    expect(await stored()).toEqual(written);

    // The older release stores what it reads, although the newer one stored it in another form.
    await member.goto(bookingPath);
    await expect(member.getByRole('log').getByText(written.at(-1) ?? '')).toBeVisible();
    await device.offline(true);
    await member.reload();
    await expect(member.getByRole('log').getByText(written.at(-1) ?? '')).toBeVisible();
    await device.offline(false);
    await team.discard();
    await after.discard();
  });
});
