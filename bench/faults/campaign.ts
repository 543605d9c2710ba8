import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../api/core/clock.ts';
import type { Db } from '../../api/db/database.ts';
import { openDatabase } from '../../api/db/open.ts';
import { createSession } from '../../api/features/account/sessions.service.ts';
import { drawsFrom } from '../../api/sandbox/payments/controls/draws.ts';
import { anAdmin, aService, aUser } from '../../api/testing/builders/builders.ts';
import { freePort } from '../../api/testing/machine/free-port.ts';
import { type Client, createClient } from '../../api/testing/servers/client.ts';
import { type PaymentsProcess, startPaymentsProcess } from '../../api/testing/servers/payments-process.ts';
import {
  type ProductProcess,
  startProductProcess,
  webhookUrlOn,
} from '../../api/testing/servers/product-process.ts';
import { tryStuckRefundsAgain } from './banks.ts';
import { differencesOf } from './books.ts';
import { Member } from './member.ts';
import { type CampaignResult, nothingYet } from './result.ts';

export interface Campaign {
  seed: number;
  /** The number of members; each pays, subscribes and changes their plan, several at once. */
  members: number;
  /** The acts of each member. */
  steps: number;
  /** The number of kills of the server. */
  kills: number;
  /** The setting for bookings beyond the free hours (`PAST_HOURS`); `offer` unless given. */
  pastHours?: 'offer' | 'refuse';
  /** A PostgreSQL; without it, SQLite in a file. */
  databaseUrl?: string;
}

const atOnce = 8;
/** The chances of the seeded faults of webhooks and of the provider's answers. */
const shares = { lose: 0.1, repeat: 0.3, reorder: 0.3, delay: 0, dropAnswers: 0.1 };
const mostRounds = 40;
/** Longer than the claim of a letter (`delivery.service.ts`). */
const claimSeconds = 601;
const secret = 'a secret of nobody but this campaign';

/**
 * Payments, changes of plans and work past the hours of many members under faults. Webhooks are lost, repeated and
 * reordered, answers are lost in both directions, and the server is killed (SIGKILL) again and again. After that the
 * faults end, the clocks go on by a minute, and the reconciler runs its rounds. Then the two books are compared to
 * the cent and the minute.
 */
export async function runCampaign(campaign: Campaign): Promise<CampaignResult> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-campaign-'));
  const business = await startBusiness(campaign, folder);
  const { provider, product, db } = business;
  try {
    const result = nothingYet();
    const team = await clientOf(business, await anAdmin(db));
    await workUnderFaults(campaign, business, team, result);
    await provider.control({ reset: true });
    await catchUp(business, team);
    result.differences = await differencesOf(db, provider);
    return result;
  } finally {
    await db.destroy();
    await product.kill();
    await provider.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Business {
  provider: PaymentsProcess;
  product: ProductProcess;
  db: Db;
}

async function startBusiness(campaign: Campaign, folder: string): Promise<Business> {
  const port = await freePort();
  const provider = await startPaymentsProcess({
    dataDir: join(folder, 'provider'),
    webhookUrl: webhookUrlOn(port),
    webhookRetryDelaysMs: [100, 300, 1000, 3000],
    signAtOwnTime: true,
  });
  const databaseUrl = campaign.databaseUrl ?? join(folder, 'hearthkeep.sqlite');
  const product = await startProductProcess({
    dataDir: folder,
    port,
    provider,
    env: {
      SESSION_SECRET: secret,
      DATABASE_URL: databaseUrl,
      OPEN_BOOKINGS: '1000000',
      BOOKINGS_PER_DAY: '1000000',
      PAST_HOURS: campaign.pastHours ?? 'offer',
    },
  });
  return { provider, product, db: openDatabase(databaseUrl) };
}

async function clientOf({ product, db }: Business, { id }: { id: string }): Promise<Client> {
  const cookie = await createSession({ db, clock: systemClock, secret, env: {} }, id, 'campaign');
  return createClient(product.url, product.url, `hearthkeep=${cookie}`);
}

/** All members act, some at once, while the server is killed again and again. */
async function workUnderFaults(
  { seed, members, steps, kills }: Campaign,
  business: Business,
  team: Client,
  result: CampaignResult,
): Promise<void> {
  const { provider, product, db } = business;
  const random = drawsFrom(seed);
  const services = await db
    .selectFrom('services')
    .select('id')
    .where('price_cents', 'is not', null)
    .orderBy('name')
    .execute();
  await provider.control({ chances: { seed, ...shares, delayMs: 300 } });
  // Two of them take more hours than most plans have.
  const longWork = (await aService(db, { estimated_minutes: 15 * 60 })).id;
  const queue = await Promise.all(
    Array.from({ length: members }, async () => ({
      client: await clientOf(business, await aUser(db)),
      random: drawsFrom(Math.floor(random() * 2 ** 31)),
    })),
  );
  const lane = async () => {
    for (let member = queue.shift(); member; member = queue.shift()) {
      const one = new Member(member.client, member.random, { db, provider, result, team, longWork });
      for (let step = 0; step < steps; step += 1)
        await one.doSomething(services[Math.floor(member.random() * services.length)]?.id ?? '');
    }
  };
  let working = true;
  const killing = killAgainAndAgain(product, kills, random, () => working, result);
  try {
    await Promise.all(Array.from({ length: atOnce }, lane));
  } finally {
    working = false;
    await killing;
  }
}

/** The clocks go on by a minute, and the reconciler runs its rounds. */
async function catchUp({ provider, product, db }: Business, team: Client): Promise<void> {
  await provider.settled();
  // Work under way gets a minute to be found, as in real time.
  await product.advance(60);
  await provider.control({ advanceClockSeconds: 60 });
  await product.round();
  await provider.settled();
  await product.round();
  await provider.settled();
  if (await tryStuckRefundsAgain(team)) await product.advance(60);
  await product.round();
  await provider.settled();
  await sendLetters(product, db);
  if (!(await hasLetters(db))) return;
  // A process that was killed while it sent a letter has claimed it for ten minutes.
  await product.advance(claimSeconds);
  await provider.control({ advanceClockSeconds: claimSeconds });
  await sendLetters(product, db);
}

/** Each round sends a limited number of letters. */
async function sendLetters(product: ProductProcess, db: Db): Promise<void> {
  for (let round = 0; round < mostRounds && (await hasLetters(db)); round += 1) await product.round();
}

/** Whether letters wait. */
const hasLetters = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('notices').select('id').where('due_at', 'is not', null).limit(1).execute()).length > 0;

async function killAgainAndAgain(
  product: ProductProcess,
  kills: number,
  random: () => number,
  goesOn: () => boolean,
  result: CampaignResult,
): Promise<void> {
  for (let kill = 0; kill < kills && goesOn(); kill += 1) {
    // In a long campaign the reconciler finds work that is older than a minute, beside the acts and amid the kill.
    void product.round();
    await new Promise((resolve) => setTimeout(resolve, 200 + random() * 1000));
    await product.kill();
    await product.start();
    result.kills += 1;
  }
}
