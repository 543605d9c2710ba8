import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, NetworkError } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { type Toast, toast } from '../../../ui/toasts/toast.tsx';
import { hasCode } from '../failure.ts';
import {
  type FieldOf,
  type FormSchema,
  hasPassed,
  type Problems,
  problemsOf,
  refusedFields,
} from './fields.ts';
import { askToLogIn, type Purpose } from './please-log-in.ts';

interface Keeping<F> {
  /** The contract's schema of the form; its names are those of the fields. */
  schema: FormSchema<F>;
  begin: F;
  /** Called with the typed text during typing; not when the form has filled itself. */
  keep: (typed: F) => void;
  signedIn: boolean;
  /** The form's purpose, named to visitors who must sign in. */
  purpose: Purpose;
  onSubmit: (fields: F) => Promise<void>;
  /** The toast after a failure (spec §8); none if the fields' messages are enough. */
  failure: (error: unknown, named: boolean) => Toast | null;
}

export interface KeptForm<F> {
  fields: F;
  problems: Problems<F>;
  /** Sets fields as the person chose them. */
  change: (given: Partial<F>) => void;
  /** Fills empty fields with values that become known after the form was opened. */
  fillEmpty: (late: Partial<F>) => void;
  field: FieldOf<F>;
  submit: () => void;
  busy: boolean;
  error: Error | null;
}

/**
 * A form whose content survives a failed request and the form itself, and that sends once however often it is
 * tapped. Errors appear at the first attempt, and then follow each change.
 */
export function useKeptForm<F extends { scheduledDate: string }>({
  schema,
  begin,
  keep,
  signedIn,
  purpose,
  onSubmit,
  failure,
}: Keeping<F>): KeptForm<F> {
  const [fields, setFields] = useState(begin);
  const [problems, setProblems] = useState<Problems<F>>({});
  const [busy, setBusy] = useState(false);
  const newest = useRef(begin);
  const isTyped = useRef(false);
  const isAttempted = useRef(false);

  const set = (given: Partial<F>) => {
    newest.current = { ...newest.current, ...given };
    setFields(newest.current);
    if (isTyped.current) keep(newest.current);
  };
  const change = (given: Partial<F>) => {
    isTyped.current = true;
    set(given);
    if (!isAttempted.current) return;
    const found = problemsOf(schema, newest.current);
    const names = Object.keys(given) as (keyof F)[];
    setProblems((shown) => ({
      ...shown,
      ...Object.fromEntries(names.map((name) => [name, found[name]])),
    }));
  };

  const send = useMutation({
    mutationFn: onSubmit,
    onError: (error) => {
      const refused = refusedFields(error, schema);
      setProblems((shown) => ({ ...shown, ...refused }));
      // The session has ended meanwhile: this message is more exact than the general one.
      if (isSignedOut(error)) return askToLogIn(purpose);
      const notice = failure(error, Object.keys(refused).length > 0);
      if (notice) toast({ ...notice, style: 'destructive' });
    },
  });

  const submit = async () => {
    if (busy) return;
    isAttempted.current = true;
    const found = problemsOf(schema, fields);
    setProblems(found);
    const { success, data } = schema.safeParse(fields);
    if (!success) return;
    if (!signedIn) return askToLogIn(purpose);
    if (hasPassed(data.scheduledDate))
      return setProblems({
        scheduledDate: 'That time has passed. Please choose one that is still to come.',
      } as Problems<F>);
    setBusy(true);
    await send.mutateAsync(data).catch(() => {});
    setBusy(false);
  };

  const isNamed = Object.keys(refusedFields(send.error, schema)).length > 0;
  return {
    fields,
    problems,
    change,
    fillEmpty: (late) =>
      set(
        Object.fromEntries(
          Object.entries(late).filter(([name, value]) => value && !newest.current[name as keyof F]),
        ) as Partial<F>,
      ),
    field: (name) => ({
      name,
      value: String(fields[name] ?? ''),
      onChange: ({ target }) => change({ [name]: target.value } as Partial<F>),
      error: problems[name],
    }),
    submit: () => void submit(),
    busy,
    error: isNamed ? null : send.error,
  };
}

/** Fills empty fields with values that become known after the form was opened. */
export function useLateFields<F>({ fillEmpty }: KeptForm<F>, late: Partial<F>): void {
  const known = JSON.stringify(late);
  const fill = useEffectEvent(fillEmpty);
  useEffect(() => fill(JSON.parse(known) as Partial<F>), [known]);
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Reports the failure and the kept text, near the button. Trying again does not bring back what is gone. */
export function KeptNotice({ error, once }: { error: Error | null; once: string }) {
  if (!error || isSignedOut(error)) return null;
  const why =
    error instanceof NetworkError
      ? 'The network did not answer.'
      : error instanceof ApiError && error.status < 500
        ? asSentence(error.text)
        : 'Something went wrong on our side.';
  return (
    <p className="form-notice" role="alert">
      {hasCode(error, 'not_found')
        ? oneText`${why} What you typed is kept.`
        : oneText`${why} What you typed is kept; ${once}.`}
    </p>
  );
}

/** The server's reasons stand with or without their full stop. */
const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
