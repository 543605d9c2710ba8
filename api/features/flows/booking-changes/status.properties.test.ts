import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  act,
  actsOn,
  type Books,
  bodyOf,
  type Histories,
  historiesOfFile,
  isSame,
  type Setting,
  setting,
  threeBookings,
} from '../../../testing/builders/histories.ts';
import { searchFrom } from '../../../testing/builders/seeds.ts';

const { seeds, numRuns } = searchFrom(20261128, 5);

let histories: Histories;
historiesOfFile((started) => {
  histories = started;
});

/** A change by the team; `between`: another write after its preview. */
const change = fc.record({
  setting,
  between: fc.option(act, { freq: 2 }),
  minutes: fc.constantFrom(1, 60, 3_000),
});
const history = fc.array(change, { minLength: 4, maxLength: 12 });

async function aScene() {
  const bookings = await threeBookings(histories);
  const preview = (wanted: Setting) =>
    histories.team.call('previewBookingStatus', {
      params: { id: bookings[wanted.which]?.id ?? '' },
      query: bodyOf(wanted),
    });
  return { ...actsOn(histories, bookings), preview };
}

/** The difference in the terms of a preview. */
const differenceOf = (before: Books, after: Books) => ({
  actualHours: after.actual_minutes === null ? null : after.actual_minutes / 60,
  usedHours: (after.usedMinutes - before.usedMinutes) / 60,
  overageHours: Math.max(0, after.overageMinutes - before.overageMinutes) / 60,
  refundCents: after.refundedCents - before.refundedCents,
  chargeCents: after.begunCents - before.begunCents,
  askedHours: after.askedMinutes / 60,
  withdrawnHours: after.askedMinutes ? 0 : before.askedMinutes / 60,
  isTold: after.letters > before.letters,
});

test.each(seeds)(
  'a change of status is as its preview showed, in the tables, the letters and the calls to the provider, or is refused (seed %i)',
  { timeout: 300_000 },
  async (seed) => {
    const { server, calledNames, deliver } = histories;
    let made = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(history, async (changes) => {
        const { preview, set, books, run } = await aScene();
        for (const { setting, between, minutes } of changes) {
          server.clock.advance({ minutes });
          await deliver();
          const { status, body: seen } = await preview(setting);
          if (status !== 200) {
            expect((await set(setting)).status).toBe(status);
            continue;
          }
          if (between) await run(between);
          const before = await books(setting.which);
          const earlier = calledNames.length;
          const shown = { seen, seenStatus: seen.from, seenPayment: seen.paymentType };
          const done = await set(setting, shown);
          if (done.status !== 200) {
            // Without another write in between nothing is refused.
            expect([done.status, between !== null]).toEqual([409, true]);
            expect(calledNames).toHaveLength(earlier);
            expect(await books(setting.which)).toEqual(before);
            refused += 1;
            continue;
          }
          await deliver();
          const after = await books(setting.which);
          const calls = calledNames.slice(earlier);
          // The other write has made the same change: a repeat does nothing.
          if (between && isSame(after, before)) {
            expect(calls).toEqual([]);
            continue;
          }
          expect(differenceOf(before, after)).toEqual({
            actualHours: seen.actualHours,
            usedHours: seen.usedHours - seen.returnedHours,
            overageHours: seen.overageHours,
            refundCents: seen.refundCents,
            chargeCents: seen.chargeCents,
            askedHours: seen.askedHours,
            withdrawnHours: seen.withdrawnHours,
            isTold: seen.letter === 'sent',
          });
          expect(calls.includes('refund')).toBe(seen.refundCents > 0);
          expect(calls.filter((name) => name === 'chargeCard')).toHaveLength(seen.chargeCents > 0 ? 1 : 0);
          made += 1;
        }
      }),
      { seed, numRuns },
    );
    expect(made).toBeGreaterThan(numRuns * 2);
    expect(refused).toBeGreaterThan(0);
  },
);
