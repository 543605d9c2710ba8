import * as z from 'zod/mini';
import { Id, Instant, PlanId } from './primitives.ts';

/** The hours granted by an invoice of a plan, or given by the team, and their expiry. */
const grantOf = {
  /** `null` for hours that the team gave. */
  tier: z.nullable(PlanId),
  /** The plan's name when it was bought; left out for hours that the team gave, and by earlier releases. */
  plan: z.optional(z.string()),
  periodStart: Instant,
  periodEnd: Instant,
  /** Three months after the period (spec §9), or the end of the day that the team chose. */
  expiresAt: Instant,
};

/** A member's hours at this moment. */
export const HoursNow = z.object({
  /** The plan's running period; `null` without one. */
  period: z.nullable(
    z.object({
      start: Instant,
      end: Instant,
      /** Granted by the period's invoices, including those of upgrades. */
      grantedHours: z.number(),
      /** Includes hours past the balance. */
      usedHours: z.number(),
    }),
  ),
  /** The grants that can be used now, in the order of use: the first to expire first. */
  grants: z.array(
    z.object({
      id: Id,
      /** Hours of a new period, hours that an upgrade added within one, or hours that the team gave. */
      kind: z.enum(['period', 'upgrade', 'given']),
      ...grantOf,
      grantedHours: z.number(),
      remainingHours: z.number(),
    }),
  ),
  /** The part of them that booked work holds. */
  heldHours: z.number(),
  /** Hours used past the balance in this period. */
  overageHours: z.number(),
});
export type HoursNow = z.infer<typeof HoursNow>;

/** An entry in a member's ledger of hours. */
export const HoursLine = z.object({
  id: z.string(),
  /**
   * `granted`, `upgrade` and `given` (by the team) add hours, `used` takes them, `taken_back` returns hours that a booking had used.
   * `overage` was used past the balance, which it leaves unchanged; with positive hours it was taken back. `expired`
   * removes a grant's remaining hours; with positive hours, a correction used hours of a grant that has expired
   * since the work. `frozen` removes hours that are disputed at the bank, `refunded` those whose price was refunded;
   * with positive hours they came back.
   */
  kind: z.enum([
    'granted',
    'upgrade',
    'given',
    'used',
    'taken_back',
    'overage',
    'expired',
    'frozen',
    'refunded',
  ]),
  /** The time of the entry, or of the expiry. */
  at: Instant,
  /** Signed: positive or negative. */
  hours: z.number(),
  /** The hours of all grants after this entry. */
  balance: z.number(),
  /** The grant that the hours belong to; `null` for hours past the balance. */
  grant: z.nullable(z.object(grantOf)),
  booking: z.nullable(z.object({ id: Id, service: z.string() })),
  /** The team's words about `given` hours; left out for all others. */
  reason: z.optional(z.string()),
  /** The time of the work that uses the hours. */
  workedAt: z.nullable(Instant),
});
export type HoursLine = z.infer<typeof HoursLine>;
