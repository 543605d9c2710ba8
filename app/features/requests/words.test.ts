import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { failureOf } from './words.ts';

const refusal = (status: number) =>
  new ApiError(status, JSON.stringify({ code: 'conflict', message: 'It is accepted already.' }), '', null);

test('a refused act has changed nothing; an act whose answer was lost may have been done', () => {
  expect(failureOf(refusal(409), 'withdrawn')).toEqual({
    title: 'Nothing was changed',
    description: 'It is accepted already.',
  });
  const unknown = {
    title: 'No answer',
    description: 'We could not learn whether it was withdrawn. Please look again.',
  };
  expect(failureOf(new NetworkError(), 'withdrawn')).toEqual(unknown);
  expect(failureOf(refusal(502), 'withdrawn')).toEqual(unknown);
});
