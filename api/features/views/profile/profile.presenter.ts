import type { User } from '../../../contract/schemas/people.ts';
import { roleOf } from '../../../core/person.ts';
import { dialled } from '../../../core/phone.ts';
import type { UserRow } from '../../records/account/account.repository.ts';
import { presentOwn } from '../../records/plans/plans.presenter.ts';
import type { PlanVersion } from '../../records/plans/plans.rules.ts';

/** Hours are stored as minutes and presented as decimals. */
const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

export function presentUser(
  user: UserRow,
  more: {
    permissions: User['permissions'];
    plan: { version: PlanVersion; status: 'active' | 'past_due' } | null;
    balance: { usedThisPeriodMinutes: number; remainingMinutes: number };
    heldMinutes: number;
    /** The first free minutes to expire. */
    expiring: { expiresAt: string; minutes: number } | null;
    /** Whether done work past the plan's hours is unpaid. */
    owes: boolean;
    supportPhone: string;
    /** The business's zone, whose country a number without a country code belongs to. */
    zone: string;
  },
): User {
  const plan = more.plan?.version;
  const conciergeContact = user.concierge_contact ?? (plan ? more.supportPhone : null);
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    emailVerified: user.email_verified === 1,
    profileImageUrl: user.profile_image_url,
    role: roleOf(user.role_id),
    permissions: more.permissions,
    subscriptionTier: plan?.tier ?? 'none',
    paymentFailed: more.owes || more.plan?.status === 'past_due',
    ...(plan && { plan: { ...presentOwn(plan), rights: plan.rights } }),
    monthlyHours: hours(plan?.minutes ?? 0),
    usedHours: String(hours(more.balance.usedThisPeriodMinutes)),
    heldHours: hours(more.heldMinutes),
    remainingHours: hours(Math.max(0, more.balance.remainingMinutes - more.heldMinutes)),
    ...(more.expiring && {
      expiring: { hours: hours(more.expiring.minutes), at: more.expiring.expiresAt },
    }),
    conciergeContact,
    conciergeTel: conciergeContact && (dialled(conciergeContact, more.zone) || null),
    personalConcierge: plan?.concierge ?? null,
  };
}
