import { randomUUID } from 'node:crypto';
import type { PlanTier } from '../../contract/rules/plans.ts';
import type { Tx } from '../../db/database.ts';
import { grantForInvoice } from '../../features/records/hours/hours.service.ts';
import type { SubscriptionTable } from '../../features/records/subscription/subscription.table.ts';
import { firstVersion } from './first-version.ts';

/** Grants the hours that an upgrade adds: the 8 from Standard to Deluxe, unless given. */
export const grantUpgrade = (
  tx: Tx,
  plan: SubscriptionTable,
  { tier = 'deluxe', minutes = 480, now }: { tier?: PlanTier; minutes?: number; now: string },
): Promise<void> =>
  grantForInvoice(tx, {
    userId: plan.user_id,
    subscriptionId: plan.id,
    invoiceId: `in_${randomUUID()}`,
    kind: 'upgrade',
    version: firstVersion(tier),
    minutes,
    periodStart: plan.current_period_start ?? '',
    periodEnd: plan.current_period_end ?? '',
    timeZone: 'Australia/Sydney',
    now,
  });
