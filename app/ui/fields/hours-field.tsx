import './hours-field.css';
import { addOutline, removeOutline } from 'ionicons/icons';
import { useId } from 'react';
import { Icon } from '../icon.tsx';

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
  const id = useId();
  const known = typeof value === 'number' && Number.isFinite(value);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  /** Moves to the next step in that direction, from any value. */
  const move = (way: 1 | -1) => {
    const steps = known ? value / step : min / step - way;
    const next = (way > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * step;
    onChange(Math.min(max, Math.max(min, next)));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="hours-field">
        <button
          type="button"
          className="icon-button"
          aria-label="Half an hour less"
          disabled={known && value <= min}
          onClick={() => move(-1)}
        >
          <Icon src={removeOutline} />
        </button>
        <input
          id={id}
          type="number"
          inputMode="decimal"
          name={name}
          min={min}
          max={max}
          step={step}
          enterKeyHint="next"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          value={known ? value : ''}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label="Half an hour more"
          disabled={known && value >= max}
          onClick={() => move(1)}
        >
          <Icon src={addOutline} />
        </button>
      </div>
      {hint && (
        <span id={`${id}-hint`} className="muted">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="error">
          {error}
        </span>
      )}
    </div>
  );
}
