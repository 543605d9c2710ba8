import { defineConfig } from 'vitest/config';

const shared = {
  pool: 'forks' as const,
  setupFiles: ['scripts/console-guard.ts'],
  // Far more than any takes: a slow machine is no failure.
  testTimeout: 60_000,
  hookTimeout: 120_000,
};
// The campaign of the sockets is held against both databases.
const api = ['api/**/*.test.ts', 'bench/sockets/*.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // The payments sandbox keeps its own file, whatever the product's database is.
          include: [
            '{app,scripts,bench}/**/*.test.{ts,tsx}',
            '*.test.ts',
            'api/sandbox/payments/**/*.test.ts',
          ],
          exclude: ['bench/sockets/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'api-sqlite',
          include: api,
          exclude: ['api/sandbox/payments/**'],
          env: { TEST_DATABASE: 'sqlite' },
          globalSetup: ['api/testing/sqlite-template.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'api-postgres',
          include: api,
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
          testTimeout: 180_000,
        },
      },
    ],
  },
});
