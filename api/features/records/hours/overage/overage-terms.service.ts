import { centsOf, missingMinutes } from '../../../../contract/rules/overage.ts';
import type { BookingTerms } from '../../../../contract/schemas/booking-terms.ts';
import type { Person } from '../../../../core/person.ts';
import type { Db } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { requireService } from '../../catalogue/catalogue.service.ts';
import { nextLarger } from '../../plans/plans.rules.ts';
import { listOnSale } from '../../plans/plans.service.ts';
import { type RunningPlan, readPlan } from '../../subscription/subscription.service.ts';
import { readFree } from '../held/free-hours.service.ts';
import { firstMonthServesUntil } from '../hours.service.ts';
import { listOwed } from './agreements.service.ts';
import type { HourPrice } from './hour-price.rules.ts';
import { agreedPriceOf } from './hour-price.service.ts';

/** A visit's demand on the hours of a plan. */
export interface Asked {
  userId: string;
  takesMinutes: number;
  /** The visit's time; a visit without one counts as now. */
  at: string | null;
  /** The full price by card; `null` if the service is not sold by card. */
  cardCents: number | null;
  now: Date;
}

type Env = Pick<Deps['env'], 'PAST_HOURS'>;
/** The settings that the terms of a visit depend on. */
export type TermsEnv = Pick<Deps['env'], 'PAST_HOURS' | 'BUSINESS_TIME_ZONE'>;

/** The terms of booking a service with a plan now. @throws Refusal `not_found` (service) */
export async function readBookingTerms(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  person: Person,
  { serviceId, scheduledDate }: { serviceId: string; scheduledDate?: string | undefined },
): Promise<BookingTerms> {
  const { db, clock, env } = deps;
  const { estimatedMinutes, priceCents } = await requireService(db, serviceId);
  return termsOf(db, env, {
    userId: person.id,
    takesMinutes: estimatedMinutes,
    at: scheduledDate ? new Date(scheduledDate).toISOString() : null,
    cardCents: priceCents,
    now: clock.now(),
  });
}

/**
 * The same for a person who agrees to the terms; the caller holds the member's ledger. A person without a plan and
 * without remaining hours pays for a plan next. So no hours are missing now, unless the first month's hours expire
 * before the visit.
 */
export async function termsOf(
  db: Db,
  env: TermsEnv,
  { userId, takesMinutes, at, cardCents, now }: Asked,
): Promise<BookingTerms> {
  const plan = await readPlan(db, userId);
  const free = await readFree(db, { userId, now: now.toISOString() });
  const freeMinutes = free.at(at);
  const covered = plan !== null || free.hasHours;
  const planServesUntil = covered ? undefined : beyondFirstMonth(at, now, env.BUSINESS_TIME_ZONE);
  const missing = covered || planServesUntil ? missingMinutes(freeMinutes, takesMinutes) : 0;
  const larger = plan?.status === 'active' ? nextLarger(plan.version, await listOnSale(db)) : null;
  const sale = missing > 0 ? await saleOf(db, env, { userId, plan, now }) : nothing;
  return {
    takesHours: takesMinutes / 60,
    freeHours: freeMinutes / 60,
    expiringHours: Math.max(0, free.at(null) - freeMinutes) / 60,
    missingHours: missing / 60,
    past: sale.price && { amountCents: centsOf(sale.price.hourCents, missing), ...sale.price },
    owed: sale.owed,
    nextTier: larger?.tier ?? null,
    ...(planServesUntil && { planServesUntil }),
    cardCents,
  };
}

/** The last time covered by a plan begun now, if the visit is later than that. */
function beyondFirstMonth(visit: string | null, now: Date, timeZone: string): string | undefined {
  const until = firstMonthServesUntil(now, timeZone);
  return visit !== null && visit >= until ? until : undefined;
}

/** The price of hours past the member's own; `null` while a payment of theirs is open. */
interface Sale {
  price: HourPrice | null;
  owed: BookingTerms['owed'];
}

const nothing: Sale = { price: null, owed: null };

export const readSaleOf = async (db: Db, env: Env, userId: string, now: Date): Promise<Sale> =>
  saleOf(db, env, { userId, plan: await readPlan(db, userId), now });

async function saleOf(
  db: Db,
  { PAST_HOURS }: Env,
  { userId, plan, now }: { userId: string; plan: RunningPlan | null; now: Date },
): Promise<Sale> {
  if (PAST_HOURS !== 'offer' || !plan) return nothing;
  if (plan.status === 'past_due') return { price: null, owed: 'renewal' };
  if ((await listOwed(db, userId)).length) return { price: null, owed: 'work' };
  return { price: await agreedPriceOf(db, userId, plan, now), owed: null };
}
