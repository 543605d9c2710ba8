export const planTiers = ['basic', 'standard', 'deluxe', 'premium'] as const;
export type PlanTier = (typeof planTiers)[number];
export type SubscriptionTier = PlanTier | 'none';

export interface Plan {
  id: PlanTier;
  name: string;
  /** Monthly price in cents. */
  priceCents: number;
  hours: number;
  concierge: string;
  popular: boolean;
  premium: boolean;
  features: string[];
}

const base = ['Personal concierge', 'All service categories', 'Flexible scheduling', 'Mobile app access'];
const standard = [...base, 'Priority booking', 'Usage analytics'];
const deluxe = [...standard, 'Same-day service', 'Premium support'];

/** The plans on sale (spec §9). The server takes tier, hours and price from here, never from a client. */
export const plans: Record<PlanTier, Plan> = {
  basic: {
    id: 'basic',
    name: 'Basic',
    priceCents: 65_099,
    hours: 5,
    concierge: 'Basic Support Line',
    popular: false,
    premium: false,
    features: base,
  },
  standard: {
    id: 'standard',
    name: 'Standard',
    priceCents: 140_099,
    hours: 12,
    concierge: 'Dedicated Concierge',
    popular: false,
    premium: false,
    features: standard,
  },
  deluxe: {
    id: 'deluxe',
    name: 'Deluxe',
    priceCents: 240_099,
    hours: 20,
    concierge: 'Premium Concierge Team',
    popular: true,
    premium: false,
    features: deluxe,
  },
  premium: {
    id: 'premium',
    name: 'Premium',
    priceCents: 490_099,
    hours: 50,
    concierge: 'Executive Concierge Team',
    popular: false,
    premium: true,
    features: [
      ...deluxe,
      'Dedicated concierge team',
      'Unlimited categories',
      '24/7 emergency support',
      'Account manager',
    ],
  },
};

/** Tier labels (spec §3). */
export const tierLabels: Record<SubscriptionTier, string> = {
  basic: 'Basic',
  standard: 'Standard',
  deluxe: 'Deluxe',
  premium: 'Premium',
  none: 'No Subscription',
};

export const isPlanTier = (value: string): value is PlanTier =>
  (planTiers as readonly string[]).includes(value);
