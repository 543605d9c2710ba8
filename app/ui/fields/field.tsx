import { type ComponentProps, type ReactNode, useId } from 'react';

interface Frame {
  label: string;
  /** Whether only a screen reader gets the label, for a field that explains itself to the eye. */
  hiddenLabel?: boolean | undefined;
  error?: string | undefined;
  hint?: string | undefined;
}

/** Label, field, hint and error, connected for a screen reader. */
export function Field({
  label,
  hiddenLabel,
  error,
  hint,
  children,
}: Frame & {
  children: (wiring: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id} className={hiddenLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
      })}
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

export function TextField({ label, hiddenLabel, error, hint, ...input }: Frame & ComponentProps<'input'>) {
  return (
    <Field label={label} hiddenLabel={hiddenLabel} error={error} hint={hint}>
      {(wiring) => <input type="text" {...input} {...wiring} />}
    </Field>
  );
}

export function TextAreaField({
  label,
  hiddenLabel,
  error,
  hint,
  ...input
}: Frame & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hiddenLabel={hiddenLabel} error={error} hint={hint}>
      {(wiring) => <textarea {...input} {...wiring} />}
    </Field>
  );
}

export function SelectField({
  label,
  hiddenLabel,
  error,
  hint,
  options,
  ...input
}: Frame & { options: readonly { value: string; label: string }[] } & ComponentProps<'select'>) {
  return (
    <Field label={label} hiddenLabel={hiddenLabel} error={error} hint={hint}>
      {(wiring) => (
        <select {...input} {...wiring}>
          {options.map((o) => (
            <option key={o.value} value={o.value}>
              {o.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
