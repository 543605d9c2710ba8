import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { tabAttempts } from '../../pwa/storage/attempts.ts';
import { forgetDraft, keepDraft, typedOver } from './money-drafts.ts';

interface SheetFormOptions<Fields extends { reason: string }, Content, Answer> {
  /** What is given or refunded, such as 'refund:' with the payment's id. Fields and attempt are kept under it. */
  name: string;
  blank: Fields;
  /** What keeps the fields from being sent, by the field's name; empty if nothing does. */
  problemsOf: (fields: Fields) => Problems;
  /** The sent content: as long as it is the same, sending it is one attempt. */
  contentOf: (fields: Fields) => Content;
  send: (content: Content, idempotencyKey: string) => Promise<Answer>;
  onSent: (answer: Answer, content: Content) => void;
  onFailed?: (error: ApiError) => void;
  /** Reads again what may have changed. */
  onSettled: () => Promise<void>;
  onClose: () => void;
}

export type Problems = Partial<Record<string, string>>;

/**
 * The form of a sheet that refunds or gives something. Its fields stay until they are sent, also through a reload, and
 * sending the same again after a lost answer is the same attempt.
 */
export function useSheetForm<Fields extends { reason: string }, Content, Answer>(
  options: SheetFormOptions<Fields, Content, Answer>,
) {
  const { name, blank, onClose } = options;
  const online = useOnline();
  const [fields, setFields] = useState(() => typedOver(blank, name));
  const [problems, setProblems] = useState<Problems>({});
  const send = useMutation({
    mutationFn: (content: Content) => options.send(content, tabAttempts.keyFor(name, content)),
    // The opening of the sheet from which it was sent, in case the sheet was opened again meanwhile.
    onMutate: () => onClose,
    onSuccess: (answer, content, close) => {
      tabAttempts.forget(name);
      forgetDraft(name);
      setFields(blank);
      close();
      options.onSent(answer, content);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setProblems(error.fields);
      options.onFailed?.(error);
    },
    onSettled: options.onSettled,
  });
  const change = (given: Partial<Fields>) => {
    const next = { ...fields, ...given };
    setFields(next);
    keepDraft(name, next);
    setProblems({});
    send.reset();
  };
  const submit = () => {
    if (send.isPending || !online) return;
    const found = options.problemsOf(fields);
    setProblems(found);
    if (Object.keys(found).length === 0) send.mutate(options.contentOf(fields));
  };
  return { fields, problems, send, online, change, submit, onClose };
}

/** What the frame of the form needs (sheet-form.tsx). */
export interface SheetFormState {
  fields: { reason: string };
  problems: Problems;
  send: { error: Error | null; isPending: boolean };
  online: boolean;
  change: (given: { reason: string }) => void;
  submit: () => void;
  onClose: () => void;
}
