import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import {
  act,
  actsOn,
  type Books,
  type Histories,
  historiesOfFile,
  type Move,
  move,
  threeBookings,
  times,
} from '../../../testing/builders/histories.ts';
import { searchFrom } from '../../../testing/builders/seeds.ts';

const { seeds, numRuns } = searchFrom(20261128, 5);

let histories: Histories;
historiesOfFile((started) => {
  histories = started;
});

/** A move; `between`: another write after the booking was shown. */
const change = fc.record({
  move,
  between: fc.option(act, { freq: 2 }),
  minutes: fc.constantFrom(1, 60, 600),
});
const history = fc.array(change, { minLength: 4, maxLength: 12 });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Each side moves a booking that the other has moved after it was shown. */
const crossing = (['customer', 'team'] as const).map((by): [Change[]] => {
  const one = { which: 2, by, to: times[2], schedule: false };
  const other = { ...one, by: by === 'team' ? ('customer' as const) : ('team' as const), to: times[1] };
  return [[{ move: one, between: { act: 'move', move: other }, minutes: 1 }]];
});

const afterHours = times[3];

/**
 * Whether a move is possible, by what its mover is shown, and whether it changes anything. `perhaps`: the plan's hours
 * may expire before, or other work uses them already.
 */
function possibilityOf({ by, to, schedule }: Move, seen: BookingDetail, { now, isDisputed }: Now) {
  const isOpen = seen.status === 'pending' || seen.status === 'scheduled';
  const moves = to !== seen.scheduledDate;
  const schedules = by === 'team' && schedule && seen.status === 'pending';
  if (isDisputed) return 'refused';
  if (by === 'customer' && !isOpen) return 'refused';
  if (!moves && !schedules) return 'nothing';
  const isMovable = by === 'customer' ? seen.changes.mayReschedule : isOpen || seen.status === 'in_progress';
  const losesHours = moves && to === afterHours && seen.paymentType === 'subscription';
  return isMovable && to > now ? (losesHours ? 'perhaps' : 'done') : 'refused';
}
interface Now {
  now: string;
  isDisputed: boolean;
}

/** The rows after a move: the time and the status are those that were shown, and nothing else of the booking changes. */
function expectedAfter({ by, to, schedule }: Move, before: Books, letters: number): Books {
  const schedules = by === 'team' && schedule && before.status === 'pending';
  const status = by === 'customer' ? 'pending' : schedules ? 'scheduled' : before.status;
  return {
    ...before,
    scheduled_date: to,
    status,
    moves: before.moves + (to === before.scheduled_date ? 0 : 1),
    steps: before.steps + (status === before.status ? 0 : 1),
    acts: before.acts + (by === 'team' ? 1 : 0),
    // News of the team's move, or the confirmation of the customer's own.
    letters: before.letters + letters,
  };
}

test.each(seeds)(
  'a move is as the booking showed, in the tables and the letters, without a call to the provider, or is refused (seed %i)',
  { timeout: 300_000 },
  async (seed) => {
    const { server, calledNames, deliver } = histories;
    const { db } = server.deps;
    let made = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(history, async (changes) => {
        const { moveTo, read, books, run } = actsOn(histories, await threeBookings(histories));
        let wantsLetters = true;
        for (const { move, between, minutes } of changes) {
          server.clock.advance({ minutes });
          await deliver();
          const seen = await read(move.which);
          if (between) await run(between);
          if (between?.act === 'letters') wantsLetters = between.wanted;
          const before = await books(move.which);
          const earlier = calledNames.length;
          const dispute = await db
            .selectFrom('disputes')
            .select('id')
            .where('booking_id', '=', seen.id)
            .execute();
          const now = server.clock.now().toISOString();
          const possibility = possibilityOf(move, seen, { now, isDisputed: dispute.length > 0 });
          const done = await moveTo(move, seen.scheduledDate);
          await deliver();
          expect(calledNames).toHaveLength(earlier);
          const after = await books(move.which);
          if (done.status !== 200) {
            expect(after).toEqual(before);
            expect(done.status).toBeLessThan(500);
            if (!between) expect(['refused', 'perhaps']).toContain(possibility);
            refused += between && possibility === 'done' ? 1 : 0;
            continue;
          }
          if (!between) expect(possibility).not.toBe('refused');
          // The same time again, or the other write has made the same move.
          const repeats = after.moves === before.moves && after.steps === before.steps;
          if (repeats && (between || possibility === 'nothing')) {
            expect(after).toEqual(before);
            continue;
          }
          // Another's move is not undone unknowingly.
          if (move.to !== before.scheduled_date) expect(before.scheduled_date).toBe(seen.scheduledDate);
          expect(after).toEqual(expectedAfter(move, before, wantsLetters ? 1 : 0));
          made += 1;
        }
      }),
      { seed, numRuns, examples: crossing },
    );
    expect(made).toBeGreaterThan(numRuns * 2);
    expect(refused).toBeGreaterThan(0);
  },
);
