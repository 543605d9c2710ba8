import type { User } from '../../contract/entities.ts';
import { type PlanTier, plans } from '../../contract/plans.ts';
import type { UserRow } from './users.repository.ts';

/** Hours are minutes inside and decimals at the edge. */
const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

export function presentUser(
  user: UserRow,
  more: {
    tier: PlanTier | null;
    balance: { usedThisPeriodMinutes: number; remainingMinutes: number };
    supportPhone: string;
  },
): User {
  const plan = more.tier && plans[more.tier];
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    profileImageUrl: user.profile_image_url,
    role: user.role,
    subscriptionTier: more.tier ?? 'none',
    monthlyHours: plan?.hours ?? 0,
    usedHours: String(hours(more.balance.usedThisPeriodMinutes)),
    remainingHours: hours(more.balance.remainingMinutes),
    conciergeContact: user.concierge_contact ?? (plan ? more.supportPhone : null),
    personalConcierge: plan?.concierge ?? null,
  };
}
