import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { centsOf } from '../../../../contract/rules/overage.ts';
import { graceMinutes } from '../../../../contract/rules/overtime-terms.ts';
import { type Person, personOf } from '../../../../core/person.ts';
import type { Deps } from '../../../../deps.ts';
import { type Payments, PaymentsUnavailable } from '../../../../providers/payments/payments.ts';
import { anAdmin, aPlan, aService, aUser } from '../../../../testing/builders/builders.ts';
import { firstVersion } from '../../../../testing/builders/first-version.ts';
import { searchFrom } from '../../../../testing/builders/seeds.ts';
import { grantUpgrade } from '../../../../testing/builders/upgrades.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { cancelBooking } from '../../../flows/booking-changes/call-off.service.ts';
import { readBooking } from '../../../flows/booking-changes/detail.service.ts';
import { setBookingStatus } from '../../../flows/booking-changes/status.service.ts';
import {
  agreeToExtraHours,
  declineExtraHours,
  withdrawExtraHours,
} from '../../../flows/overtime-answers/answer.service.ts';
import { createBooking } from '../../bookings/bookings.service.ts';
import { hourCents } from '../../plans/plans.rules.ts';
import { readBookingTerms } from './overage-terms.service.ts';

const { seeds, numRuns } = searchFrom(20261123, 8);

const lengths = [30, 90, 240, 600];
let server: TestServer;
let deps: Deps;
let team: Person;
let services: string[];
beforeAll(async () => {
  server = await startTestServer({ env: { OPEN_BOOKINGS: '1000', BOOKINGS_PER_DAY: '10000' } });
  const away = async () => {
    throw new PaymentsUnavailable('The books are right without the provider, too');
  };
  const payments = new Proxy({} as Payments, { get: () => away });
  deps = { ...server.deps, payments };
  team = personOf((await anAdmin(deps.db)).id, 'administrator');
  services = [];
  for (const estimated_minutes of lengths) services.push((await aService(deps.db, { estimated_minutes })).id);
});
afterAll(() => server.close());

const which = fc.nat(40);
const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('book' as const),
      length: fc.nat(3),
      /** Within the notice period; next week; after all hours have expired. */
      days: fc.constantFrom(0.5, 10, 10, 10, 300),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('do' as const),
      which,
      /** Quarters of the estimate; above four, the customer is asked. */
      quarters: fc.integer({ min: 0, max: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('answer' as const),
      which,
      how: fc.constantFrom('agree', 'agree', 'decline', 'withdraw'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('took longer' as const),
      which,
      quarters: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('do again' as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('call off' as const), which }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('not come' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('more hours' as const),
      minutes: fc.integer({ min: 1, max: 900 }),
    }),
  },
);

/** A member of the Standard plan, 12 hours, with their events. */
async function aMember() {
  const { db } = deps;
  const { id: userId } = await aUser(db);
  const plan = await aPlan(db, { user_id: userId });
  const me: Person = personOf(userId, null);
  const open: { id: string; minutes: number }[] = [];
  const done: { id: string; minutes: number; hours: number }[] = [];
  /** Bookings cancelled too late, with the agreed sums. */
  const late = new Map<string, number>();
  const set = (id: string, status: 'completed' | 'scheduled' | 'cancelled', actualHours?: number) =>
    setBookingStatus(deps, team, id, { status, actualHours, reason: 'The roof was wet.' });
  const take = <T>(from: T[], which: number): T | undefined =>
    from.length ? from.splice(which % from.length, 1)[0] : undefined;
  return {
    userId,
    late,
    async run(event: typeof happening extends fc.Arbitrary<infer E> ? E : never): Promise<void> {
      if (event.what === 'book') {
        const serviceId = services[event.length] ?? '';
        const scheduledDate = new Date(server.clock.now().getTime() + event.days * 86_400_000).toISOString();
        const { missingHours, past } = await readBookingTerms(deps, me, { serviceId, scheduledDate });
        const agreed = past ? { past: { missingHours, amountCents: past.amountCents } } : {};
        const wanted = { serviceId, scheduledDate, notes: '', ...agreed };
        const { id } = await createBooking(deps, me, wanted, randomUUID());
        open.push({ id, minutes: lengths[event.length] ?? 0 });
      } else if (event.what === 'do') {
        const booking = take(open, event.which);
        if (!booking) return;
        const hours = (booking.minutes * event.quarters) / 240;
        await set(booking.id, 'completed', hours);
        done.push({ ...booking, hours });
      } else if (event.what === 'do again') {
        const booking = done[event.which % Math.max(1, done.length)];
        if (!booking) return;
        await set(booking.id, 'scheduled');
        await set(booking.id, 'completed', booking.hours);
      } else if (event.what === 'answer') {
        const booking = done[event.which % Math.max(1, done.length)];
        if (booking) await answer(me, booking.id, event.how);
      } else if (event.what === 'took longer') {
        const booking = done[event.which % Math.max(1, done.length)];
        // Hours of a correction below the estimate may serve other work by now.
        if (!booking || booking.hours * 60 < booking.minutes) return;
        booking.hours += (booking.minutes * event.quarters) / 240;
        await set(booking.id, 'completed', booking.hours);
      } else if (event.what === 'call off') {
        const booking = take(open, event.which);
        if (booking) await set(booking.id, 'cancelled');
      } else if (event.what === 'not come') {
        const booking = take(open, event.which);
        if (!booking) return;
        const { cancel } = (await readBooking(deps, me, booking.id)).changes;
        if (!cancel) throw new Error('What is open can be called off');
        await cancelBooking(deps, me, booking.id, cancel);
        if (cancel.outcome === 'forfeit') late.set(booking.id, cancel.chargeCents ?? 0);
      } else {
        const now = server.clock.now().toISOString();
        const upgrade = { tier: 'standard' as const, minutes: event.minutes, now };
        await db.transaction().execute((tx) => grantUpgrade(tx, plan, upgrade));
      }
    },
  };
}

