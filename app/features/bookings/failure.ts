import { ApiError, NetworkError } from '../../lib/api.ts';

/** A change refused by the server, with the reason in words for a person. */
export class ChangeRefused extends Error {
  override name = 'ChangeRefused';
  readonly code: string;
  constructor(code: string, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** The reason for a failure, in words for a person; the entered text is still there. */
export function failureText(error: unknown): string {
  if (error instanceof ChangeRefused) return error.message;
  if (error instanceof NetworkError)
    return 'The network did not answer. Nothing is lost; please try again when it is back.';
  if (error instanceof ApiError && error.status < 500 && error.text) return error.text;
  return 'Something went wrong on our side. Nothing is lost; please try again.';
}

export const hasCode = (error: unknown, code: ApiError['code']): boolean =>
  (error instanceof ApiError || error instanceof ChangeRefused) && error.code === code;
