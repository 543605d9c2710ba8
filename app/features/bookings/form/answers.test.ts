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

test('a missing or wrong answer is named before it is sent', () => {
  expect(answerProblems(service, {})).toEqual({ size: 'Please answer this' });
  expect(answerProblems(service, { size: 'large' })).toEqual({ size: 'Please enter a number' });
  expect(answerProblems(service, { size: '1.5' })).toEqual({});
});

test('a refused answer is shown at its question', () => {
  const body = JSON.stringify({
    code: 'invalid_input',
    fields: { 'answers.size': 'Please answer this', notes: 'No' },
  });
  expect(refusedAnswers(new ApiError(400, body, '', null))).toEqual({ size: 'Please answer this' });
  expect(refusedAnswers(new Error('away'))).toEqual({});
});
