import { expect, test } from 'vitest';
import type { ServiceQuestion } from '../../../../api/contract/schemas/catalogue.ts';
import { ApiError } from '../../../lib/api.ts';
import { answerProblems, answersTo, refusedAnswers } from './answers.ts';

const question = (id: string, more: Partial<ServiceQuestion>): ServiceQuestion => ({
  id,
  kind: 'text',
  question: id,
  options: [],
  isRequired: false,
  ...more,
});
const service = {
  id: 'lawn',
  questions: [question('pets', {}), question('size', { kind: 'number', isRequired: true })],
};

test('the answers to the questions of now are sent, also empty ones', () => {
  expect(answersTo(service, { size: ' 600 ', earlier: 'Yes' })).toEqual([
    { questionId: 'pets', answer: '' },
    { questionId: 'size', answer: '600' },
  ]);
  expect(answersTo({ id: 'lawn' }, { size: '600' })).toEqual([]);
});

const problemsOf = (typed: Record<string, string>, asking = service) =>
  answerProblems(asking, typed, { signedIn: true, pending: new Set() });

test('a photo that has not arrived is waited for, and a visitor gives none yet', () => {
  const asking = { id: 'lawn', questions: [question('lawn', { kind: 'photo', isRequired: true })] };
  const id = '0c7f5a7e-0d4c-4f0e-9d0e-6d2f4c1b2a39';
  expect(problemsOf({}, asking)).toEqual({ lawn: 'Please answer this' });
  expect(problemsOf({ lawn: id }, asking)).toEqual({});
  const waiting = { signedIn: true, pending: new Set(['lawn']) };
  expect(answerProblems(asking, {}, waiting)).toEqual({
    lawn: 'This photo has not arrived yet. Please wait a moment, or remove it.',
  });
  expect(answerProblems(asking, {}, { signedIn: false, pending: new Set() })).toEqual({});
});

test('a missing or wrong answer is named before it is sent', () => {
  expect(problemsOf({})).toEqual({ size: 'Please answer this' });
  expect(problemsOf({ size: 'large' })).toEqual({ size: 'Please enter a number' });
  expect(problemsOf({ size: '1.5' })).toEqual({});
});

test('a refused answer is shown at its question', () => {
  const body = JSON.stringify({
    code: 'invalid_input',
    fields: { 'answers.size': 'Please answer this', notes: 'No' },
  });
  expect(refusedAnswers(new ApiError(400, body, '', null))).toEqual({ size: 'Please answer this' });
  expect(refusedAnswers(new Error('away'))).toEqual({});
});
