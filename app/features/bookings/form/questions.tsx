import { useState } from 'react';
import { offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import type { BookingAnswers } from '../../../../api/contract/schemas/forms.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { type Answers, type Asking, answerProblems, answersTo, refusedAnswers } from './answers.ts';
import { keepAnswers, keptAnswers } from './drafts.ts';

/** The typed answers to a service's questions; they survive the form until the booking is made. */
export function useQuestions(service: Asking) {
  const [typed, setTyped] = useState<Answers>(() => keptAnswers(service.id));
  const [problems, setProblems] = useState<Answers>({});
  return {
    questions: service.questions ?? [],
    typed,
    problems,
    change(id: string, answer: string): void {
      const next = { ...typed, [id]: answer };
      setTyped(next);
      setProblems(({ [id]: _, ...others }) => others);
      keepAnswers(service.id, next);
    },
    /** Whether they may be sent; otherwise shows what is wrong. */
    check(): boolean {
      const found = answerProblems(service, typed);
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    answers: (): BookingAnswers => answersTo(service, typed),
    /** Shows the server's messages about single answers. */
    showRefused: (error: unknown): void => setProblems((shown) => ({ ...shown, ...refusedAnswers(error) })),
  };
}

/** What the owner wants to know about this booking. */
export function Questions({ questions, typed, problems, change }: ReturnType<typeof useQuestions>) {
  return questions.map(({ id, kind, question, options, isRequired }) => {
    const field = {
      label: isRequired ? question : `${question} (optional)`,
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
