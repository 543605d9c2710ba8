import { isClaim } from '../../../../api/contract/rules/look/texts.ts';
import { planLimits } from '../../../../api/contract/rules/plan-terms.ts';
import { currencySymbol } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { HoursField } from '../../../ui/fields/hours-field.tsx';
import { idFrom, type PlanFields, type PlanProblems } from './plan-fields.ts';

interface Props {
  fields: PlanFields;
  problems: PlanProblems;
  isNew: boolean;
  change: (given: Partial<PlanFields>) => void;
}

/** The fields of a plan's draft. */
export function PlanFormFields({ fields, problems, isNew, change }: Props) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        maxLength={planLimits.name}
        autoComplete="off"
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
        error={problems.name}
      />
      <TextField
        label={oneText`Price a month in ${currencySymbol()}`}
        name="priceCents"
        inputMode="decimal"
        autoComplete="off"
        hint="Tax included"
        value={fields.price}
        onChange={(event) => change({ price: event.target.value })}
        error={problems.priceCents}
      />
      <HoursField
        label="Hours a month"
        name="minutes"
        limits={{ min: planLimits.minutes.min / 60, max: planLimits.minutes.max / 60, step: 0.25 }}
        value={fields.hours}
        onChange={(hours) => change({ hours })}
        error={problems.minutes}
      />
      <TextField
        label="Name of its concierge"
        name="concierge"
        maxLength={planLimits.concierge}
        autoComplete="off"
        hint="What members call who looks after them, such as Dedicated Concierge"
        value={fields.concierge}
        onChange={(event) => change({ concierge: event.target.value })}
        error={problems.concierge}
      />
      <TextAreaField
        label="Features (optional)"
        name="features"
        rows={6}
        hint={featuresHint(fields.features)}
        value={fields.features}
        onChange={(event) => change({ features: event.target.value })}
        error={problems.features}
      />
      <Rights fields={fields} problems={problems} change={change} />
      {isNew && (
        <TextField
          label="Id (optional)"
          name="id"
          maxLength={planLimits.id}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={idFrom(fields.name)}
          hint="Stands in links and at the card provider, and never changes. Made of the name if you leave it out."
          value={fields.id}
          onChange={(event) => change({ id: event.target.value })}
          error={problems.id}
        />
      )}
    </>
  );
}

/** Names the first feature that claims something, as the landing page's texts do. */
function featuresHint(features: string): string {
  const claim = features.split('\n').find(isClaim);
  return claim
    ? oneText`One line for each. “${claim.trim()}” is a claim: keep it only if you can stand behind it.`
    : 'One line for each';
}

function Rights({ fields, problems, change }: Omit<Props, 'isNew'>) {
  return (
    <>
      <TextField
        label="Notice in hours"
        name="noticeHours"
        inputMode="numeric"
        autoComplete="off"
        hint="How long before a visit its members book it; 0 for any time"
        value={fields.notice}
        onChange={(event) => change({ notice: event.target.value })}
        error={problems.noticeHours}
      />
      <TextField
        label="Days ahead (optional)"
        name="horizonDays"
        inputMode="numeric"
        autoComplete="off"
        hint="How far ahead its members can book; empty for no limit"
        value={fields.horizon}
        onChange={(event) => change({ horizon: event.target.value })}
        error={problems.horizonDays}
      />
      <label className="offer-check">
        <input
          type="checkbox"
          checked={fields.sameDay}
          onChange={(event) => change({ sameDay: event.target.checked })}
        />
        <span>Can book a visit for the same day</span>
      </label>
      <label className="offer-check">
        <input
          type="checkbox"
          checked={fields.priority}
          onChange={(event) => change({ priority: event.target.checked })}
        />
        <span>Its members stand first where work waits for the team</span>
      </label>
    </>
  );
}
