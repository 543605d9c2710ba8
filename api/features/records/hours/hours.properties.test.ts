import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans, planTiers } from '../../../contract/rules/plans.ts';
import type { HoursLine } from '../../../contract/schemas/hours.ts';
import { sameTime } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aService, aSubscription, aUser } from '../../../testing/builders/builders.ts';
import { firstVersion } from '../../../testing/builders/first-version.ts';
import { HoursModel, lossesOf, type ModelInvoice, minutesOf } from '../../../testing/builders/hours-model.ts';
import { anInvoice } from '../../../testing/builders/invoices.ts';
import { searchFrom } from '../../../testing/builders/seeds.ts';
import { type TestDatabase, testDatabase } from '../../../testing/databases/database.ts';
import { allLines } from '../../views/statement/statement.service.ts';
import { grantForInvoice, readBalance, settleBooking } from './hours.service.ts';
import { settleRefundedHours } from './withdrawn/withdrawn.service.ts';

const { seeds, numRuns } = searchFrom(20261122, 10);

let database: TestDatabase;
let db: Db;
let serviceId: string;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  serviceId = (await aService(db)).id;
});
afterAll(() => database.close());

const hour = 3_600_000;
const tier = fc.constantFrom(...planTiers);
const bookings = [0, 1, 2, 3, 4];
const booking = fc.constantFrom(...bookings);
const lateness = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2500) });
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('work' as const),
      booking,
      minutes: fc.integer({ min: 0, max: 1500 }),
      hoursAgo: fc.nat(200),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('take back' as const), booking }) },
  {
    weight: 2,
    // The customer agrees to more than estimated.
    arbitrary: fc.record({
      what: fc.constant('agree' as const),
      booking,
      more: fc.integer({ min: 16, max: 600 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('change plan' as const), tier, hoursLate: lateness }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('hear again' as const), invoice: fc.nat(60) }),
  },
  {
    weight: 2,
    // Refunds in whole, in part and once more, and refunds that fail.
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      invoice: fc.nat(60),
      percent: fc.constantFrom(0, 25, 33, 50, 75, 100),
    }),
  },
);
const month = fc.record({
  /** `null`: that month is not paid. */
  renewal: fc.option(fc.record({ tier, hoursLate: lateness }), { freq: 8 }),
  happenings: fc.array(fc.record({ hour: fc.nat(743), happening }), { maxLength: 5 }),
});
/** Ends of periods and expiries near the changes of clocks in Sydney and at the ends of months. */
const anchor = fc.constantFrom(
  '2024-07-03T16:30:00.000Z',
  '2024-07-05T16:00:00.000Z',
  '2025-01-05T15:30:00.000Z',
  '2024-08-31T14:00:00.000Z',
  '2024-12-31T12:59:59.000Z',
);
const history = fc.record({ anchor, months: fc.array(month, { maxLength: 24, size: 'max' }) });
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

type Event = { now: string } & (
  | { what: 'invoice'; invoice: ModelInvoice }
  | { what: 'settle'; booking: number; minutes: number; at: string }
  | { what: 'agree'; booking: number; more: number }
  | { what: 'hear again'; invoice: number }
  | { what: 'refund'; invoice: number; percent: number }
);

const monthsAfter = (anchor: string, months: number): number =>
  Date.parse(sameTime(anchor, { months }, 'UTC'));