/** Answers the open question about longer work, on the shown terms, or withdraws it as the team. */
async function answer(me: Person, id: string, how: 'agree' | 'decline' | 'withdraw'): Promise<void> {
  const { extra } = await readBooking(deps, me, id);
  if (!extra?.terms) return;
  const { planHours, cardHours, past } = extra.terms;
  const amountCents = past?.amountCents ?? 0;
  const agreed = { questionId: extra.id, planHours, cardHours, amountCents };
  if (how === 'agree') await agreeToExtraHours(deps, me, id, agreed);
  else if (how === 'decline') await declineExtraHours(deps, me, id, extra.id);
  else await withdrawExtraHours(deps, team, id, extra.id);
}

async function check({ userId, late }: { userId: string; late: Map<string, number> }): Promise<void> {
  const { db } = deps;
  const bookings = await db
    .selectFrom('bookings as b')
    .leftJoin('past_hours as h', 'h.booking_id', 'b.id')
    .select(['b.id', 'b.status', 'b.estimated_minutes', 'b.actual_minutes'])
    .select(['h.minutes', 'h.extra_minutes', 'h.charged_minutes', 'h.payment_id'])
    .where('b.user_id', '=', userId)
    .execute();
  const entries = await db.selectFrom('hour_entries').selectAll().where('user_id', '=', userId).execute();
  const questions = await db.selectFrom('extra_hours').selectAll().where('user_id', '=', userId).execute();
  const payments = await db.selectFrom('payments').selectAll().where('user_id', '=', userId).execute();
  const sum = (of: { minutes: number }[]) => of.reduce((total, { minutes }) => total + minutes, 0);
  // A quarter of an hour more is used without a question, also from hours that others hold.
  let quarters = 0;
  for (const booking of bookings) {
    const uses = entries.filter(({ booking_id }) => booking_id === booking.id);
    const [agreed, charged] = [booking.minutes ?? 0, booking.charged_minutes ?? 0];
    const isLate = late.has(booking.id);
    const done =
      booking.status === 'completed' ? (booking.actual_minutes ?? 0) : isLate ? booking.estimated_minutes : 0;
    expect(charged - sum(uses), 'hours and the card make up what was done').toBe(done);
    const over = -sum(uses.filter(({ grant_id }) => !grant_id));
    const longer = Math.max(0, done - booking.estimated_minutes);
    expect(over, 'nothing is done for nothing, but for a quarter of an hour').toBeLessThanOrEqual(
      Math.min(graceMinutes, longer),
    );
    quarters += Math.min(graceMinutes, longer);
    const bookingQuestions = questions.filter(({ booking_id }) => booking_id === booking.id);
    const agreedMinutes = bookingQuestions
      .filter(({ state }) => state === 'agreed')
      .map(({ to_minutes }) => to_minutes);
    expect(done, 'no longer than estimated or agreed to').toBeLessThanOrEqual(
      Math.max(booking.estimated_minutes + graceMinutes, ...agreedMinutes),
    );
    const waiting = bookingQuestions.filter(({ state }) => state === 'waiting');
    expect(waiting.length, 'one question at once, of work that is done').toBeLessThanOrEqual(
      booking.status === 'completed' ? 1 : 0,
    );
    expect(charged, 'at most what was agreed to').toBeLessThanOrEqual(
      agreed + Math.min(booking.extra_minutes ?? 0, longer),
    );
    const payment = payments.find(({ id }) => id === booking.payment_id);
    expect(payment?.amount_cents ?? 0).toBe(centsOf(hourCents(firstVersion('standard')), charged));
    if (isLate) expect(payment?.amount_cents ?? 0, 'as it was shown').toBe(late.get(booking.id));
  }
  const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'scheduled';
  const held = bookings
    .filter(isOpen)
    .reduce((total, booking) => total + booking.estimated_minutes - (booking.minutes ?? 0), 0);
  const has = sum(entries.filter(({ grant_id }) => grant_id));
  expect(held, 'nobody holds more than they have').toBeLessThanOrEqual(has + quarters);
}

test.each(seeds)(
  'all work is covered or paid for once, whatever is booked, done, cancelled and bought (seed %i)',
  {
    timeout: 15_000 + numRuns * 10_000,
  },
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25, size: 'max' }), async (events) => {
        server.clock.set('2026-11-20T02:00:00.000Z');
        const member = await aMember();
        for (const event of events) {
          server.clock.advance({ minutes: 1 });
          await member.run(event);
          await check(member);
        }
      }),
      { seed, numRuns, interruptAfterTimeLimit: numRuns * 8_000, markInterruptAsFailure: true },
    );
  },
);
