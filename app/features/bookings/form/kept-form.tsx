import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ApiError, NetworkError } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { type Toast, toast } from '../../../ui/toasts/toast.tsx';
import { type FieldOf, hasPassed, refusedFields } from './fields.ts';
import { askToLogIn, type Purpose } from './please-log-in.ts';

interface Keeping<F extends FieldValues> {
  resolver: Resolver<F>;
  begin: F;
  /** The names of the form's fields, to match the server's messages. */
  names: readonly Path<F>[];
  /** Called with the typed text during typing; not when the form has filled itself. */
  keep: (typed: F) => void;
  signedIn: boolean;
  /** The form's purpose, named to visitors who must sign in. */
  purpose: Purpose;
  onSubmit: (fields: F) => Promise<void>;
  /** The toast after a failure (spec §8); none if the fields' messages are enough. */
  failure: (error: unknown, named: boolean) => Toast | null;
}

interface Kept<F extends FieldValues> {
  form: UseFormReturn<F, unknown, F>;
  /** The form's element, used to find the first invalid field. */
  element: React.RefObject<HTMLFormElement | null>;
  field: FieldOf<F>;
  submit: (event: React.FormEvent) => void;
  busy: boolean;
  error: Error | null;
}

/**
 * A form whose content survives a failed request and the form itself, and that sends once however often it is
 * tapped.
 */
export function useKeptForm<F extends FieldValues & { scheduledDate: string }>({
  resolver,
  begin,
  names,
  keep,
  signedIn,
  purpose,
  onSubmit,
  failure,
}: Keeping<F>): Kept<F> {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<F, unknown, F>({
    resolver,
    defaultValues: begin as DefaultValues<F>,
    shouldFocusError: false,
  });
  const { errors, submitCount, isSubmitting } = form.formState;

  const keeping = useRef(keep);
  keeping.current = keep;
  const begun = useRef(false);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, dirtyFields }) => {
          begun.current ||= Object.keys(dirtyFields ?? {}).length > 0;
          if (begun.current) keeping.current({ ...values } as F);
        },
      }),
    [form],
  );

  // Fields that are no plain inputs have no ref, so the first error is found on the page, once per attempt.
  const wrong = Object.keys(errors).length > 0;
  const focusedAt = useRef(-1);
  useEffect(() => {
    if (!wrong || focusedAt.current === submitCount) return;
    focusedAt.current = submitCount;
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [wrong, submitCount]);

  const send = useMutation({
    mutationFn: onSubmit,
    onError: (error) => {
      const refused = refusedFields(error, names);
      for (const { name, message } of refused) form.setError(name, { type: 'server', message });
      // The session has ended meanwhile: this message is more exact than the general one.
      if (isSignedOut(error)) return askToLogIn(purpose);
      const told = failure(error, refused.length > 0);
      if (told) toast({ ...told, style: 'destructive' });
    },
  });

  const submit = form.handleSubmit(async (fields) => {
    if (!signedIn) return askToLogIn(purpose);
    if (hasPassed(fields.scheduledDate)) {
      form.setError('scheduledDate' as Path<F>, {
        message: 'That time has passed. Please choose one that is still to come.',
      });
      return;
    }
    await send.mutateAsync(fields).catch(() => {});
  });

  return {
    form,
    element,
    field: (name, options) => ({
      ...form.register(name, options),
      error: errors[name]?.message as string | undefined,
    }),
    submit: (event) => void submit(event),
    busy: isSubmitting,
    error: send.error && refusedFields(send.error, names).length ? null : send.error,
  };
}

/** Fills empty fields with values that become known after the form was opened. */
export function useLateFields<F extends FieldValues>(
  form: UseFormReturn<F, unknown, F>,
  late: Partial<Record<Path<F>, string | undefined>>,
): void {
  const known = JSON.stringify(late);
  useEffect(() => {
    const fields = JSON.parse(known) as typeof late;
    for (const name of Object.keys(fields) as Path<F>[]) {
      if (fields[name] && !form.getValues(name)) form.setValue(name, fields[name] as PathValue<F, Path<F>>);
    }
  }, [form, known]);
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Reports the failure and the kept text, near the button. */
export function KeptNotice({ error, once }: { error: Error | null; once: string }) {
  if (!error || isSignedOut(error)) return null;
  const why =
    error instanceof NetworkError
      ? 'The network did not answer.'
      : error instanceof ApiError && error.status < 500
        ? error.text
        : 'Something went wrong on our side.';
  return (
    <p className="form-notice" role="alert">
      {oneText`${why} What you typed is kept; ${once}.`}
    </p>
  );
}
