import './booking.css';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { User } from '../../../api/contract/entities.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { signIn, useZone } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimePicker } from '../../ui/date-time-picker.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { type BookingFields, type BookingKind, draftOf, keepDraft, type Typed } from './drafts.ts';
import { type FieldOf, hasPassed, refusedFields, resolvers } from './fields.ts';
import { PlanFields } from './plan-fields.tsx';
import { beginWith } from './prefill.ts';

interface Props {
  kind: BookingKind;
  serviceId: string;
  user: User | null;
  /** What is known from elsewhere, such as the address; what was typed here before comes first. */
  known?: Typed | undefined;
  submitLabel: string;
  /** What stands between the fields and the button. */
  children?: ReactNode;
  onSubmit: (fields: BookingFields) => Promise<void>;
  /** Title and text of the toast when it fails (spec §8). */
  failure: { title: string; description: string };
}

/** The details of a booking (spec §5). What is typed outlives a failed request and the form itself. */
export function DetailsForm(props: Props) {
  const { kind, serviceId, user, known, submitLabel, children, onSubmit, failure } = props;
  const zone = useZone();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<BookingFields>({
    resolver: resolvers[kind],
    defaultValues: beginWith(user, { ...known, ...draftOf(kind, serviceId) }),
    shouldFocusError: false,
  });
  const { errors, submitCount } = form.formState;

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(kind, serviceId, { ...values }),
      }),
    [form, kind, serviceId],
  );

  // Fields that are no plain inputs have no ref to give, so the first error is found on the page, once per try.
  const wrong = Object.keys(errors).length > 0;
  const focusedAt = useRef(-1);
  useEffect(() => {
    if (!wrong || focusedAt.current === submitCount) return;
    focusedAt.current = submitCount;
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [wrong, submitCount]);

  const send = useMutation({
    mutationFn: onSubmit,
    onError: (error) => {
      const refused = refusedFields(error);
      for (const { name, message } of refused) form.setError(name, { type: 'server', message });
      if (refused.length || isSignedOut(error)) return;
      toast({ ...failure, style: 'destructive' });
    },
  });

  const submit = form.handleSubmit(async (fields) => {
    if (!user) {
      toast({ title: 'Please log in', description: 'You must be logged in to book services' });
      return signIn();
    }
    if (hasPassed(fields.scheduledDate)) {
      return form.setError('scheduledDate', {
        message: 'That time has passed. Please choose one that is still to come.',
      });
    }
    await send.mutateAsync(fields).catch(() => {});
  });

  const field: FieldOf = (name) => ({ ...form.register(name), error: errors[name]?.message });
  return (
    <form ref={element} className="booking-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Full name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        {...field('customerName')}
      />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        {...field('phone')}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="next"
        {...field('email')}
      />
      <TextField
        label="Service address"
        hint={kind === 'one_time' ? 'Street, suburb and postcode' : 'Street and number'}
        autoComplete={kind === 'one_time' ? 'street-address' : 'address-line1'}
        enterKeyHint="next"
        {...field('address')}
      />
      {kind === 'subscription' && <PlanFields field={field} user={user} />}
      <Controller
        control={form.control}
        name="scheduledDate"
        render={({ field: { value, onChange, name }, fieldState }) => (
          <DateTimePicker
            label="Preferred date and time"
            name={name}
            value={value}
            onChange={onChange}
            zone={zone}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextAreaField
        label="Notes (optional)"
        hint="Anything the team should know"
        enterKeyHint="done"
        {...field('notes')}
      />
      {children}
      <KeptNotice error={send.error} />
      <Button type="submit" kind="accent" wide busy={form.formState.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** The app says that itself, and leads to the sign-in. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** What happened and what was kept, where the person is looking. */
function KeptNotice({ error }: { error: Error | null }) {
  if (!error || refusedFields(error).length || isSignedOut(error)) return null;
  const why =
    error instanceof NetworkError
      ? 'The network did not answer.'
      : error instanceof ApiError && error.status < 500
        ? error.text
        : 'Something went wrong on our side.';
  return (
    <p className="form-notice" role="alert">
      {why} What you typed is kept; trying again books only once.
    </p>
  );
}
