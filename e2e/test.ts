import { writeFile } from 'node:fs/promises';
import { test as base, expect, type Page, type TestInfo } from 'playwright/test';
import { chromiumArgs, findChromium, findHeadlessShell } from '../scripts/programs/chromium.ts';
import { browserEnv } from './clock.ts';
import { type Device, inMotion, openDevice, workerReady } from './device.ts';
import { createGuard, type Guard } from './guard.ts';
import { type Network, startNetwork } from './network.ts';
import { personas } from './personas.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

interface Options {
  /** `test.use({ serverOptions: … })` for another environment. */
  serverOptions: ServerOptions;
  /** Lines and failures that the browser may have, such as `networkAway`. */
  allowed: RegExp[];
  /**
   * `test.use({ closesBrowser: true })` for a browser of the test's own, which `device` can close and open again.
   */
  closesBrowser: boolean;
  /** `test.use({ worker: true })` for tests of the app's service worker; other pages have none. */
  worker: boolean;
  /**
   * `test.use({ motion: true })` for animations on the test's own device, for journeys through pages and dialogs whose
   * animations can be in the way.
   */
  motion: boolean;
}

interface WorkerOptions {
  /** `test.use({ wholeBrowser: true })` for features that a browser without a user interface lacks, such as push. */
  wholeBrowser: boolean;
}

interface Fixtures {
  /** The network between the browser and the server. */
  network: Network;
  /** A server of this test alone, behind `network`; it must not complain. */
  server: RunningServer;
  /** The messages and requests of the test's browsers; an unexpected one fails the test. */
  guard: Guard;
  /** A phone whose browser can be closed and opened again. */
  device: Device;
  /** The first tab of `device`. */
  page: Page;
}

export const test = base.extend<Fixtures & Options, WorkerOptions>({
  serverOptions: [{}, { option: true }],
  allowed: [[], { option: true }],
  closesBrowser: [false, { option: true }],
  worker: [false, { option: true }],
  motion: [inMotion, { option: true }],
  wholeBrowser: [false, { option: true, scope: 'worker' }],
  launchOptions: [
    ({ wholeBrowser }, use) =>
      use({
        executablePath: wholeBrowser ? findChromium() : findHeadlessShell(),
        args: chromiumArgs,
        env: browserEnv,
      }),
    { scope: 'worker' },
  ],

  network: async ({ browserName: _ }, use) => {
    const network = await startNetwork();
    await use(network);
    await network.close();
  },

  guard: async ({ allowed }, use) => {
    const guard = createGuard();
    guard.allow(...allowed);
    await use(guard);
    expect(guard.complaints(), 'unexpected console lines, page errors and failed requests').toEqual([]);
  },

  // It ends before the guard, and keeps the output of both.
  server: async ({ serverOptions, network, guard }, use, info) => {
    const server = await startServer({ publicUrl: network.url, warm: true, ...serverOptions });
    network.target(server.port);
    await use(server);
    await server.close();
    const complaints = server.complaints();
    if (info.status !== info.expectedStatus || complaints.length + guard.complaints().length > 0)
      await keepBeside(info, { 'server.log': server.output(), 'console.log': guard.console() });
    expect(complaints, 'warnings, errors and stderr of the server').toEqual([]);
  },

  device: async (
    {
      browser,
      closesBrowser,
      wholeBrowser,
      worker,
      motion,
      server,
      network,
      guard,
      viewport,
      colorScheme,
      timezoneId,
    },
    use,
  ) => {
    const device = await openDevice({
      guard,
      baseURL: server.url,
      network,
      ...(closesBrowser ? { wholeBrowser } : { browser }),
      worker,
      motion,
      ...(viewport ? { viewport } : {}),
      ...(colorScheme === 'dark' ? { colorScheme } : {}),
      ...(timezoneId ? { timezoneId } : {}),
    });
    await use(device);
    await device.discard();
  },

  page: ({ device }, use) => use(device.page),
});

export { expect, personas };

/** Saves the output of a failed test beside its screenshot in test-results. */
async function keepBeside(info: TestInfo, output: Record<string, string[]>): Promise<void> {
  for (const [file, lines] of Object.entries(output))
    await writeFile(info.outputPath(file), lines.join('\n'));
}

/** Signs this browser in as the sign-in page does, without the page, and opens a page of the app if given. */
export async function signInAs(page: Page, email: string, path?: string): Promise<void> {
  // An open page is told at once that its session has ended, and would navigate by itself.
  if (path && page.url() !== 'about:blank') await page.goto('about:blank');
  const login = await page.request.get('/api/login');
  const answer = await page.request.post(login.url(), { form: { email } });
  expect(answer.status(), 'the answer to a sign-in').toBe(200);
  if (path) await page.goto(path);
}

/** Signs in, opens a page of the app, and waits until the worker serves it. */
export async function signInWithWorker(page: Page, email: string, path: string): Promise<void> {
  await signInAs(page, email, path);
  await workerReady(page);
}

/** Signs in through the sign-in page, as a person does. An address of no persona goes into the E-mail field. */
export async function signInByHand(page: Page, email: string, returnTo = '/'): Promise<void> {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
  const known: readonly string[] = Object.values(personas);
  if (known.includes(email)) await page.getByRole('button', { name: email }).click();
  else {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('E-mail').press('Enter');
  }
  await page.waitForURL(
    (url) => url.pathname === new URL(returnTo, url).pathname && !url.pathname.startsWith('/sandbox'),
  );
}
