import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { SubscriptionTier } from '../../../api/contract/rules/plans.ts';
import { NetworkError } from '../../lib/api.ts';
import { awaitPlan } from './activation.ts';

/** A client whose reads of the person return these answers, the last one for ever. */
function clientReading(...answers: (SubscriptionTier | Error)[]) {
  let reads = 0;
  const queryFn = async () => {
    const answer = answers[Math.min(reads, answers.length - 1)];
    reads += 1;
    if (answer instanceof Error) throw answer;
    return { subscriptionTier: answer };
  };
  const client = new QueryClient({ defaultOptions: { queries: { queryFn, retry: false } } });
  return { client, reads: () => reads };
}
const never = new AbortController().signal;
const atOnce = async () => {};

test('the plan is waited for until the server has it', async () => {
  const { client, reads } = clientReading('none', new NetworkError('lost'), 'deluxe');
  expect((await awaitPlan(client, never, atOnce))?.subscriptionTier).toBe('deluxe');
  expect(reads()).toBe(3);
});

test('the wait has an end', async () => {
  const { client, reads } = clientReading('none');
  expect(await awaitPlan(client, never, atOnce)).toBeNull();
  expect(reads()).toBe(7);
});

test('the reads stop when the page is left', async () => {
  const { client, reads } = clientReading('none');
  const leaving = new AbortController();
  const leave = async () => leaving.abort();
  expect(await awaitPlan(client, leaving.signal, leave)).toBeNull();
  expect(reads()).toBe(0);
});
