import * as z from 'zod/mini';

/** A random UUID; people see its first 8 characters (spec §9). */
export const Id = z.uuid();
/** An instant: ISO 8601 in UTC with milliseconds, as written by `Date.toISOString`. */
export const Instant = z.iso.datetime();

/** The page of an object in the card provider's dashboard; `null` if there is no dashboard. */
export const ProviderAddress = z.nullable(z.url());
