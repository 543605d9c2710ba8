/** The id of a plan; the server knows which plans there are. */
export type PlanTier = string;
/** The id of a plan, or `none`. */
export type SubscriptionTier = string;

/** The plans that every installation begins with (spec §9), the smallest first. */
export const planTiers = ['basic', 'standard', 'deluxe', 'premium'] as const;
export type FirstTier = (typeof planTiers)[number];

export interface Plan {
  id: FirstTier;
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

/**
 * The first plans (spec §9), each the first version of its plan in every database. The server reads plans from its
 * database, never from here or from a client.
 */
export const plans: Record<FirstTier, Plan> = {
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
export const tierLabels: Record<FirstTier | 'none', string> = {
  basic: 'Basic',
  standard: 'Standard',
  deluxe: 'Deluxe',
  premium: 'Premium',
  none: 'No Subscription',
};
