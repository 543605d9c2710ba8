import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawsFrom } from '@hearthkeep/payments-sandbox/draws';
import { anAdmin, aService, aUser } from '../../api/testing/builders/builders.ts';
import type { Person } from './asking.ts';
import { differencesOf } from './books/books.ts';
import { periodEndOf, readProviderBooks, type State, stripeOf } from './books/provider.ts';
import { type Business, catchUp, startBusiness } from './business.ts';
import { type Given, Member } from './member.ts';
import { Owner } from './owner.ts';
import { type CampaignResult, nothingYet } from './result.ts';
import { Saver } from './saver.ts';

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
/** The chance that the owner does something in the provider's dashboard after an act of a member. */
const ownersShare = 0.06;
/** The time before the end of the first plans' month at which members begin to save. */
const lastSeconds = 180;
/** A server that has just started gives so many answers before it is killed, however slow the machine is. */
const answersBeforeAKill = 5;

/** What happens in one stretch of time. */
interface Stretch {
  acts: (() => Promise<void>)[];
  kills: number;
}

/**
 * A month of many members under faults: payments, changes of plans, work past the hours, members who change plans to
 * save money when the month ends, and an owner who uses the provider's dashboard. Webhooks are lost, repeated and
 * reordered, answers are lost in both directions, and the server is killed (SIGKILL) again and again. After the first
 * days, and in the end, the faults stop, the clocks go on, and the jobs run their rounds. Then the two books are
 * compared to the cent and the minute.
 */
export async function runCampaign(campaign: Campaign): Promise<CampaignResult> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-campaign-'));
  const business = await startBusiness({
    folder,
    databaseUrl: campaign.databaseUrl,
    env: {
      OPEN_BOOKINGS: '1000000',
      BOOKINGS_PER_DAY: '1000000',
      PAST_HOURS: campaign.pastHours ?? 'offer',
    },
  });
  try {
    return await liveThrough(campaign, business);
  } finally {
    await business.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function liveThrough(campaign: Campaign, business: Business): Promise<CampaignResult> {
  const { provider, product, passTime } = business;
  const result = nothingYet();
  const random = drawsFrom(campaign.seed);
  const heard = new EventEmitter();
  const disputed = new Set<string>();
  const { members, savers, everybody, team } = await populate(campaign, business, random, {
    result,
    heard,
    disputed,
  });
  const owner = new Owner({ provider, random: drawsFrom(~campaign.seed), result, disputed });
  const services = await business.db
    .selectFrom('services')
    .select('id')
    .where('price_cents', 'is not', null)
    .orderBy('name')
    .execute();
  const actsOf =
    ({ member, random }: (typeof members)[number], steps: number) =>
    async () => {
      for (let step = 0; step < steps; step += 1) {
        await member.doSomething(services[Math.floor(random() * services.length)]?.id ?? '');
        if (random() < ownersShare) await owner.doSomething();
      }
    };
  const kills = Math.floor(campaign.kills / 6);
  // Without hours past a plan, savers have no work to finish.
  const killsAtTheEnd = campaign.pastHours === 'refuse' ? 0 : kills;
  const underFaults = async (stretch: Stretch) => {
    await provider.control({ chances: { seed: Math.floor(random() * 2 ** 31), ...shares, delayMs: 300 } });
    await act(stretch, business, random, { result, heard });
    await provider.control({ reset: true });
  };
  let history: State[] = [];
  const compare = async (when: string) => {
    await catchUp(business, team);
    const there = await readProviderBooks(provider, history);
    history = there.history;
    const differences = await differencesOf(business.db, there);
    result.differences.push(...differences.map((line) => `${when}: ${line}`));
  };

  const begin = savers.map((saver) => () => saver.begin());
  const days = members.map((each) => actsOf(each, campaign.steps));
  await underFaults({ acts: [...begin, ...days], kills: campaign.kills - kills - killsAtTheEnd });
  await compare('after the first days');

  await passTime(await untilMonthEnds(business));
  for (const person of everybody) person.client = await business.signIn(person.id);
  const someMembers = members.filter((_, n) => n % 8 === 0).map((each) => actsOf(each, 2));
  await underFaults({ acts: [...savers.map((saver) => () => saver.save()), ...someMembers], kills });
  await provider.settled();
  // The provider charges the next month an hour after it began.
  await passTime(20 * 60);
  await underFaults({ acts: savers.map((saver) => () => saver.bookBeforeTheCharge()), kills: 0 });
  await provider.settled();
  await passTime(60 * 60);
  // The renewals are known before the work goes on.
  await provider.settled();
  await product.round();
  await underFaults({ acts: savers.map((saver) => () => saver.finish()), kills: killsAtTheEnd });
  await compare('after the month');
  return result;
}

/** Makes the accounts, and the people who act for them. */
async function populate(
  campaign: Campaign,
  { db, provider, now, signIn }: Business,
  random: () => number,
  shared: Pick<Given, 'result' | 'heard' | 'disputed'>,
) {
  const personOf = async ({ id }: { id: string }): Promise<Person> => ({ id, client: await signIn(id) });
  const team = await personOf(await anAdmin(db));
  // Two of them take more hours than most plans have.
  const longWork = (await aService(db, { estimated_minutes: 15 * 60 })).id;
  const given: Given = { db, provider, team, longWork, now, ...shared };
  const people = async (number: number) =>
    Promise.all(
      Array.from({ length: number }, async () => ({
        me: await personOf(await aUser(db)),
        random: drawsFrom(Math.floor(random() * 2 ** 31)),
      })),
    );
  const [members, savers] = [await people(campaign.members), await people(Math.ceil(campaign.members / 8))];
  return {
    members: members.map(({ me, random }) => ({ member: new Member(me, random, given), random })),
    savers: savers.map(({ me, random }) => new Saver(me, random, given)),
    everybody: [team, ...members.map(({ me }) => me), ...savers.map(({ me }) => me)],
    team,
  };
}

/** The seconds until shortly before the end of the month that ends first. */
async function untilMonthEnds({ provider }: Business): Promise<number> {
  const ends: number[] = [];
  for await (const plan of stripeOf(provider).subscriptions.list({ status: 'active', limit: 100 }))
    ends.push(periodEndOf(plan));
  const { now } = await provider.state();
  return Math.min(...ends) - now - lastSeconds;
}

/** All act, some at once, while the server is killed again and again. */
async function act(
  { acts, kills }: Stretch,
  { product }: Business,
  random: () => number,
  { result, heard }: Pick<Given, 'result' | 'heard'>,
): Promise<void> {
  const queue = [...acts];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  const over = new AbortController();
  const acting = Promise.all(Array.from({ length: atOnce }, lane)).finally(() => {
    over.abort();
  });
  // A server that does not start again ends the campaign with its own error.
  await Promise.all([acting, killAgainAndAgain()]);

  async function killAgainAndAgain(): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      for (let answer = 0; answer < answersBeforeAKill && !over.signal.aborted; answer += 1)
        await once(heard, 'answer', { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      // In a long campaign the reconciler finds work that is older than a minute, beside the acts and amid the kill.
      void product.round();
      await new Promise((resolve) => setTimeout(resolve, 200 + random() * 1000));
      await product.kill();
      await product.start();
      result.kills += 1;
    }
  }
}
