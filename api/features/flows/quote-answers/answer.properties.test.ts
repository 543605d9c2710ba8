import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../contract/schemas/quotes.ts';
import {
  act,
  actsOn,
  type Books,
  type Histories,
  historiesOfFile,
  move,
  type Placed,
  times,
} from '../../../testing/builders/histories.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import { searchFrom } from '../../../testing/builders/seeds.ts';
import { aShortMember } from '../../../testing/builders/short-member.ts';
import { payWithCard, settled } from '../../../testing/outside/cards.ts';

const { seeds, numRuns } = searchFrom(20261128, 20);

let histories: Histories;
historiesOfFile((started) => {
  histories = started;
});

const form = fc.record({
  terms: fc.constantFrom(
    { kind: 'price', amountCents: 24_000 },
    { kind: 'price', amountCents: 9_900 },
    { kind: 'hours', amountCents: undefined, hours: 1 },
    { kind: 'hours', amountCents: undefined, hours: 4 },
  ),
  scheduledDate: fc.constantFrom(null, times[1], times[2]),
  /** Whether it expires on the next day. */
  isShort: fc.boolean(),
});
type Form = typeof form extends fc.Arbitrary<infer T> ? T : never;
const answer = fc.constantFrom('accept' as const, 'accept' as const, 'decline' as const, 'withdraw' as const);
/** Another write: about the quote, a move of its booking, hours that another booking frees, or any other act. */
const other = fc.oneof(
  fc.record({ quotes: form }),
  fc.record({ answers: answer }),
  fc.record({ moves: move }),
  fc.record({ frees: fc.boolean() }),
  fc.record({ acts: act }),
);
type Other = typeof other extends fc.Arbitrary<infer T> ? T : never;
/**
 * A quote and its answer; `between`: another write after it was shown, or for a price before the payment. `pays`:
 * whether the payment of a price is made.
 */
const change = fc.record({
  form,
  answer,
  between: fc.option(other, { freq: 2 }),
  isBeforePayment: fc.boolean(),
  pays: fc.constantFrom(true, true, false),
  minutes: fc.constantFrom(1, 60, 2_000),
});
const history = fc.array(change, { minLength: 3, maxLength: 6 });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Acceptances after the team has moved the visit, and after other work has freed hours. */
const crossing = [
  { moves: { which: 0, by: 'team' as const, to: times[1], schedule: false } },
  { frees: true },
].map((between): [Change[]] => {
  const terms = { kind: 'hours', amountCents: undefined, hours: 1 } as const;
  const form = { terms, scheduledDate: times[2], isShort: false };
  return [[{ form, answer: 'accept', between, isBeforePayment: false, pays: true, minutes: 1 }]];
});

