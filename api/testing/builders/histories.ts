import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll } from 'vitest';
import { bookingStatuses } from '../../contract/schemas/bookings.ts';
import type { UserTable } from '../../features/records/account/account.table.ts';
import { notices } from '../../jobs/notices.ts';
import { seedCatalogue } from '../../seed/catalogue.ts';
import { settled } from '../outside/cards.ts';
import { aPost } from '../outside/post.ts';
import type { Client } from '../servers/client.ts';
import { startTestServer } from '../servers/server.ts';
import { anAdmin } from './builders.ts';
import { aPaidBooking } from './paid-booking.ts';
import { aShortMember } from './short-member.ts';
import { readUses } from './uses.ts';

/** The calls to the provider that begin, move or end a payment. */
const moneyCalls = ['createPaymentIntent', 'refund', 'chargeCard', 'cancelPaymentIntent'] as const;

/** A server for random histories: its letters are delivered, and its calls to the card provider are noted. */
async function startHistories() {
  const server = await startTestServer({ deps: { mail: aPost() } });
  await seedCatalogue(server.deps.db);
  const team = await server.as(await anAdmin(server.deps.db));
  const { payments } = server.deps;
  const calledNames: string[] = [];
  for (const name of moneyCalls) {
    const ask = payments[name].bind(payments) as (...given: unknown[]) => Promise<unknown>;
    Object.assign(payments, {
      [name]: (...given: unknown[]) => {
        calledNames.push(name);
        return ask(...given);
      },
    });
  }
  return {
    server,
    team,
    calledNames,
    /** Sends the letters that wait, a minute later. */
    async deliver(): Promise<void> {
      await settled(server);
      server.clock.advance({ minutes: 1 });
      await notices(server.deps, new AbortController().signal);
    },
  };
}

export type Histories = Awaited<ReturnType<typeof startHistories>>;

/** Starts the server of the histories of a file's tests; `give` gets it before the first test. */
export function historiesOfFile(give: (histories: Histories) => void): void {
  let histories: Histories;
  beforeAll(async () => {
    histories = await startHistories();
    give(histories);
  });
  afterAll(() => histories.server.close());
}

/** A booking in a history, with its customer. */
export interface Placed {
  id: string;
  user: UserTable;
  client: Pick<Client, 'call'>;
}

/** The times to which bookings are moved: within the notice period, soon, later, and after all hours have expired. */
export const times = [
  '2026-11-22T01:00:00.000Z',
  '2026-11-26T22:30:00.000Z',
  '2026-12-20T22:30:00.000Z',
  '2027-06-20T22:30:00.000Z',
] as const;

const which = fc.nat(2);

/** A status that the team sets. */
export const setting = fc.record({
  which,
  status: fc.constantFrom(...bookingStatuses),
  halfHours: fc.option(fc.nat(14)),
});
export type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

export const bodyOf = ({ status, halfHours }: Setting) => ({
  status,
  ...(halfHours !== null && { actualHours: halfHours / 2 }),
});

/** A move by the customer or the team. */
export const move = fc.record({
  which,
  by: fc.constantFrom('customer' as const, 'team' as const),
  to: fc.constantFrom(...times),
  schedule: fc.boolean(),
});
export type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

