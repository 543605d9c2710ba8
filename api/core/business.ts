import type { Opening } from '../contract/rules/business/opening.ts';
import type { Env } from './env.ts';
import type { Published } from './published.ts';

/** What the business says about itself, as its owner published it last. */
export interface BusinessFacts {
  /** Rises with each change. */
  version: number;
  name: string;
  phone: string;
  email: string;
  /** Its lines; empty if there is none. */
  address: string;
  /** IANA */
  timeZone: string;
  /** Three small letters. */
  currency: string;
  /** Each a text, or one https address; empty if there is none. */
  policies: { terms: string; privacy: string; cancellation: string };
  opening: Opening;
  /** Whether customers choose among times at which somebody can come; otherwise they wish for one. */
  slots: 'off' | 'on';
  /** Whether customers see the name and the photo of the worker who comes. */
  workersShown: 'off' | 'on';
}

/** The published facts, held in memory by each process. */
export type Business = Published<BusinessFacts>;

/** The facts that an environment value gives its first value. */
const first = {
  BUSINESS_NAME: 'name',
  SUPPORT_PHONE: 'phone',
  SUPPORT_EMAIL: 'email',
  BUSINESS_TIME_ZONE: 'timeZone',
  CURRENCY: 'currency',
} as const satisfies { [N in keyof Env]?: keyof BusinessFacts };

export type FirstName = keyof typeof first;
const firstNames = Object.keys(first) as FirstName[];

/**
 * The environment, whose values about the business are the published ones: each use reads them anew, so a copy that is
 * made once would grow old.
 */
export function publishedEnv(env: Env, business: Pick<Business, 'current'>): Env {
  return Object.defineProperties(
    { ...env },
    Object.fromEntries(
      firstNames.map((name) => [name, { get: () => business.current()[first[name]], enumerable: true }]),
    ),
  );
}

/** The variables that the environment sets to another value than the published one, which holds. */
export const differingFrom = (env: Env, facts: BusinessFacts): FirstName[] =>
  firstNames.filter((name) => env.SET.includes(name) && env[name] !== facts[first[name]]);