/** The events in order of time; no two at one instant. */
function eventsOf({ anchor, months }: History): Event[] {
  let count = 0;
  const events: Event[] = [];
  const at = (ms: number) => {
    count += 1;
    return new Date(ms + count).toISOString();
  };
  const add = (ms: number, event: (now: string) => Event) => events.push(event(at(ms)));
  for (const [index, { renewal, happenings }] of months.entries()) {
    const start = monthsAfter(anchor, index);
    const end = monthsAfter(anchor, index + 1);
    const paid = (ms: number, kind: ModelInvoice['kind'], minutes: number, hoursLate: number) => {
      const [periodStart, periodEnd] = [new Date(start).toISOString(), new Date(end).toISOString()];
      const invoice = { id: randomUUID(), kind, minutes, periodStart, periodEnd };
      add(ms + hoursLate * hour, (now) => ({ now, what: 'invoice', invoice }));
    };
    // The largest plan that the month was paid for so far.
    let standing = 0;
    const minutesOf = (of: keyof typeof plans) => plans[of].hours * 60;
    if (renewal) {
      standing = minutesOf(renewal.tier);
      paid(start, 'period', standing, renewal.hoursLate);
    }
    for (const { hour: hours, happening } of happenings.toSorted((a, b) => a.hour - b.hour)) {
      const ms = Math.min(start + hours * hour, end - hour);
      if (happening.what === 'change plan') {
        const more = Math.max(0, minutesOf(happening.tier) - standing);
        paid(ms, 'upgrade', Math.round((more * (end - ms)) / (end - start)), happening.hoursLate);
        standing += more;
      } else if (happening.what === 'hear again' || happening.what === 'refund' || happening.what === 'agree')
        add(ms, (now) => ({ now, ...happening }));
      else {
        const { minutes, hoursAgo } = { minutes: 0, hoursAgo: 0, ...happening };
        const worked = at(ms - hoursAgo * hour);
        add(ms, (now) => ({ now, what: 'settle', booking: happening.booking, minutes, at: worked }));
      }
    }
  }
  return events.sort((a, b) => (a.now < b.now ? -1 : 1));
}

/** A member whose hours are kept twice: in the ledger and in the model. */
async function aMemberAndAModel() {
  const { id: userId } = await aUser(db);
  const { id: subscriptionId } = await aSubscription(db, { user_id: userId });
  const ids: string[] = [];
  for (const _ of bookings) ids.push((await aBooking(db, { user_id: userId, service_id: serviceId })).id);
  const model = new HoursModel();
  const heard: ModelInvoice[] = [];
  const hear = async (invoice: ModelInvoice, now: string) => {
    model.grant(invoice, now);
    const { id: invoiceId, ...rest } = invoice;
    const grant = { userId, subscriptionId, invoiceId, ...rest, now };
    await db
      .transaction()
      .execute((tx) =>
        grantForInvoice(tx, { ...grant, version: firstVersion('basic'), timeZone: 'Australia/Sydney' }),
      );
  };
  return {
    userId,
    ids,
    model,
    async run(event: Event) {
      const { now } = event;
      if (event.what === 'invoice') {
        heard.push(event.invoice);
        const paid = { id: event.invoice.id, amount_paid_cents: 10_000 };
        await anInvoice(db, { ...paid, user_id: userId, subscription_id: subscriptionId });
        await hear(event.invoice, now);
      } else if (event.what === 'hear again') {
        const again = heard[event.invoice % heard.length];
        if (again) await hear(again, now);
      } else if (event.what === 'refund') {
        const refunded = heard[event.invoice % heard.length];
        if (!refunded) return;
        model.refund(refunded.id, event.percent, now);
        const set = { refunded_cents: event.percent * 100 };
        await db.transaction().execute(async (tx) => {
          await tx.updateTable('invoices').set(set).where('id', '=', refunded.id).execute();
          await settleRefundedHours(tx, { userId, now });
        });
      } else {
        const bookingId = ids[event.booking] ?? '';
        const standing = model.works.get(bookingId);
        const before = standing ? minutesOf(standing) : 0;
        if (event.what === 'agree' && !before) return;
        const minutes = event.what === 'agree' ? before + event.more : event.minutes;
        // A correction leaves the work on its day.
        const usedAt = standing && before ? standing.at : event.what === 'agree' ? now : event.at;
        model.settle(bookingId, minutes, usedAt, now);
        const use = { userId, bookingId, minutes, usedAt, now };
        await db.transaction().execute((tx) => settleBooking(tx, use));
      }
    },
  };
}

