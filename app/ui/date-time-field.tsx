import { useState } from 'react';
import { fromLocalInput, toLocalInput } from '../lib/dates.ts';
import { TextField } from './field.tsx';

const stepSeconds = 900;

/** The picker counts its steps from `min`: on the quarter hours, not from whatever minute it is. */
function roundUp(instant: string): string {
  const step = stepSeconds * 1000;
  return new Date(Math.ceil(Date.parse(instant) / step) * step).toISOString();
}

/**
 * A date and time in the business's zone. `value`, `min` and what `onChange` gives are ISO instants; '' while it
 * is not whole. The phone's own picker, so the keyboard and a screen reader work as the person knows them.
 */
export function DateTimeField({
  label,
  value,
  onChange,
  min,
  zone,
  error,
  hint,
  name,
}: {
  label: string;
  value: string;
  onChange: (instant: string) => void;
  min?: string;
  zone: string;
  error?: string | undefined;
  hint?: string;
  name?: string;
}) {
  const [typed, setTyped] = useState(value ? toLocalInput(value, zone) : '');
  return (
    <TextField
      type="datetime-local"
      label={label}
      error={error}
      hint={hint}
      name={name}
      step={stepSeconds}
      {...(min && { min: toLocalInput(roundUp(min), zone) })}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(event.target.value ? fromLocalInput(event.target.value, zone) : '');
      }}
    />
  );
}
