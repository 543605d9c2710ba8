import * as z from 'zod/mini';
import { planIdPattern } from '../rules/plan-terms.ts';

/** A random UUID; people see its first 8 characters (spec §9). */
export const Id = z.uuid();
/** An instant: ISO 8601 in UTC with milliseconds, as written by `Date.toISOString`. */
export const Instant = z.iso.datetime();

/** The id of a plan, such as `standard`; the server knows which plans there are. */
export const PlanId = z.string().check(z.regex(planIdPattern));
/** The id of a plan, or `none`. */
export const PlanIdOrNone = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));
/** A version of a plan: what it costs and contains. */
export const PlanVersionId = z.string().check(z.regex(/^[a-z0-9_-]{1,80}$/));

/** The page of an object in the card provider's dashboard; `null` if there is no dashboard. */
export const ProviderAddress = z.nullable(z.url());
