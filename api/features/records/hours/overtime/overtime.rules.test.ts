import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graceMinutes } from '../../../../contract/rules/overtime-terms.ts';
import { cardMinutes, splitMinutes } from './overtime.rules.ts';

test('minutes up to the estimate and a quarter of an hour are used at once; beyond that only the estimate', () => {
  const of = (wanted: number, stands = 0) => splitMinutes(wanted, { estimated: 120, stands });
  expect([of(60), of(120), of(135)].map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
  expect(of(136)).toEqual({ used: 120, waiting: 16 });
  expect(of(180)).toEqual({ used: 120, waiting: 60 });
  expect(of(180, 180), 'what was agreed to').toEqual({ used: 180, waiting: 0 });
  expect(of(190, 180), 'no second quarter').toEqual({ used: 180, waiting: 10 });
});

test('repeated corrections never use more than a quarter of an hour without consent', () => {
  fc.assert(
    fc.property(fc.nat(600), fc.array(fc.nat(900), { maxLength: 20 }), (estimated, wishes) => {
      let stands = 0;
      for (const wanted of wishes) {
        const { used, waiting } = splitMinutes(wanted, { estimated, stands });
        expect(used + waiting).toBe(wanted);
        expect(used).toBeLessThanOrEqual(estimated + graceMinutes);
        stands = used;
      }
    }),
  );
});

test('a card pays at most the additional hours, and none that hours cover', () => {
  const minutes = fc.nat(900);
  fc.assert(
    fc.property(
      minutes,
      minutes,
      fc.integer({ min: -900, max: 900 }),
      minutes,
      (extra, before, free, over) => {
        const uncovered = Math.min(before, over);
        const card = cardMinutes({ extra, total: before + extra, free, uncovered });
        expect(card).toBeGreaterThanOrEqual(0);
        expect(card).toBeLessThanOrEqual(extra);
        if (free >= before + extra) expect(card).toBe(0);
        if (free <= 0) expect(card).toBe(extra);
      },
    ),
  );
});
