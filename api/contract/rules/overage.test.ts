import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingMinutes, paidMinutes } from './overage.ts';

test('missing and free hours together equal the booking’s hours, whatever is held already', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: 0, max: 3000 }), (free, takes) => {
      const missing = missingMinutes(free, takes);
      expect(missing + Math.min(takes, Math.max(0, free))).toBe(takes);
    }),
  );
});

test('a card pays no more than was agreed, than was done, or than hours leave uncovered', () => {
  const minutes = fc.integer({ min: 0, max: 3000 });
  fc.assert(
    fc.property(
      minutes,
      minutes,
      fc.integer({ min: -3000, max: 3000 }),
      (agreed, actualMinutes, freeMinutes) => {
        const paid = paidMinutes(agreed, { freeMinutes, actualMinutes });
        expect(paid).toBeGreaterThanOrEqual(0);
        expect(paid).toBeLessThanOrEqual(Math.min(agreed, actualMinutes));
        if (paid > 0) expect(paid + Math.max(0, freeMinutes)).toBeLessThanOrEqual(actualMinutes);
      },
    ),
  );
});
