import * as z from 'zod/mini';

/** Every error code of the API, as a closed union, so that a client can switch over all of them. */
export const errorCodes = [
  'invalid_input',
  'unauthorized',
  'account_deleted',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'foreign_origin',
  'key_reused',
  'photo_missing',
  'conflict',
  'terms_changed',
  'slot_taken',
  'too_late',
  'already_reviewed',
  'plan_exists',
  'credit_pays',
  'plan_required',
  'hours_short',
  'disputed',
  'last_card',
  'payment_incomplete',
  'payment_processing',
  'payment_unavailable',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * The one shape of an error. `message` is for a person; `fields` says what is wrong with each field (spec §5);
 * `requestId` finds the log line with the details that the client is not told.
 */
export const ApiErrorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  requestId: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The present values of a thing that was changed since the caller saw it, as its read gives them. */
  current: z.optional(z.unknown()),
});
export type ApiErrorBody = z.infer<typeof ApiErrorBody>;
