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
import { agreedPriceOf } from './hour-price.service.ts';
import {
  missingOf,
  nothingSold,
  type Sale,
  type TermsFacts,
  type Visit,
  visitTerms,
} from './overage-terms.rules.ts';

/** A visit of somebody, whose terms are asked for now. */
export type TermsQuery = Visit & { userId: string; now: Date };

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

/** The same for a person who agrees to the terms; the caller holds the member's ledger. */
export const termsOf = async (db: Db, env: TermsEnv, query: TermsQuery): Promise<BookingTerms> =>
  visitTerms(await readTermsFacts(db, env, query), query);

/** Reads the facts of a visit's terms. A caller that relies on them holds the member's ledger. */
export async function readTermsFacts(
  db: Db,
  env: TermsEnv,
  { userId, now, ...visit }: Omit<TermsQuery, 'cardCents'>,
): Promise<TermsFacts> {
  const plan = await readPlan(db, userId);
  const free = await readFree(db, { userId, now: now.toISOString() });
  const firstMonthEnd = firstMonthServesUntil(now, env.BUSINESS_TIME_ZONE);
  const larger = plan?.status === 'active' ? nextLarger(plan.version, await listOnSale(db)) : null;
  const facts = { plan, free, firstMonthEnd, larger };
  const sale = missingOf(facts, visit) > 0 ? await saleOf(db, env, { userId, plan, now }) : nothingSold;
  return { ...facts, sale };
}

export const readSaleOf = async (db: Db, env: Env, userId: string, now: Date): Promise<Sale> =>
  saleOf(db, env, { userId, plan: await readPlan(db, userId), now });

async function saleOf(
  db: Db,
  { PAST_HOURS }: Env,
  { userId, plan, now }: { userId: string; plan: RunningPlan | null; now: Date },
): Promise<Sale> {
  if (PAST_HOURS !== 'offer' || !plan) return nothingSold;
  if (plan.status === 'past_due') return { price: null, owed: 'renewal' };
  if ((await listOwed(db, userId)).length) return { price: null, owed: 'work' };
  return { price: await agreedPriceOf(db, userId, plan, now), owed: null };
}
