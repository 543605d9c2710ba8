import { join } from 'node:path';
import type { Db } from '../../api/db/database.ts';
import { openDatabase } from '../../api/db/open.ts';
import { createSession } from '../../api/features/records/account/sessions/sessions.service.ts';
import { freePort } from '../../api/testing/machine/free-port.ts';
import { createClient } from '../../api/testing/servers/client.ts';
import { type PaymentsProcess, startPaymentsProcess } from '../../api/testing/servers/payments-process.ts';
import {
  type ProductProcess,
  startProductProcess,
  webhookUrlOn,
} from '../../api/testing/servers/product-process.ts';
import type { Person } from './asking.ts';
import { tryStuckRefundsAgain } from './banks.ts';
import { sendLetters } from './letters.ts';

const secret = 'a secret of nobody but this campaign';
/** Plans of a large campaign need several rounds, each of a limited number. */
const mostRounds = 40;

/** The product and its card provider, as processes of their own with clocks that move together. */
export interface Business {
  provider: PaymentsProcess;
  product: ProductProcess;
  db: Db;
  /** The time of both clocks, in ms. */
  now(): number;
  /** Moves both clocks on. */
  passTime(seconds: number): Promise<void>;
  /** Signs a person in, anew after a month. */
  signIn(id: string): Promise<Person['client']>;
  stop(): Promise<void>;
}

/** @param settings.env further settings of the product */
export async function startBusiness(settings: {
  folder: string;
  databaseUrl?: string | undefined;
  env?: Record<string, string>;
}): Promise<Business> {
  const { folder } = settings;
  const port = await freePort();
  const provider = await startPaymentsProcess({
    dataDir: join(folder, 'provider'),
    webhookUrl: webhookUrlOn(port),
    webhookRetryDelaysMs: [100, 300, 1000, 3000],
    signAtOwnTime: true,
  });
  const databaseUrl = settings.databaseUrl ?? join(folder, 'hearthkeep.sqlite');
  const env = { SESSION_SECRET: secret, DATABASE_URL: databaseUrl, ...settings.env };
  const product = await startProductProcess({ dataDir: folder, port, provider, env });
  const db = openDatabase(databaseUrl);
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  return {
    provider,
    product,
    db,
    now,
    async passTime(seconds) {
      aheadMs += seconds * 1000;
      await product.advance(seconds);
      await provider.control({ advanceClockSeconds: seconds });
    },
    async signIn(id) {
      const clock = { now: () => new Date(now()) };
      const cookie = await createSession({ db, clock, secret, env: {} }, id, 'campaign');
      return createClient(product.url, product.url, `hearthkeep=${cookie}`);
    },
    async stop() {
      await db.destroy();
      await product.kill();
      await provider.stop();
    },
  };
}

/** Lets everything come to its end: time passes, and the jobs run their rounds. No fault is on any more. */
export async function catchUp(business: Business, team: Person): Promise<void> {
  const { provider, product, db, passTime } = business;
  await provider.settled();
  // Work under way gets a minute to be found, as in real time.
  for (let round = 0; round < mostRounds && (round < 3 || (await waits(business))); round += 1) {
    await passTime(61);
    await product.round();
    await provider.settled();
  }
  if (await tryStuckRefundsAgain(team.client)) await passTime(61);
  await product.round();
  await provider.settled();
  await sendLetters(product, db, passTime);
}

/** Whether a plan's next period, or a change, is not in our books yet. */
async function waits({ db, now }: Business): Promise<boolean> {
  const at = new Date(now()).toISOString();
  const plans = db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', 'in', ['active', 'past_due'])
    .where('current_period_end', '<', at)
    .limit(1);
  const changes = db.selectFrom('plan_changes').select('id').where('status', '=', 'open').limit(1);
  return ((await plans.execute()).length || (await changes.execute()).length) > 0;
}
