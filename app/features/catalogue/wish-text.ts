import type { Service } from '../../../api/contract/schemas/catalogue.ts';

/** The action that a visitor wanted before signing in. */
export type Wish =
  | { kind: 'one_time' | 'subscription'; serviceId: Service['id'] }
  | ({ kind: 'custom_quote' } & RequestedQuote);

/** What a quote is asked for: a service of the catalogue that has no price, or else what was searched for, if anything. */
export interface RequestedQuote {
  serviceName: string;
  serviceId?: Service['id'];
}

/** The key in this tab's storage, which the visitor's page and the app share. */
export const wishName = 'hearthkeep-wish';

export const wishText = (wish: Wish, now: number): string => JSON.stringify({ wish, at: now });
