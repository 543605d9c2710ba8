import type { Service } from '../../../api/contract/schemas/catalogue.ts';

/**
 * The action that a visitor wanted before signing in. The visitor's page names a service by its slug: five hundred ids are
 * a quarter of its weight.
 */
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

/** The service of a wish, as it is offered now. */
export const wishedIn = (
  services: readonly Service[],
  { serviceId }: Pick<Wish, 'serviceId'>,
): Service | undefined => services.find(({ id, slug }) => id === serviceId || slug === serviceId);

export const wishText = (wish: Wish, now: number): string => JSON.stringify({ wish, at: now });
