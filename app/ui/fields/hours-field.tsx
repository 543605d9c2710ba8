import './hours-field.css';
import { addOutline, removeOutline } from 'ionicons/icons';
import { Icon } from '../icon.tsx';
import { Field } from './field.tsx';

/** A number of hours, typed or changed with buttons. `value` is NaN without a number. */
export function HoursField({
  label,
  hint,
  error,
  name,
  limits: { min, max, step },
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  name: string;
  limits: { min: number; max: number; step: number };
  value: number;
  onChange: (hours: number) => void;
}) {
  const known = typeof value === 'number' && Number.isFinite(value);
  const stepText = step === 0.25 ? 'A quarter of an hour' : 'Half an hour';
  /** Moves to the next step in that direction, from any value. */
  const move = (way: 1 | -1) => {
    const steps = known ? value / step : min / step - way;
    const next = (way > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * step;
    onChange(Math.min(max, Math.max(min, next)));
  };
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className="hours-field">
          <button
            type="button"
            className="icon-button"
            aria-label={`${stepText} less`}
            disabled={known && value <= min}
            onClick={() => move(-1)}
          >
            <Icon src={removeOutline} />
          </button>
          <input
            type="number"
            inputMode="decimal"
            name={name}
            min={min}
            max={max}
            step={step}
            enterKeyHint="next"
            {...wiring}
            value={known ? value : ''}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`${stepText} more`}
            disabled={known && value >= max}
            onClick={() => move(1)}
          >
            <Icon src={addOutline} />
          </button>
        </div>
      )}
    </Field>
  );
}
