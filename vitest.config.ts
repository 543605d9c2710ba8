import { defineConfig } from 'vitest/config';

const shared = {
  pool: 'forks' as const,
  setupFiles: ['scripts/console-guard.ts'],
  testTimeout: 15_000,
  hookTimeout: 30_000,
};
const api = ['api/**/*.test.ts'];

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
    ],
  },
});
