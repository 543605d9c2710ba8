import * as z from 'zod/mini';

/** A random UUID; people see its first 8 characters (spec §9). */
export const Id = z.uuid();
/** An instant: ISO 8601 in UTC with milliseconds, as written by `Date.toISOString`. */
export const Instant = z.iso.datetime();