/** A member without free hours, two bookings that hold them, and a request. */
async function aScene() {
  const { server, deliver } = histories;
  const { db } = server.deps;
  server.clock.set('2026-11-21T03:00:00.000Z');
  const member = await aShortMember(server);
  const request = await aRequest(server, { user: member.user });
  const { id, params, team } = request;
  const place = (bookingId: string): Placed => ({ id: bookingId, user: member.user, client: member.client });
  const acts = actsOn(histories, [place(id), place(member.id), place(member.other)]);

  const quote = async ({ terms, scheduledDate, isShort }: Form) => {
    const expiresAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
    await request.quote({
      ...terms,
      ...(scheduledDate && { scheduledDate }),
      ...(isShort && { expiresAt }),
    });
    await deliver();
  };

  async function give(how: 'accept' | 'decline' | 'withdraw', shown: OwnQuote) {
    const { id: quoteId, terms } = shown;
    const past = terms?.past && { missingHours: terms.missingHours, amountCents: terms.past.amountCents };
    if (how === 'withdraw')
      return { ...(await team.call('withdrawQuote', { params, query: { quoteId } })), clientSecret: null };
    if (how === 'decline')
      return {
        ...(await member.client.call('declineQuote', { params, body: { quoteId } })),
        clientSecret: null,
      };
    const accepted = await member.client.call('acceptQuote', {
      params,
      body: { quoteId, ...(past && { past }) },
    });
    return { ...accepted, clientSecret: accepted.status === 200 ? accepted.body.clientSecret : null };
  }

  async function run(between: Other): Promise<void> {
    if ('quotes' in between) await quote(between.quotes);
    else if ('moves' in between) await acts.run({ act: 'move', move: { ...between.moves, which: 0 } });
    else if ('acts' in between) await acts.run(between.acts);
    else if ('frees' in between) {
      const status = between.frees ? 'cancelled' : 'scheduled';
      await acts.run({ act: 'set', setting: { which: 2, status, halfHours: null } });
    } else {
      const { quote: shown } = await acts.read(0);
      if (shown) await give(between.answers, shown);
      await deliver();
    }
  }

  const statusOf = async (quoteId: string) =>
    (await db.selectFrom('quotes').select('status').where('id', '=', quoteId).executeTakeFirstOrThrow())
      .status;

  /** The visit's time by the rule of agreements: a later move by the team stands, and one by the customer is asked. */
  async function visitOf(shown: OwnQuote, { scheduled_date }: Books) {
    const moves = await db
      .selectFrom('booking_moves')
      .select(['actor_id', 'at'])
      .where('booking_id', '=', id)
      .orderBy('seq', 'desc')
      .execute();
    const [last] = moves.filter(({ at }) => at > shown.createdAt);
    const proposed = last && last.actor_id !== member.user.id ? null : shown.scheduledDate;
    return {
      date: proposed ?? scheduled_date,
      isAgreed: proposed !== null || last?.actor_id !== member.user.id,
    };
  }

  /** Whether the customer's mail about the withdrawal is due: they were told of the quote, and want letters now. */
  async function isWithdrawalTold(quoteId: string) {
    const sent = await db
      .selectFrom('notices')
      .select('sent_at')
      .where('occasion', '=', `quote:${quoteId}`)
      .where('sent_at', 'is not', null)
      .execute();
    const { body } = await member.client.call('readPreferences');
    return sent.length > 0 && body.bookingUpdates;
  }

  /** The payments of a quote that can still be made. */
  const openPayments = (quoteId: string) =>
    db
      .selectFrom('payments')
      .select('status')
      .where('quote_id', '=', quoteId)
      .where('status', 'in', ['starting', 'awaiting'])
      .execute();

  return {
    ...acts,
    run,
    quote,
    openPayments,
    give,
    statusOf,
    visitOf,
    isWithdrawalTold,
    books: () => acts.books(0),
    payment: (clientSecret: string) => payWithCard(server, clientSecret),
  };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

/** Whether an answer is possible, by the booking that was shown. */
function isPossible(how: 'accept' | 'decline' | 'withdraw', seen: BookingDetail, status: string): boolean {
  const { quote } = seen;
  if (how === 'withdraw') return status === 'open' || status === 'withdrawn';
  if (status === (how === 'accept' ? 'accepted' : 'declined')) return true;
  const isOpen = seen.status === 'pending' || seen.status === 'scheduled';
  if (quote?.state !== 'open' || !isOpen || seen.paymentType !== 'custom_quote') return false;
  const { terms } = quote;
  return how === 'decline' || quote.kind === 'price' || Boolean(terms && (!terms.missingHours || terms.past));
}

/** The books after an agreement on what was shown. */
async function agreedBooks(scene: Scene, shown: OwnQuote, before: Books): Promise<Books> {
  const { date, isAgreed } = await scene.visitOf(shown, before);
  const isOpen = before.status === 'pending' || before.status === 'scheduled';
  const visit = isOpen ? date : before.scheduled_date;
  const now = histories.server.clock.now().toISOString();
  const schedules = isAgreed && before.status === 'pending' && visit !== null && visit > now;
  const { amountCents, hours, terms } = shown;
  const pays =
    amountCents === null
      ? {
          payment_type: 'subscription' as const,
          estimated_minutes: (hours ?? 0) * 60,
          agreed: terms?.past
            ? { minutes: terms.missingHours * 60, amount_cents: terms.past.amountCents }
            : null,
        }
      : {
          payment_type: 'one_time' as const,
          price_cents: amountCents,
          paidCents: before.paidCents + amountCents,
        };
  return {
    ...before,
    ...pays,
    scheduled_date: visit,
    status: schedules ? 'scheduled' : before.status,
    steps: before.steps + (schedules ? 1 : 0),
    moves: before.moves + (visit === before.scheduled_date ? 0 : 1),
  };
}

/** Pays an accepted price. @returns whether it was booked as shown; otherwise nothing was taken, or all went back */
async function isPaidAsShown(
  scene: Scene,
  { shown, clientSecret, between }: { shown: OwnQuote; clientSecret: string; between: Other | null },
): Promise<boolean> {
  const { deliver, server } = histories;
  if (between) await scene.run(between);
  const before = await scene.books();
  const expected = await agreedBooks(scene, shown, before);
  const { status } = await scene.payment(clientSecret);
  await settled(server);
  const after = await scene.books();
  await deliver();
  if (after.payment_type === 'one_time' && before.payment_type !== 'one_time') {
    expect(after).toEqual(expected);
    return true;
  }
  expect(between, 'without another write it is booked').not.toBeNull();
  const paidCents = before.paidCents + (status === 200 ? (shown.amountCents ?? 0) : 0);
  const refundedCents = before.refundedCents + paidCents - before.paidCents;
  expect(after).toEqual({ ...before, paidCents, refundedCents });
  return false;
}

test.each(seeds)(
  'an answer to a quote is as it was shown, in the tables, the letters and the calls to the provider, or is refused (seed %i)',
  { timeout: 300_000 },
  async (seed) => {
    const { server, calledNames, deliver } = histories;
    const made = { hours: 0, price: 0, decline: 0, withdraw: 0 };
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(history, async (changes) => {
        const scene = await aScene();
        for (const { form, answer, between, isBeforePayment, pays, minutes } of changes) {
          await scene.quote(form);
          server.clock.advance({ minutes });
          await deliver();
          const seen = await scene.read(0);
          const { quote: shown } = seen;
          if (!shown) continue;
          // After an agreement the request is an ordinary booking.
          if (shown.state === 'accepted') break;
          const isPaid = answer === 'accept' && shown.kind === 'price';
          const atOnce = isPaid && isBeforePayment ? null : between;
          const seenStatus = await scene.statusOf(shown.id);
          if (atOnce) await scene.run(atOnce);
          const before = await scene.books();
          const status = await scene.statusOf(shown.id);
          const tells = await scene.isWithdrawalTold(shown.id);
          const expected = await agreedBooks(scene, shown, before);
          const earlier = calledNames.length;
          const done = await scene.give(answer, shown);
          const after = await scene.books();
          const calls = calledNames.slice(earlier);
          const statusAfter = await scene.statusOf(shown.id);
          if (done.status !== 200) {
            expect(done.status).toBeLessThan(500);
            expect([after, statusAfter]).toEqual([before, status]);
            if (!atOnce) expect(isPossible(answer, seen, seenStatus)).toBe(false);
            refused += atOnce ? 1 : 0;
            continue;
          }
          if (!atOnce) expect(isPossible(answer, seen, seenStatus)).toBe(true);
          if (isPaid) {
            // Nothing is agreed on before the payment.
            expect([after, statusAfter]).toEqual([before, status]);
            expect(calls.filter((name) => name === 'refund' || name === 'chargeCard')).toEqual([]);
            if (!done.clientSecret || !pays) continue;
            const { clientSecret } = done;
            const later = isBeforePayment ? between : null;
            if (await isPaidAsShown(scene, { shown, clientSecret, between: later })) made.price += 1;
            continue;
          }
          expect(calls.filter((name) => name !== 'cancelPaymentIntent')).toEqual([]);
          const isRepeat = statusAfter === status;
          await deliver();
          const final = await scene.books();
          expect(await scene.openPayments(shown.id)).toEqual([]);
          if (isRepeat) expect(final).toEqual(before);
          else if (answer === 'accept') expect([final, statusAfter]).toEqual([expected, 'accepted']);
          else if (answer === 'decline') expect([final, statusAfter]).toEqual([before, 'declined']);
          else {
            const letters = before.letters + (tells && seenIsOpen(before, shown) ? 1 : 0);
            expect([final, statusAfter]).toEqual([
              { ...before, acts: before.acts + 1, letters },
              'withdrawn',
            ]);
          }
          if (!isRepeat) made[answer === 'accept' ? 'hours' : answer] += 1;
        }
      }),
      { seed, numRuns, examples: crossing },
    );
    // Each kind of answer was compared, and others were refused.
    expect(Math.min(...Object.values(made), refused), JSON.stringify({ ...made, refused })).toBeGreaterThan(
      1,
    );
  },
);

/** Whether the quote could still be accepted until it was withdrawn. */
const seenIsOpen = ({ status }: Books, { expiresAt }: OwnQuote): boolean =>
  status !== 'cancelled' && expiresAt > histories.server.clock.now().toISOString();
