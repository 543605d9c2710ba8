import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createDeps } from '../../compose/create-deps.ts';
import { openDataFolder, readSecret } from '../../compose/data-folder.ts';
import { createServer } from '../../compose/server.ts';
import { readEnv } from '../../core/env.ts';
import { createLog } from '../../core/log.ts';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { insertBusiness } from '../../features/records/business/business.repository.ts';
import { firstRow } from '../../features/records/business/business.rows.ts';
import { createLimits } from '../../http/limits/limits.ts';
import { claimPort, ownUrl } from '../../http/port.ts';
import { idleJobs, type Jobs } from '../../jobs/jobs.ts';
import { createStripePayments, type StripeOptions } from '../../providers/payments/stripe.ts';
import { seedCatalogue } from '../../seed/catalogue.ts';
import { testClock } from './clock.ts';
import { alwaysOpen, wide } from './wide-limits.ts';

// The starting process has ended.
process.once('disconnect', () => process.exit(0));

/**
 * The process that `startProductProcess` starts: like `api/main.ts`, but with another address of the card provider,
 * without personas, and with jobs that run only when the test asks.
 */
const given = JSON.parse(process.argv[2] ?? '{}') as { stripe: StripeOptions; clockSeconds: number };
const clock = testClock();
clock.advance({ seconds: given.clockSeconds });
process.on('message', async (message: number | 'round') => {
  if (message === 'round') await jobs?.runOnce();
  else clock.advance({ seconds: message });
  process.send?.('done');
});
let jobs: Jobs | null = null;
const env = readEnv(process.env);
const claim = await claimPort(env.PORT, env.HOST);
openDataFolder(env);
const db = openDatabase(env.DATABASE_URL);
await migrate(db);
await insertBusiness(db, { ...firstRow(env, clock.now().toISOString()), ...alwaysOpen });
const deps = await createDeps(env, createLog(env.LOG_LEVEL), {
  secret: readSecret(env),
  db,
  clock,
  payments: createStripePayments(given.stripe),
  limits: createLimits(wide),
});
await seedCatalogue(db);
const app = createServer(deps);
app.server.listen(claim);
await once(app.server, 'listening');
deps.sandbox?.listening(ownUrl(app.server));
jobs = idleJobs(deps, { atOnce: true });
// Written now, because a killed process could not do it at its end.
flushCompileCache();
process.send?.('ready');
