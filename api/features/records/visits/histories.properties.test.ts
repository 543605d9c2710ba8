import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { aBooking, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, breaches, switchSlots } from '../../../testing/builders/crew.ts';
import { searchFrom } from '../../../testing/builders/seeds.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import type { WorkersOfMove } from '../bookings/follow.service.ts';
import { lockAnyBooking } from '../bookings/locked.service.ts';
import { changeBooking } from '../bookings/writes.service.ts';
import { assignVisit } from './assign.service.ts';
import { wantedWork } from './candidates.service.ts';
import { clearHolds } from './cleaning.service.ts';
import { bookHeld, keepTime, letGo } from './holds.service.ts';
import type { WantedWork } from './slots.rules.ts';
import { takeTime } from './visits.service.ts';

const { seeds, numRuns } = searchFrom(20261128, 6);

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  await switchSlots(server.deps, 'on');
});
afterAll(() => server.close());

const minuteMs = 60_000;
/** Midnight before the days when Sydney's clocks go back, and go on. */
const nights = ['2027-04-03T13:00:00.000Z', '2026-10-02T14:00:00.000Z'];
const places = ['2000', '2150', '2026', null];
const person = fc.nat(3);
const slot = fc.nat(60);
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('hold' as const), person, slot, place: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('book' as const), person }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('wait' as const), minutes: fc.nat(15) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('let go' as const), person }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('move' as const), booking: fc.nat(8), slot }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('wish' as const), booking: fc.nat(8), slot }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), booking: fc.nat(8) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('resize' as const),
      booking: fc.nat(8),
      minutes: fc.integer({ min: 30, max: 400 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ what: fc.constant('assign' as const), booking: fc.nat(8) },
      ...{ worker: fc.nat(2), place: fc.nat(3) },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ what: fc.constant('take another time' as const), booking: fc.nat(8) },
      ...{ slot, place: fc.nat(3) },
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('leave' as const), worker: fc.nat(2), slot }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('switch' as const), worker: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('clean' as const) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

