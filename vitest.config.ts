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

/** Set by `npm test`. Tests that are run alone, or on other dates, are all there. */
const isCore = process.env.CORE_TESTS === '1';
/** Long tests of what seldom changes: the start and the end of processes, backups, the benches themselves. */
const onlyFull = isCore
  ? [
      'api/main.test.ts',
      'api/features/flows/delivery/killed.test.ts',
      'api/testing/servers/payments-process.test.ts',
      'bench/faults/business.test.ts',
      'bench/servers.test.ts',
      'packages/payments-sandbox/browser/payment-element.browser.test.ts',
      'scripts/backup/photos-backup.test.ts',
    ]
  : [];
/**
 * Tests that run on PostgreSQL in a full run alone, chosen by measurement: without them, 19 in 20 of the different
 * statements of all tests are executed there in a third of the time.
 */
const onlyFullOnPostgres = isCore
  ? [
      'api/http/**',
      'api/features/flows/{overage-charges,overtime-answers,plan-changes,quote-answers,webhooks}/**',
      'api/features/flows/account-deletion/plan.test.ts',
      'api/features/flows/booking-changes/{changes,consequence,overage,status.properties}.test.ts',
      'api/features/flows/delivery/{delivery,own-acts,push-delivery}.test.ts',
      'api/features/flows/team-refunds/{on-the-way,sent-back,team-refunds}.test.ts',
      'api/features/records/administrators/command.test.ts',
      'api/features/records/appearance/appearance.test.ts',
      'api/features/records/bookings/booking-limits.test.ts',
      'api/features/records/notices/notices.test.ts',
      'api/features/records/photos/{photo-content,photos}.test.ts',
      'api/features/records/push/push.test.ts',
      'api/features/views/calendar/calendar.test.ts',
      'api/bus/money-hints.test.ts',
      'api/db/backup.test.ts',
    ]
  : [];

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
          exclude: ['bench/sockets/**', ...onlyFull],
        },
      },
      {
        test: {
          ...shared,
          name: 'payments-sandbox',
          include: ['packages/payments-sandbox/**/*.test.ts'],
          exclude: onlyFull,
          globalSetup: ['scripts/test/find-browser.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...api,
          name: 'api-sqlite',
          exclude: onlyFull,
          env: { TEST_DATABASE: 'sqlite' },
          globalSetup: ['api/testing/databases/sqlite-template.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'api-postgres',
          // These layers know no database (.dependency-cruiser.cjs): once is enough.
          exclude: ['api/{contract,core,providers}/**', ...onlyFull, ...onlyFullOnPostgres],
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
