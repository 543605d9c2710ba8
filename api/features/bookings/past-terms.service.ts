import { hourCents, missingMinutes, nextTier, pastCents } from '../../contract/past-hours.ts';
import type { BookingTerms } from '../../contract/past-hours-calls.ts';
import type { PlanTier } from '../../contract/plans.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Person } from '../../http/handlers.ts';
import { type BookableService, requireService } from '../catalogue/catalogue.service.ts';
import { readBalance } from '../hours/hours.service.ts';
import { listOwed } from '../past-hours/agreements.service.ts';
import { type RunningPlan, readPlan } from '../subscription/subscription.service.ts';
import { selectHeldMinutes } from './bookings.repository.ts';

/** What booking a service with a plan would take now. @throws Refusal `not_found` (service) */
export async function readBookingTerms(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  person: Person,
  serviceId: string,
): Promise<BookingTerms> {
  return termsOf(db, env, {
    userId: person.id,
    service: await requireService(db, serviceId),
    now: clock.now(),
  });
}

/**
 * The same for whoever books, who holds the member's ledger. Whoever has neither a plan nor hours left of one pays for
 * a plan next, so that nothing is missing of it now.
 */
export async function termsOf(
  db: Db,
  env: Pick<Deps['env'], 'PAST_HOURS'>,
  { userId, service, now }: { userId: string; service: BookableService; now: Date },
): Promise<BookingTerms> {
  const plan = await readPlan(db, userId);
  const { remainingMinutes } = await readBalance(db, userId, now.toISOString());
  const covered = plan !== null || remainingMinutes > 0;
  const [held] = covered ? await selectHeldMinutes(db, { userId }) : [];
  const freeMinutes = Math.max(0, remainingMinutes - Number(held?.minutes ?? 0));
  const takesMinutes = service.estimatedMinutes;
  const missing = covered ? missingMinutes(freeMinutes, takesMinutes) : 0;
  const tier = plan?.status === 'active' ? plan.tier : null;
  const sold = missing > 0 ? await saleOf(db, env, userId, plan) : null;
  return {
    takesHours: takesMinutes / 60,
    freeHours: freeMinutes / 60,
    missingHours: missing / 60,
    past: sold && { amountCents: pastCents(sold, missing), hourCents: hourCents(sold), tier: sold },
    nextTier: tier && nextTier(tier),
    cardCents: service.priceCents,
  };
}

/** By which plan hours past somebody's are sold to them: to whose plan is paid, and who owes nothing for earlier work. */
export const readSaleOf = async (
  db: Db,
  env: Pick<Deps['env'], 'PAST_HOURS'>,
  userId: string,
): Promise<PlanTier | null> => saleOf(db, env, userId, await readPlan(db, userId));

async function saleOf(
  db: Db,
  { PAST_HOURS }: Pick<Deps['env'], 'PAST_HOURS'>,
  userId: string,
  plan: RunningPlan | null,
): Promise<PlanTier | null> {
  if (plan?.status !== 'active' || PAST_HOURS !== 'offer') return null;
  return (await listOwed(db, userId)).length ? null : plan.tier;
}
