import { randomUUID } from 'node:crypto';
import { constants, loadavg, setPriority } from 'node:os';
import { sql } from 'kysely';
import type { BookingTable } from '../../api/features/records/bookings/bookings.table.ts';
import { aBooking } from '../../api/testing/builders/builders.ts';
import { openBrowser } from '../../api/testing/outside/browser.ts';
import { aMailServer, type MailServer } from '../../api/testing/outside/mail-server.ts';
import { type SignedIn, signInMany } from '../sockets/people.ts';
import type { Attack, Target } from './attack.ts';
import { attacks } from './attacks.ts';
import { type Member, type Members, type Noticed, startMembers } from './members.ts';
import { processorSeconds } from './processes.ts';
import { type Memory, type Product, startProduct } from './product.ts';

/**
 * `npm run bench:attacks`: the waits of twenty ordinary members before, during and after each attack, and the
 * memory of the process and of its decoder of photos, on SQLite or (`-- --postgres`) on PostgreSQL. No answer may be
 * wrong, and afterwards everything must be served again. `-- --only=words` runs the attacks whose names contain these
 * words.
 */
const memberCount = 20;
const feedBookings = 10_000;
const phaseMs = 10_000;
/** The wait after an attack, whose last work may still be under way. */
const settleMs = 2_000;
const dayMs = 86_400_000;
/** The time that the mail server takes for a letter, as one far away does. */
const letterMs = 300;
const wanted = { times: 2, leastMs: 50, refusedMs: 6_000, growth: 100 * 2 ** 20, decoder: 320 * 2 ** 20 };
let good = true;

