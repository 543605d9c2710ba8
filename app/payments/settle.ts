import type { Answer, Body } from '../../api/contract/calls/calls.ts';
import { ApiError, call, NetworkError } from '../lib/api.ts';
import { holdReload } from '../lib/reload-hold.ts';

type Paid = Body<'confirmOneTimePayment'>;
type Confirm = (paid: Paid) => Promise<Answer<'confirmOneTimePayment'>>;

const delaysMs = [500, 1500, 4000, 8000];
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether the server may have booked in spite of the error, or may still do so. */
const isOpen = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/**
 * Makes the server book a paid service. The answer may be lost, so the call is repeated with growing pauses: the
 * server books a payment once, however often it is asked.
 * @throws ApiError, NetworkError the last one
 */
export async function settlePayment(
  paid: Paid,
  {
    confirm = (body) => call('confirmOneTimePayment', { body }),
    wait = pause,
  }: {
    confirm?: Confirm;
    wait?: (ms: number) => Promise<void>;
  } = {},
): Promise<Answer<'confirmOneTimePayment'>> {
  const settled = holdReload();
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await confirm(paid);
      } catch (error) {
        const delay = delaysMs[attempt];
        if (delay === undefined || !isOpen(error)) throw error;
        await wait(delay);
      }
    }
  } finally {
    settled();
  }
}

/** The message of an error for a person: the server's words, otherwise the error's own. */
export const wordsOf = (error: unknown): string =>
  error instanceof ApiError ? error.text : error instanceof Error ? error.message : 'unknown error';
