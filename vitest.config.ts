import { defineConfig } from 'vitest/config';
import InOrder from './scripts/test/in-order.ts';

const shared = {
  pool: 'forks' as const,
  setupFiles: ['scripts/test/console-guard.ts'],
  // The limits are far more than any test takes, so that a slow machine is no failure.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};
const api = {
  ...shared,
  // The campaign of the sockets runs against both databases.
  include: ['api/**/*.test.ts', 'bench/sockets/*.test.ts'],
  // The server's modules keep nothing between tests: each server is made of its own parts. Loading them again for
  // each file took half of the time.
  isolate: false,
};

/** Long tests whose subjects are the same on both databases: on PostgreSQL they run only before a release. */
const alikeOnBoth = [
  'api/main.test.ts',
  'api/testing/servers/payments-process.test.ts',
  'api/http/every-call.test.ts',
  'api/http/rights/permissions.test.ts',
  'api/features/records/photos/photo-content.test.ts',
];

export default defineConfig({
  test: {
    // Tests also wait for processes and for the database: with three workers, two cores are idle a fifth of the time.
    maxWorkers: 4,
    sequence: { sequencer: InOrder },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{app,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: ['bench/sockets/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'payments-sandbox',
          include: ['packages/payments-sandbox/**/*.test.ts'],
          globalSetup: ['scripts/test/find-browser.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...api,
          name: 'api-sqlite',
          env: { TEST_DATABASE: 'sqlite' },
          globalSetup: ['api/testing/databases/sqlite-template.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'api-postgres',
          // These layers know no database (.dependency-cruiser.cjs): once is enough.
          exclude: ['api/{contract,core,providers}/**', ...(process.env.FULL === '1' ? [] : alikeOnBoth)],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['api/testing/databases/postgres-server.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'webkit',
          include: ['e2e/webkit/*.journey.ts'],
          globalSetup: ['e2e/webkit/global-setup.ts'],
          // Each driver looks for a free port and gives it to its browser, which takes it later. When two started at
          // once, a browser was asked for a second session, and both tests waited until their timeout.
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
