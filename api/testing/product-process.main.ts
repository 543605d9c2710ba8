import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { openDataFolder, readSecret } from '../data-folder.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { seedCatalogue } from '../db/seed/catalogue.ts';
import { createDeps } from '../deps.ts';
import { readEnv } from '../env.ts';
import { createLimits } from '../http/limits.ts';
import { claimPort, ownUrl } from '../http/port.ts';
import { type Jobs, startJobs } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';
import { createStripePayments, type StripeOptions } from '../providers/payments/stripe.ts';
import { createServer } from '../server.ts';
import { testClock } from './clock.ts';
import { wide } from './wide-limits.ts';

// The starting process has ended.
process.once('disconnect', () => process.exit(0));

/**
 * The process that `startProductProcess` starts: like `api/main.ts`, but with another address of the card provider
 * and without personas.
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
jobs = startJobs(deps);
// Written now, because a killed process could not do it at its end.
flushCompileCache();
process.send?.('ready');
