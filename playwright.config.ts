import { defineConfig } from 'playwright/test';
import { deviceZone } from './e2e/clock.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The journeys of the browser with a user interface: a worker of their own runs them (`wholeBrowser` in e2e/test.ts). */
const inWholeBrowser = /\/(freshness|install|push|push-worker)\.spec\.ts$/;
/** The longest journey. */
const walk = /\/walk\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // A journey waits for the network and for clocks a third of its time.
  workers: 3,
  retries: 0,
  // The limit allows for a machine that is three times slower.
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  // For journeys that are run alone. Playwright empties this folder at each start; `npm test` uses other ones.
  outputDir: 'test-results/alone',
  forbidOnly: true,
  use: {
    // A trace of every step is available on request: --trace retain-on-failure
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-AU',
    timezoneId: deviceZone,
  },
  projects: [
    // First, because these workers would otherwise end each run alone.
    { name: 'whole browser', testMatch: inWholeBrowser, use: phone },
    { name: 'walk', testMatch: walk, use: phone },
    { name: 'phone', testIgnore: [inWholeBrowser, walk], use: phone },
  ],
});
