import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../../api/db/migrate.ts';
import { openDatabase } from '../../api/db/open.ts';
import { findFreeTimes } from '../../api/features/records/visits/free-times.service.ts';
import { databaseUrl, onServer, wideWaits } from '../../api/testing/databases/database.ts';
import { startPostgres } from '../../api/testing/databases/postgres-server.ts';
import { fillPlan, firstDay, now, zone } from './plan.ts';

/** The time within which a search of 60 days must answer, at the 95th percentile. */
const toReachMs = 50;

const sizes = [
  { workers: 100, bookings: 100_000, perDay: 3 },
  { workers: 100, bookings: 100_000, perDay: 16 },
  { workers: 1000, bookings: 1_000_000, perDay: 4 },
];

/** Measures the search for free times. `--postgres`: on PostgreSQL; `--small`: without the largest plan. */
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
        const { service, userId, postcodes } = await fillPlan(db, size);
        await sql`analyze`.execute(db);
        const business = { opening: alwaysOpen, timeZone: zone, slots: 'on' as const };
        const known = {
          ...{ id: service.id, categoryId: service.category_id },
          ...{ estimatedMinutes: service.estimated_minutes, noticeHours: 0 },
        };
        for (const days of [7, 60]) {
          const times: number[] = [];
          let found = 0;
          const cpu = process.cpuUsage();
          for (let turn = 0; turn < 110; turn += 1) {
            const began = performance.now();
            const slots = await findFreeTimes(db, {
              ...{ business, service: known, userId, now, from: firstDay, days },
              postcode: postcodes[turn % postcodes.length] ?? null,
            });
            found = slots.length;
            // The first ones warm up.
            if (turn >= 10) times.push(performance.now() - began);
          }
          const { user, system } = process.cpuUsage(cpu);
          const cpuMs = (user + system) / 1000 / 110;
          times.sort((one, other) => one - other);
          const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
          if (n === 0 && p95 > toReachMs) isReached = false;
          console.log(
            `${postgres ? 'PostgreSQL' : 'SQLite'}, ${size.workers} workers, ${size.bookings} bookings, ${size.perDay} a day: ` +
              `${days} days p50 ${times[50]?.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor ${cpuMs.toFixed(1)} ms (${found} times)`,
          );
        }
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

const alwaysOpen = {
  week: Array.from({ length: 7 }, () => ({ from: 480, until: 1200 })),
  closedDays: [],
  postcodes: [],
};
