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
import { type Toast, toast } from '../../../ui/toasts/toast.tsx';
import { type FieldOf, hasPassed, refusedFields } from './fields.ts';
import { askToLogIn, type Purpose } from './please-log-in.ts';

interface Keeping<F extends FieldValues> {
  resolver: Resolver<F>;
  begin: F;
  /** The form's fields, to find what the server says of one. */
  names: readonly Path<F>[];
  /** Called with what is typed, as it is typed; not while the form has only been filled by itself. */
  keep: (typed: F) => void;
  signedIn: boolean;
  /** What it is for, to be named to whoever is not signed in. */
  purpose: Purpose;
  onSubmit: (fields: F) => Promise<void>;
  /** The toast when it fails (spec §8); none where the fields say it all. */
  failure: (error: unknown, named: boolean) => Toast | null;
}

interface Kept<F extends FieldValues> {
  form: UseFormReturn<F, unknown, F>;
  /** For the form's element, in which the first wrong field is found. */
  element: React.RefObject<HTMLFormElement | null>;
  field: FieldOf<F>;
  submit: (event: React.FormEvent) => void;
  busy: boolean;
  error: Error | null;
}

/** A form whose content outlives a failed request and the form itself, and that sends once however often it is tapped. */
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

  // Fields that are no plain inputs have no ref to give, so the first error is found on the page, once per try.
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
      // The session has ended meanwhile: this says more than that it has.
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

/** What is known only after the form was opened fills what is still empty. */
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

/** What happened and what was kept, where the person is looking. */
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
      {why} What you typed is kept; {once}.
    </p>
  );
}
