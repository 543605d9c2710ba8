import type { ErrorCode } from '../contract/schemas/errors.ts';

const statuses: Record<ErrorCode, number> = {
  invalid_input: 400,
  unauthorized: 401,
  account_deleted: 401,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  key_reused: 409,
  photo_missing: 409,
  conflict: 409,
  terms_changed: 409,
  slot_taken: 409,
  too_late: 409,
  already_reviewed: 409,
  plan_exists: 409,
  credit_pays: 409,
  plan_required: 409,
  hours_short: 409,
  disputed: 409,
  last_card: 409,
  payment_processing: 409,
  payment_incomplete: 402,
  too_large: 413,
  unsupported_media: 415,
  too_many_requests: 429,
  internal: 500,
  payment_unavailable: 503,
  unavailable: 503,
};

/**
 * Codes of refusals without a stack trace. A flood of calls is answered with these; nobody reads their traces, and
 * making one costs as much as the rest of the answer.
 */
const untraced: readonly ErrorCode[] = ['unauthorized', 'too_many_requests'];

/**
 * A refusal with a cause that the client may know. `message` is for the person, `log` for the log alone. Any other
 * error reaches the client as `internal` with a request id.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  /** The present values of a thing that was changed since the caller saw it. */
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly log: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: Record<string, string>;
      current?: unknown;
      retryAfterSeconds?: number;
      log?: string;
      cause?: unknown;
    } = {},
  ) {
    const frames = Error.stackTraceLimit;
    if (untraced.includes(code)) Error.stackTraceLimit = 0;
    super(message, { cause: more.cause });
    Error.stackTraceLimit = frames;
    this.code = code;
    this.status = statuses[code];
    this.fields = more.fields;
    this.current = more.current;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.log = more.log;
  }
}

/** The same answer for another person's things and for things that never existed. */
export const notFound = (what: string): Refusal => new Refusal('not_found', `${what} not found`);
export const notAllowed = (): Refusal => new Refusal('forbidden', 'Your role does not allow this');
export const unauthorized = (): Refusal => new Refusal('unauthorized', 'Unauthorized');
/**
 * The refusal for a call without a session. A browser whose account was deleted is told so, and then erases all its
 * data.
 */
export const nobody = ({ isAccountGone }: { isAccountGone?: boolean }): Refusal =>
  isAccountGone ? new Refusal('account_deleted', 'Unauthorized: this account was deleted') : unauthorized();