const at = ({ times }: Noticed, part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
const summary = (noticed: Noticed): string =>
  [
    `p50 ${at(noticed, 0.5).toFixed(1)} ms`,
    `p99 ${at(noticed, 0.99).toFixed(1)} ms`,
    `at most ${at(noticed, 1).toFixed(0)} ms`,
    `${noticed.served} served`,
    `${noticed.later} asked to come back`,
    ...Object.entries(noticed.wrong).map(([answer, count]) => `${count} WRONG: ${answer}`),
  ].join(', ');

const isPostgres = process.argv.includes('--postgres');
const mail = await aMailServer({ takesMs: letterMs });
const product = await startProduct({ postgres: isPostgres, smtpUrl: mail.url });
try {
  const target = await prepare(product, mail);
  const members = await startMembers(product.url, await twentyMembers(product));
  // The attackers, in this process, come from elsewhere: they leave the processors to the product and its members.
  setPriority(constants.priority.PRIORITY_LOW);
  await members.run(phaseMs);
  console.log(`On ${isPostgres ? 'PostgreSQL' : 'SQLite'}, ${memberCount} members:`);
  const kinds = isPostgres ? ['postgres'] : ['sqlite', ...(product.disk ? ['disk'] : [])];
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';
  const wantedAttacks = attacks.filter(
    ({ against, name }) => (!against || kinds.includes(against)) && name.includes(only),
  );
  if (!wantedAttacks.length) throw new Error(`No attack's name contains '${only}'`);
  for (const attack of wantedAttacks) await endure(attack, target, members);
  if (!isPostgres && !product.disk) console.log('The disk was not filled: only root may mount one.');
  await members.stop();
} finally {
  await product.stop();
  await mail.close();
}
process.exitCode = good ? 0 : 1;

async function endure(attack: Attack, target: Target, members: Members): Promise<void> {
  // The most of the phase, since a collection at its end would make the attack's look like growth.
  const earlier = watchMemory(target.product);
  const before = await members.run(phaseMs);
  const held = await earlier.stop();
  const memory = watchMemory(target.product);
  const end = await attack.begin(target);
  const used = await processorTimes(target.product, members);
  const during = await members.run(phaseMs);
  const busy = await used();
  const ended = await end();
  const cameTo = typeof ended === 'string' ? { text: ended } : ended;
  const most = await memory.stop();
  await members.run(settleMs);
  const after = await members.run(phaseMs);

  const bound = attack.refuses ? wanted.refusedMs : Math.max(wanted.leastMs, at(before, 0.99) * wanted.times);
  const isHeld =
    cameTo.isHeld !== false &&
    [before, during, after].every(({ wrong }) => Object.keys(wrong).length === 0) &&
    (attack.refuses || during.later === 0) &&
    after.later === 0 &&
    at(during, 0.99) <= bound &&
    at(after, 0.99) <= Math.max(wanted.leastMs, at(before, 0.99) * wanted.times) &&
    most.server - held.server <= wanted.growth &&
    most.started <= wanted.decoder;
  good &&= isHeld;
  console.log(`\n${attack.name}: ${cameTo.text}${isHeld ? '' : '  MISSED'}`);
  for (const [phase, noticed] of Object.entries({ before, during, after }))
    console.log(`  ${phase.padEnd(7)} ${summary(noticed)}`);
  const decoder = most.started ? `, its decoder of photos ${mb(most.started)}` : '';
  const load = loadavg()[0]?.toFixed(1);
  console.log(`  processors in the attack: ${busy}`);
  console.log(`  memory  ${mb(held.server)} before, ${mb(most.server)} at most${decoder}; load ${load}`);
}

/** @returns the function that tells which part of one processor each process has used since */
async function processorTimes(product: Product, members: Members): Promise<() => Promise<string>> {
  const look = async () => ({
    ...(await product.processors()),
    members: await processorSeconds([members.pid]),
    attackers: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  });
  const began = performance.now();
  const before = await look();
  return async () => {
    const seconds = (performance.now() - began) / 1000;
    const now = await look();
    return Object.entries(now)
      .map(([name, time]) => [name, time - before[name as keyof typeof before]] as const)
      .filter(([, time]) => time > 0)
      .map(([name, time]) => `${name} ${((time / seconds) * 100).toFixed(0)} %`)
      .join(', ');
  };
}

function watchMemory({ memory }: Product): { stop(): Promise<Memory> } {
  let most: Memory = { server: 0, started: 0 };
  const look = async () => {
    const { server, started } = await memory();
    most = { server: Math.max(most.server, server), started: Math.max(most.started, started) };
  };
  const watch = setInterval(look, 100);
  return {
    async stop() {
      clearInterval(watch);
      await look();
      return most;
    },
  };
}

async function twentyMembers({ db }: Product): Promise<Member[]> {
  const people = await signInMany(db, memberCount, 'customer');
  return Promise.all(
    people.map(async (person, n) => {
      const { id } = await aBooking(db, { user_id: person.id, service_id: await anyService(db) });
      return { ...person, address: `203.0.113.${n + 1}`, bookingId: id };
    }),
  );
}

async function prepare(product: Product, mail: MailServer): Promise<Target> {
  const { db, url } = product;
  const [stranger, owner] = (await signInMany(db, 2, 'customer')) as [SignedIn, SignedIn];
  await bookMany(product, owner.id);
  // As a database in use has been; otherwise PostgreSQL does it during one of the attacks.
  if (isPostgres) await sql`vacuum analyze`.execute(db);
  const link = await fetch(`${url}/api/calendar-link`, {
    method: 'POST',
    headers: { cookie: owner.cookie, origin: url },
  });
  const { url: feed } = (await link.json()) as { url: string };
  const browser = openBrowser(url);
  await browser.signIn('member@example.com');
  const cookie = browser.cookie('hearthkeep');
  if (!cookie) throw new Error('The member could not sign in');
  return { product, stranger, subscriber: { id: '', cookie: `hearthkeep=${cookie.value}` }, feed, mail };
}

async function anyService(db: Product['db']): Promise<string> {
  return (await db.selectFrom('services').select('id').executeTakeFirstOrThrow()).id;
}

/** Adds bookings within the calendar's span. */
async function bookMany({ db }: Product, userId: string): Promise<void> {
  const first = await aBooking(db, { user_id: userId, service_id: await anyService(db) });
  const copies = Array.from({ length: feedBookings - 1 }, (_, n): BookingTable => {
    const day = new Date(Date.now() + ((n % 300) - 60) * dayMs).toISOString();
    return { ...first, id: randomUUID(), status: 'completed', scheduled_date: day };
  });
  for (let n = 0; n < copies.length; n += 500)
    await db
      .insertInto('bookings')
      .values(copies.slice(n, n + 500))
      .execute();
}
