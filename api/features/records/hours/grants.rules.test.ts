import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PlanTier, planTiers } from '../../../contract/rules/plans.ts';
import { firstVersion } from '../../../testing/builders/first-version.ts';
import { grantsOf, type PaidInvoice, upgradeMinutes } from './grants.rules.ts';

const november = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
let count = 0;
const invoice = (tier: PlanTier, given: Partial<PaidInvoice> = {}): PaidInvoice => {
  count += 1;
  return {
    id: `in_${count}`,
    billingReason: 'subscription_cycle',
    version: firstVersion(tier),
    quantity: 1,
    fromVersion: null,
    fromQuantity: 1,
    earlier: null,
    periodStart: november.start,
    periodEnd: november.end,
    ...given,
  };
};
const upgrade = (fromTier: PlanTier, tier: PlanTier, at: string, given: Partial<PaidInvoice> = {}) =>
  invoice(tier, {
    billingReason: 'subscription_update',
    fromVersion: firstVersion(fromTier),
    periodStart: at,
    ...given,
  });
const given = (invoices: PaidInvoice[]) =>
  grantsOf(invoices, november).map(({ kind, minutes }) => [kind, minutes]);

test('a new period grants its plan’s hours, and an invoice of no plan grants none', () => {
  expect(given([invoice('standard', { billingReason: 'subscription_create' })])).toEqual([['period', 720]]);
  expect(given([invoice('standard', { billingReason: 'manual' })])).toEqual([]);
});

test('an upgrade grants the same share of the hours as is charged of the prices’ difference', () => {
  const basic = invoice('basic');
  const premium = (at: string) => given([basic, upgrade('basic', 'premium', at)])[1];
  expect(premium('2026-11-01T00:00:00.000Z')).toEqual(['upgrade', 2700]);
  expect(premium('2026-11-16T00:00:00.000Z')).toEqual(['upgrade', 1350]);
  expect(premium('2026-11-30T23:59:59.000Z')).toEqual(['upgrade', 0]);
  expect(
    upgradeMinutes(300, 3000, { start: november.start, at: '2026-12-02T00:00:00.000Z', end: november.end }),
  ).toBe(0);
});

test('an upgrade before its own period is paid grants only the difference', () => {
  const middle = '2026-11-16T00:00:00.000Z';
  expect(given([upgrade('basic', 'standard', middle)])).toEqual([['upgrade', 210]]);
  expect(given([invoice('standard'), upgrade('basic', 'standard', middle)])[1]).toEqual(['upgrade', 0]);
});

test('a period never grants more than its largest plan, and buying the same again grants nothing', () => {
  const change = fc.record({
    from: fc.constantFrom(...planTiers),
    tier: fc.constantFrom(...planTiers),
    second: fc.nat(30 * 24 * 3600 - 1),
  });
  fc.assert(
    fc.property(fc.constantFrom(...planTiers), fc.array(change, { maxLength: 8 }), (first, changes) => {
      const inOrder = changes.toSorted((a, b) => a.second - b.second);
      const at = (second: number) => new Date(Date.parse(november.start) + second * 1000).toISOString();
      const invoices = [
        invoice(first),
        ...inOrder.map(({ from, tier, second }) => upgrade(from, tier, at(second))),
      ];
      const grants = grantsOf(invoices, november);
      const dearest = Math.max(...invoices.map(({ version }) => version.minutes));
      const sum = grants.reduce((all, { minutes }) => all + minutes, 0);
      expect(sum).toBeLessThanOrEqual(dearest);
      expect(Math.min(...grants.map(({ minutes }) => minutes))).toBeGreaterThanOrEqual(0);
      // Later payments never change earlier grants.
      for (let length = 1; length <= invoices.length; length += 1)
        expect(grantsOf(invoices.slice(0, length), november)).toEqual(grants.slice(0, length));
    }),
    { numRuns: 300 },
  );
});