type Member = Awaited<ReturnType<typeof aMemberAndAModel>>;
const readRows = async ({ userId }: Member) => ({
  grants: await db
    .selectFrom('hour_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute(),
  entries: await db
    .selectFrom('hour_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute(),
});
type Rows = Awaited<ReturnType<typeof readRows>>;
/** The negated total, without minus zero. */
const usedOf = (entries: { minutes: number }[]) => entries.reduce((sum, { minutes }) => sum - minutes, 0);
const total = (entries: { minutes: number }[]) => entries.reduce((sum, { minutes }) => sum + minutes, 0);

function checkRows({ grants, entries }: Rows, before: Rows, { model, ids }: Member, now: string): void {
  expect(grants.slice(0, before.grants.length), 'grants stay as they were').toEqual(before.grants);
  expect(entries.slice(0, before.entries.length), 'entries stay as they were').toEqual(before.entries);

  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const grantOf = new Map(grants.map((grant) => [grant.id, grant]));
  const reversed = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'use') {
      const { period_start = '', expires_at = '' } = grantOf.get(entry.grant_id ?? '') ?? {};
      expect(period_start <= entry.at && entry.at < expires_at, 'used while it serves').toBe(true);
    }
    if (entry.kind !== 'reversal') continue;
    const of = byId.get(entry.reverses_id ?? '');
    expect(reversed.has(of?.id ?? ''), 'taken back once').toBe(false);
    reversed.add(of?.id ?? '');
    expect(entry).toMatchObject({
      minutes: -(of?.minutes ?? 0),
      grant_id: of?.grant_id,
      booking_id: of?.booking_id,
    });
    expect(['use', 'overage', 'refunded']).toContain(of?.kind);
  }
  for (const pool of model.pools) {
    const grant = grants.find(({ invoice_id }) => invoice_id === pool.id);
    expect(grant).toMatchObject({
      minutes: pool.minutes,
      period_start: pool.start,
      expires_at: pool.expires,
      kind: pool.kind,
    });
    const left = total(entries.filter(({ grant_id }) => grant_id === grant?.id));
    expect([left, left >= 0], 'no minute is used twice').toEqual([pool.left, true]);
    const lost = lossesOf(pool.losses);
    if (pool.expires > now)
      expect(
        lost <= Math.round((pool.minutes * pool.refunded) / 100),
        'a refund takes its share at most',
      ).toBe(true);
  }
  for (const id of ids) {
    const uses = entries.filter(({ booking_id }) => booking_id === id);
    const work = model.works.get(id);
    expect(usedOf(uses), "a booking's minutes").toBe(work ? minutesOf(work) : 0);
    expect(usedOf(uses.filter(({ grant_id }) => !grant_id)), 'past the balance').toBe(work?.over ?? 0);
  }
  const granted = total(grants);
  const used = [...model.works.values()].reduce((sum, work) => sum + minutesOf(work), 0);
  const lost = model.pools.reduce((sum, { losses }) => sum + lossesOf(losses), 0);
  expect(total(entries), 'granted less used and refunded').toBe(granted - used - lost);
}

async function checkStatement({ userId, model }: Member, now: string): Promise<void> {
  const clock = { now: () => new Date(now) };
  const lines: HoursLine[] = [];
  for await (const page of allLines({ db, clock }, { id: userId })) lines.push(...page);
  let balance = 0;
  for (const line of lines.reverse()) {
    if (line.kind !== 'overage') balance += Math.round(line.hours * 60);
    expect(Math.round(line.balance * 60), 'each line adds up').toBe(balance);
  }
  const held = model.pools.filter(({ expires }) => expires > now).reduce((sum, { left }) => sum + left, 0);
  expect(balance, 'the last balance is what has not expired').toBe(held);
  const times = lines.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
}

test.each(seeds)(
  'the ledger equals the model after two years of events in any order (seed %i)',
  {
    timeout: 15_000 + numRuns * 5_000,
  },
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        const member = await aMemberAndAModel();
        const { model, userId } = member;
        const events = eventsOf(given);
        let before: Rows = { grants: [], entries: [] };
        for (const [index, event] of events.entries()) {
          await member.run(event);
          const { used, remaining } = model.balance(event.now);
          expect(await readBalance(db, userId, event.now)).toEqual({
            usedThisPeriodMinutes: used,
            remainingMinutes: remaining,
          });
          if (index % 8 !== 7 && index !== events.length - 1) continue;
          const rows = await readRows(member);
          checkRows(rows, before, member, event.now);
          await checkStatement(member, event.now);
          before = rows;
        }
        const later = new Date(monthsAfter(given.anchor, 36)).toISOString();
        await checkStatement(member, later);
        expect((await readBalance(db, userId, later)).remainingMinutes).toBe(0);
      }),
      // The shrinking of a failure stops after this time.
      { seed, numRuns, interruptAfterTimeLimit: numRuns * 4_000, markInterruptAsFailure: true },
    );
  },
);