/** An act of the team, a customer or a bank on one of a history's three bookings. */
export const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('set' as const), setting }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('agree' as const, 'decline' as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('move' as const), move }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('letters' as const), wanted: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('dispute' as const), which, isOpen: fc.boolean() }) },
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** The acts on these bookings; each is carried out if it is possible now. */
export function actsOn({ server, team, deliver }: Histories, bookings: readonly [Placed, Placed, Placed]) {
  const at = (n: number): Placed => bookings[n] ?? bookings[0];

  const set = (wanted: Setting, more: object = {}) =>
    team.call('setBookingStatus', {
      params: { id: at(wanted.which).id },
      body: { ...bodyOf(wanted), reason: 'The roof was wet.', ...more },
    });

  /** @param expectedDate the time that the mover saw */
  function moveTo({ which, by, to: scheduledDate, schedule }: Move, expectedDate: string | null) {
    const { id, client } = at(which);
    const body = { scheduledDate, expectedDate };
    return by === 'customer'
      ? client.call('rescheduleBooking', { params: { id }, body })
      : team.call('moveBooking', { params: { id }, body: { ...body, schedule } });
  }

  const read = async (n: number) =>
    (await at(n).client.call('readBooking', { params: { id: at(n).id } })).body;

  async function answer(how: 'agree' | 'decline', n: number) {
    const { id, client } = at(n);
    const { extra } = await read(n);
    const params = { id };
    if (how === 'decline' && extra)
      await client.call('declineExtraHours', { params, body: { questionId: extra.id } });
    else if (how === 'agree' && extra?.terms) {
      const { planHours, cardHours, past } = extra.terms;
      const terms = { planHours, cardHours, amountCents: past?.amountCents ?? 0 };
      await client.call('agreeToExtraHours', { params, body: { questionId: extra.id, ...terms } });
    }
  }

  async function cancel(n: number) {
    const { changes } = await read(n);
    const { id, client } = at(n);
    if (changes.cancel) await client.call('cancelBooking', { params: { id }, body: changes.cancel });
  }

  async function chooseLetters(wanted: boolean) {
    for (const { client } of bookings)
      await client.call('savePreferences', { body: { bookingUpdates: wanted } });
  }

  async function dispute(n: number, isOpen: boolean) {
    const { db } = server.deps;
    const { id: booking_id, user } = at(n);
    await db.deleteFrom('disputes').where('booking_id', '=', booking_id).execute();
    if (isOpen)
      await db
        .insertInto('disputes')
        .values({ ...openDispute, id: booking_id, provider_id: booking_id, booking_id, user_id: user.id })
        .execute();
  }

  async function run(other: Act): Promise<void> {
    if (other.act === 'set') await set(other.setting);
    else if (other.act === 'move') await moveTo(other.move, (await read(other.move.which)).scheduledDate);
    else if (other.act === 'letters') await chooseLetters(other.wanted);
    else if (other.act === 'cancel') await cancel(other.which);
    else if (other.act === 'dispute') await dispute(other.which, other.isOpen);
    else await answer(other.act, other.which);
    await deliver();
  }

  return { set, moveTo, read, run, books: (n: number) => booksOf(server.deps.db, at(n)) };
}

/** Two bookings that share the hours of a plan, and one that was paid by card. */
export async function threeBookings({ server }: Histories): Promise<[Placed, Placed, Placed]> {
  server.clock.set('2026-11-21T03:00:00.000Z');
  const member = await aShortMember(server);
  const paid = await aPaidBooking(server, { scheduledDate: '2026-11-25T22:30:00.000Z' });
  const first: Placed = { id: member.id, user: member.user, client: member.client };
  return [first, { ...first, id: member.other }, paid];
}

const openDispute = {
  intent_id: 'pi_1',
  payment_id: null,
  invoice_id: null,
  amount_cents: 18_900,
  reason: 'product_not_received',
  state: 'open',
  answer_by: null,
  created_at: '2026-11-21T03:00:00.000Z',
  updated_at: '2026-11-21T03:00:00.000Z',
  closed_at: null,
} as const;

const sum = (of: number[]) => of.reduce((total, n) => total + n, 0);

/** The money, the hours, the time, the history and the letters of a booking. */
export async function booksOf(db: Histories['server']['deps']['db'], { id, user }: Placed) {
  const payments = await db.selectFrom('payments').selectAll().where('user_id', '=', user.id).execute();
  const begun = payments.filter(({ past_booking_id }) => past_booking_id === id);
  const letters = await db
    .selectFrom('notices')
    .select('sent_at')
    .where('booking_id', '=', id)
    .where('kind', 'in', ['booking_update', 'extra_hours', 'quote'])
    .where('sent_at', 'is not', null)
    .execute();
  const question = await db
    .selectFrom('extra_hours')
    .select(['from_minutes', 'to_minutes'])
    .where('booking_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  const booking = await db
    .selectFrom('bookings')
    .select([
      'status',
      'scheduled_date',
      'estimated_minutes',
      'actual_minutes',
      'payment_type',
      'price_cents',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const agreed = await db
    .selectFrom('past_hours')
    .select(['minutes', 'amount_cents'])
    .where('booking_id', '=', id)
    .executeTakeFirst();
  const moves = await db.selectFrom('booking_moves').select('id').where('booking_id', '=', id).execute();
  const steps = await db
    .selectFrom('booking_status_changes')
    .select('id')
    .where('booking_id', '=', id)
    .execute();
  const acts = await db.selectFrom('audit_acts').select('id').where('subject_id', '=', id).execute();
  return {
    ...booking,
    ...(await readUses(db, id)),
    agreed: agreed ?? null,
    begunCents: sum(begun.map(({ amount_cents }) => amount_cents)),
    paidCents: sum(payments.flatMap(({ paid_at, amount_cents }) => (paid_at ? [amount_cents] : []))),
    refundedCents: sum(payments.map(({ refunded_cents }) => refunded_cents)),
    askedMinutes: question ? question.to_minutes - question.from_minutes : 0,
    letters: letters.length,
    moves: moves.length,
    steps: steps.length,
    acts: acts.length,
  };
}
export type Books = Awaited<ReturnType<typeof booksOf>>;

export const isSame = (one: Books, other: Books): boolean => isDeepStrictEqual(one, other);
