import { lazy, Suspense, useRef, useState } from 'react';
import { offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import type { BookingAnswers } from '../../../../api/contract/schemas/forms.ts';
import { oneText } from '../../../lib/one-text.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { type Answers, type Asking, answerProblems, answersTo, refusedAnswers } from './answers.ts';
import { keepAnswers, keptAnswers } from './drafts.ts';

const PhotoQuestion = lazy(() => import('./photo-question.tsx'));

/** The typed answers to a service's questions; they survive the form until the booking is made. */
export function useQuestions(service: Asking, signedIn: boolean) {
  const pending = useRef(new Set<string>()).current;
  const [typed, setTyped] = useState<Answers>(() => keptAnswers(service.id));
  const [problems, setProblems] = useState<Answers>({});
  return {
    questions: service.questions ?? [],
    signedIn,
    pending,
    typed,
    problems,
    change(id: string, answer: string): void {
      // Read anew, because a photo arrives while others are typed.
      const next = { ...keptAnswers(service.id), [id]: answer };
      setTyped(next);
      setProblems(({ [id]: _, ...others }) => others);
      keepAnswers(service.id, next);
    },
    /** Whether they may be sent; otherwise shows what is wrong. */
    check(): boolean {
      const found = answerProblems(service, typed, { signedIn, pending });
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    answers: (): BookingAnswers => answersTo(service, typed),
    /** Shows the server's messages about single answers. */
    showRefused: (error: unknown): void => setProblems((shown) => ({ ...shown, ...refusedAnswers(error) })),
  };
}

/** What the owner wants to know about this booking. */
export function Questions(form: ReturnType<typeof useQuestions>) {
  const { questions, typed, problems, change } = form;
  return questions.map(({ id, kind, question, options, isRequired }) => {
    const field = {
      label: isRequired ? question : oneText`${question} (optional)`,
      name: `answers.${id}`,
      value: typed[id] ?? '',
      error: problems[id],
      maxLength: offerLimits.answer,
    };
    if (kind === 'choice')
      return (
        <SelectField
          key={id}
          {...field}
          options={[
            { value: '', label: 'Please choose' },
            ...options.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => change(id, event.target.value)}
        />
      );
    if (kind === 'photo')
      return (
        <Suspense key={id}>
          <PhotoQuestion
            id={id}
            label={field.label}
            value={field.value}
            error={field.error}
            signedIn={form.signedIn}
            onChange={(photoId) => change(id, photoId)}
            onPending={(isPending) => (isPending ? form.pending.add(id) : form.pending.delete(id))}
          />
        </Suspense>
      );
    if (kind === 'number')
      return (
        <TextField
          key={id}
          {...field}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          onChange={(event) => change(id, event.target.value)}
        />
      );
    return (
      <TextAreaField key={id} {...field} rows={2} onChange={(event) => change(id, event.target.value)} />
    );
  });
}
