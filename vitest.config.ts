import { defineConfig } from 'vitest/config';

const shared = {
  pool: 'forks' as const,
  setupFiles: ['scripts/console-guard.ts'],
  // Far more than any takes: a slow machine is no failure.
  testTimeout: 60_000,
  hookTimeout: 120_000,
};
const api = {
  ...shared,
  // The campaign of the sockets is held against both databases.
  include: ['api/**/*.test.ts', 'bench/sockets/*.test.ts'],
  // The server's modules keep nothing between tests: each server is made of its own parts. To load them anew for each
  // file took half of the time.
  isolate: false,
};

export default defineConfig({
  test: {
    // Tests wait for processes and for the database, too: two cores are idle a sixth of the time with two.
    maxWorkers: 3,
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
          ...api,
          name: 'api-sqlite',
          env: { TEST_DATABASE: 'sqlite' },
          globalSetup: ['api/testing/sqlite-template.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'api-postgres',
          // The payments sandbox keeps its own file, whatever the product's database is.
          exclude: ['api/sandbox/payments/**'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['api/testing/postgres-server.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'webkit',
          include: ['e2e/webkit/*.journey.ts'],
          globalSetup: ['e2e/webkit/global-setup.ts'],
          // Each driver looks for a free port and gives it to its browser, which takes it later: where two
          // started at once, a browser was asked for a second session, and both tests waited until their time was up.
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
