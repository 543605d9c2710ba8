import type { QueryClient } from '@tanstack/react-query';
import type { User } from '../../../api/contract/schemas/people.ts';
import { userQuery } from '../../lib/session.ts';

const delaysMs = [0, 1000, 2000, 3000, 5000, 8000, 13_000];

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Reads the person again until their plan is active: the card provider reports the payment to the server a moment
 * later. @returns the member, or `null` when it took too long, could not be read, or was aborted.
 */
export async function awaitPlan(
  client: QueryClient,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): Promise<User | null> {
  for (const delay of delaysMs) {
    await wait(delay, signal);
    if (signal.aborted) return null;
    const user = await client.fetchQuery({ ...userQuery(), staleTime: 0 }).catch(() => null);
    if (user && user.subscriptionTier !== 'none') return user;
  }
  return null;
}
