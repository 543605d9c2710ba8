import { ApiError, NetworkError } from './api.ts';

/** Why something was not done, for its person: of a refusal, the server's own words. */
export function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return 'The network did not answer. Please try again when it is back.';
  return error instanceof ApiError && error.status < 500
    ? error.text
    : 'Something went wrong on our side. Please try again.';
}