/** Three workers, four customers and two services, one of which needs two workers. */
async function aWorld(midnight: string) {
  for (const table of ['worker_quarters', 'planned_visits', 'slot_holds', 'worker_hours'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('workers').set({ active: 0 }).execute();
  const services = [await aService(db, { estimated_minutes: 100 }), await aService(db)];
  const [alone, together] = services.map(({ id }) => id);
  if (!alone || !together) throw new Error('There are two services');
  const row = { offered: 1, window_minutes: 60, buffer_minutes: 20, workers: 2 };
  await db
    .insertInto('service_slots')
    .values({ service_id: together, ...row })
    .execute();
  const crew: { id: string }[] = [];
  for (const pace of [100, 130, 75])
    crew.push(await aWorker(db, { serviceIds: [alone, together], pace, hours: { from: 0, until: 1440 } }));
  const users = await Promise.all(Array.from({ length: 4 }, () => aUser(db)));
  const holds = new Map<number, { id: string; service: number; start: string }>();
  const bookings: string[] = [];
  const longer = new Set<string>();
  const startOf = (n: number) => new Date(Date.parse(midnight) + n * 30 * minuteMs).toISOString();
  const now = () => server.clock.now().toISOString();
  const serviceOf = (n: number) => {
    const service = services[n % 2];
    if (!service) throw new Error('There are two services');
    return {
      id: service.id,
      categoryId: service.category_id,
      estimatedMinutes: service.estimated_minutes,
    };
  };
  const inTime = (work: (tx: Tx) => Promise<void>) =>
    db
      .transaction()
      .execute(work)
      .catch((error) => {
        if (!(error instanceof Refusal)) throw error;
      });

  async function change(
    n: number,
    of: (booking: { status: string }) => object,
    workers: WorkersOfMove = 'free',
  ) {
    const id = bookings[n % Math.max(1, bookings.length)];
    if (!id) return;
    await inTime(async (tx) => {
      const booking = await lockAnyBooking(tx, id);
      if (booking.status === 'cancelled') return;
      await changeBooking(tx, booking, { ...of(booking), updated_at: now() }, workers);
    });
  }

  /** A booking that is not cancelled, with its work at a place. */
  async function withWork(
    n: number,
    place: number,
    act: (tx: Tx, booking: Awaited<ReturnType<typeof lockAnyBooking>>, work: WantedWork) => Promise<void>,
  ) {
    const id = bookings[n % Math.max(1, bookings.length)];
    if (!id) return;
    await inTime(async (tx) => {
      const booking = await lockAnyBooking(tx, id);
      const service = services.find((each) => each.id === booking.service_id);
      if (booking.status === 'cancelled' || !service) return;
      const sought = { service: { id: service.id, categoryId: service.category_id } };
      const at = { postcode: places[place] ?? null, minutes: booking.estimated_minutes };
      await act(tx, booking, await wantedWork(tx, { ...sought, ...at }));
    });
  }
  const clock = () => ({ timeZone: 'Australia/Sydney', now: now() });

  async function happen(one: Happening): Promise<void> {
    switch (one.what) {
      case 'hold': {
        const [user, start] = [users[one.person], startOf(one.slot)];
        if (!user) return;
        const postcode = places[one.place] ?? null;
        await inTime(async (tx) => {
          const wanted = { userId: user.id, service: serviceOf(one.slot), start, now: now(), postcode };
          const { id } = await keepTime(tx, wanted, { timeZone: 'Australia/Sydney' });
          holds.set(one.person, { id, service: one.slot, start });
        });
        return;
      }
      case 'book': {
        const [user, hold] = [users[one.person], holds.get(one.person)];
        if (!user || !hold) return;
        const service = serviceOf(hold.service);
        await inTime(async (tx) => {
          const booking = await aBooking(tx, {
            ...{ id: randomUUID(), user_id: user.id, service_id: service.id, status: 'scheduled' },
            ...{ scheduled_date: hold.start, estimated_minutes: service.estimatedMinutes },
          });
          const chosen = { userId: user.id, service, start: hold.start, now: now() };
          await bookHeld(tx, { ...chosen, holdId: hold.id, bookingId: booking.id });
          bookings.push(booking.id);
        });
        return;
      }
      case 'wait':
        return server.clock.advance({ minutes: one.minutes });
      case 'let go': {
        const [user, hold] = [users[one.person], holds.get(one.person)];
        if (user && hold) await inTime((tx) => letGo(tx, { id: hold.id, userId: user.id, now: now() }));
        return;
      }
      case 'move':
        return change(one.booking, () => ({ scheduled_date: startOf(one.slot) }), 'kept');
      case 'wish':
        return change(one.booking, () => ({ scheduled_date: startOf(one.slot), status: 'pending' }));
      case 'cancel':
        return change(one.booking, () => ({ status: 'cancelled' }));
      case 'resize':
        longer.add(bookings[one.booking % Math.max(1, bookings.length)] ?? '');
        return change(one.booking, () => ({ actual_minutes: one.minutes }));
      case 'assign':
        return withWork(one.booking, one.place, async (tx, { id: bookingId, scheduled_date }, work) => {
          const [worker, start] = [crew[one.worker], scheduled_date];
          if (!worker || !start) return;
          const chosen = { one: worker.id };
          await assignVisit(tx, { bookingId, chosen, work, start, anyway: false, ...clock() });
        });
      case 'take another time':
        return withWork(one.booking, one.place, async (tx, booking, work) => {
          const [bookingId, start] = [booking.id, startOf(one.slot)];
          const time = { work, start, owner: { bookingId }, userId: booking.user_id, movesId: bookingId };
          const taken = await takeTime(tx, { ...time, ...clock() });
          const status = taken ? 'scheduled' : 'pending';
          const written = { scheduled_date: start, status, updated_at: now() } as const;
          await changeBooking(tx, booking, written, taken ? 'chosen' : 'free');
        });
      case 'leave': {
        const worker = crew[one.worker];
        if (!worker) return;
        const row = {
          ...{
            id: randomUUID(),
            worker_id: worker.id,
            starts_at: startOf(one.slot),
            ends_at: startOf(one.slot + 9),
          },
          ...{
            whole_days: 0 as const,
            state: 'granted' as const,
            by_worker: 0 as const,
            reason: '',
            answer: '',
          },
          ...{ decided_by: null, created_at: now(), updated_at: now() },
        };
        await db.insertInto('worker_leave').values(row).execute();
        return;
      }
      case 'switch':
        await db
          .updateTable('workers')
          .set({ active: sql<0 | 1>`1 - active` })
          .where('id', '=', crew[one.worker]?.id ?? '')
          .execute();
        return;
      case 'clean':
        return clearHolds(server.deps, new AbortController().signal);
    }
  }
  return { happen, longer, bookings, now };
}

test.each(seeds)(
  'whatever happens, no two visits of a worker meet, and the net agrees (seed %i)',
  async (seed) => {
    let booked = 0;
    const histories = fc.array(happening, { minLength: 20, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...nights), histories, async (midnight, history) => {
        server.clock.set(new Date(Date.parse(midnight) - 86_400_000).toISOString());
        const world = await aWorld(midnight);
        for (const one of history) {
          await world.happen(one);
          expect(await breaches(db, world.now(), world.longer), JSON.stringify(one)).toEqual([]);
        }
        booked += world.bookings.length;
      }),
      { seed, numRuns },
    );
    expect(booked).toBeGreaterThan(numRuns);
  },
);
