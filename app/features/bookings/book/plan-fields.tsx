import { useQuery } from '@tanstack/react-query';
import { whyOutside } from '../../../../api/contract/rules/business/opening.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOpening } from '../../../shared/business/queries.ts';
import { planName, planOrSuggested, plansQuery } from '../../../shared/plan-facts.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import type { BookingFields } from '../form/drafts.ts';
import type { FieldOf } from '../form/fields.ts';

/** The fields of a plan booking beyond the one-time form (spec §5). */
export function PlanFields({ field, user }: { field: FieldOf<BookingFields>; user: User | null }) {
  const tier = user?.subscriptionTier ?? 'none';
  const postcode = field('postalCode');
  const opening = useOpening();
  const outside = opening && postcode.value.trim().length >= 4 ? whyOutside(opening, postcode.value) : null;
  const offer = useQuery({ ...plansQuery(), enabled: tier === 'none' });
  const chosen = field('subscriptionTier');
  return (
    <>
      <div className="field-pair">
        <TextField label="City" autoComplete="address-level2" enterKeyHint="next" {...field('city')} />
        <TextField label="State" autoComplete="address-level1" enterKeyHint="next" {...field('state')} />
      </div>
      <TextField
        label="Postal code"
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="next"
        {...postcode}
        error={postcode.error ?? outside ?? undefined}
      />
      <TextField
        label="Emergency contact"
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        {...field('emergencyContact')}
      />
      <TextField
        label="Emergency phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        enterKeyHint="next"
        {...field('emergencyPhone')}
      />
      {tier === 'none' ? (
        <SelectField
          label="Subscription plan"
          hint="A month, paid in the next step; unused hours roll over for up to 3 months"
          options={(offer.data?.plans ?? []).map(({ id, name, hours, priceCents }) => ({
            value: id,
            // The label fits on a phone.
            label: `${name}: ${hours} h, ${formatMoney(priceCents)}`,
          }))}
          {...chosen}
          value={planOrSuggested(offer.data?.plans ?? [], chosen.value)?.id ?? chosen.value}
        />
      ) : (
        <p className="plan-note">
          Uses your <strong>{oneText`${user?.plan?.name ?? planName(tier)} Plan`}</strong>.
        </p>
      )}
      <TextAreaField
        label="Access instructions (optional)"
        hint="Gate codes, keys, pets"
        enterKeyHint="next"
        {...field('accessInstructions')}
      />
    </>
  );
}
