import { ApiError, NetworkError } from './api.ts';

/** The reason for a failure, in words for a person; for a refusal, the server's own words. */
export function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return 'The network did not answer. Please try again when it is back.';
  return error instanceof ApiError && error.status < 500
    ? error.text
    : 'Something went wrong on our side. Please try again.';
}
