import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readEnv } from '../../api/core/env.ts';
import { migrate } from '../../api/db/migrate.ts';
import { openDatabase } from '../../api/db/open.ts';
import { listCandidates } from '../../api/features/flows/assignment/assignment.service.ts';
import { findFreeTimes } from '../../api/features/records/visits/free-times.service.ts';
import { databaseUrl, onServer, wideWaits } from '../../api/testing/databases/database.ts';
import { startPostgres } from '../../api/testing/databases/postgres-server.ts';
import { fillPlan, firstDay, now, zone } from './plan.ts';

/** The time within which the candidates of a booking must come, at the 95th percentile. */
const candidatesMs = 50;
/**
 * The plans that are searched, and the time within which 60 days of each must come, at the 95th percentile. Sixteen
 * visits a day leave no gap for the work: the search then reads all 100,000 bookings, and finds nothing but evenings.
 * The largest plan shows how the time grows.
 */
const sizes = [
  { workers: 100, bookings: 100_000, perDay: 3, toReachMs: 50 },
  { workers: 100, bookings: 100_000, perDay: 16, toReachMs: 100 },
  { workers: 1000, bookings: 1_000_000, perDay: 4, toReachMs: null },
];

/** Measures the search for free times and for candidates. `--postgres`: on PostgreSQL; `--small`: without the largest plan. */
export async function measureSpeed(): Promise<boolean> {
  const isLarge = !process.argv.includes('--small');
  const postgres = process.argv.includes('--postgres') ? await startPostgres() : null;
  let isReached = true;
  try {
    for (const [n, size] of sizes.slice(0, isLarge ? 3 : 2).entries()) {
      const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-slots-'));
      if (postgres) await onServer(postgres.url, `CREATE DATABASE slots${n}`);
      const url = postgres ? databaseUrl(postgres.url, `slots${n}`) : join(folder, 'slots.sqlite');
      const db = openDatabase(url, { waits: wideWaits });
      try {
        await migrate(db);
        const { service, userId, postcodes, bookingIds } = await fillPlan(db, size);
        // PostgreSQL's own cleaning does it in service: without it no search is answered from the index alone.
        await sql.raw(postgres ? 'vacuum analyze' : 'analyze').execute(db);
        const business = { opening: alwaysOpen, timeZone: zone, slots: 'on' as const };
        const known = {
          ...{ id: service.id, categoryId: service.category_id },
          ...{ estimatedMinutes: service.estimated_minutes, noticeHours: 0 },
        };
        const label = `${postgres ? 'PostgreSQL' : 'SQLite'}, ${size.workers} workers, ${size.bookings} bookings, ${size.perDay} a day`;
        for (const days of [7, 60]) {
          let found = 0;
          const p95 = await measure(`${label}: ${days} days`, async (turn) => {
            const slots = await findFreeTimes(db, {
              ...{ business, service: known, userId, now, from: firstDay, days },
              postcode: postcodes[turn % postcodes.length] ?? null,
            });
            found = Math.max(found, slots.length);
          });
          console.log(`  at most ${found} times found`);
          if (size.toReachMs !== null && p95 > size.toReachMs) isReached = false;
        }
        const deps = { db, clock: { now: () => now }, env: readEnv({ BUSINESS_TIME_ZONE: zone }) };
        const p95 = await measure(`${label}: candidates`, async (turn) => {
          await listCandidates(deps, bookingIds[turn % bookingIds.length] ?? '');
        });
        if (size.toReachMs !== null && p95 > candidatesMs) isReached = false;
      } finally {
        await db.destroy();
        await rm(folder, { recursive: true });
      }
    }
  } finally {
    await postgres?.stop();
  }
  return isReached;
}

/** Runs something 110 times, of which the first ten warm up, and prints its times and its share of the processor. @returns p95 in ms */
async function measure(label: string, run: (turn: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let turn = 0; turn < 110; turn += 1) {
    const began = performance.now();
    await run(turn);
    if (turn >= 10) times.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(cpu);
  times.sort((one, other) => one - other);
  const [p50 = 0, p95 = 0] = [times[50], times[95]];
  const cpuMs = (user + system) / 1000 / 110;
  console.log(
    `${label}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor ${cpuMs.toFixed(1)} ms`,
  );
  return p95;
}

const alwaysOpen = {
  week: Array.from({ length: 7 }, () => ({ from: 480, until: 1200 })),
  closedDays: [],
  postcodes: [],
};
