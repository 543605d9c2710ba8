import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { planName, planOrSuggested, plansQuery } from '../../../shared/plan-facts.ts';
import { SelectField } from '../../../ui/fields/field.tsx';
import type { BookingFields } from '../form/drafts.ts';
import type { FieldOf } from '../form/fields.ts';

/** The plan that pays: the member's own, or the one to begin (spec §5). */
export function PlanChoice({ field, user }: { field: FieldOf<BookingFields>; user: User | null }) {
  const tier = user?.subscriptionTier ?? 'none';
  const offer = useQuery({ ...plansQuery(), enabled: tier === 'none' });
  const chosen = field('subscriptionTier');
  if (tier !== 'none')
    return (
      <p className="plan-note">
        Uses your <strong>{oneText`${user?.plan?.name ?? planName(tier)} Plan`}</strong>.
      </p>
    );
  const plans = offer.data?.plans ?? [];
  return (
    <SelectField
      label="Subscription plan"
      hint="A month, paid in the next step; unused hours roll over for up to 3 months"
      options={plans.map(({ id, name, hours, priceCents }) => ({
        value: id,
        // The label fits on a phone.
        label: oneText`${name}: ${hours} h, ${formatMoney(priceCents)}`,
      }))}
      {...chosen}
      value={planOrSuggested(plans, chosen.value)?.id ?? chosen.value}
    />
  );
}
