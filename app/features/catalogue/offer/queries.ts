import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../../api/contract/calls/calls.ts';
import type {
  Offer,
  OfferCategory,
  OfferConsequences,
  OfferEffects,
  OfferPublicationForm,
} from '../../../../api/contract/schemas/offer.ts';
import { ApiError, keyOf } from '../../../lib/api.ts';
import { teamCall, teamKeyOf } from '../../../shared/team-api.ts';
import { plain } from '../filter.ts';

/** The whole offer, also its retired services. */
export const offerQuery = () =>
  queryOptions<Answer<'readOffer'>>({ queryKey: teamKeyOf('readOffer'), staleTime: 0 });

/**
 * The people whom a change of a service, or of a category with its services, concerns. It is no path of the cache's, so
 * a device does not store it.
 */
export const effectsQuery = (id: string, kind: 'service' | 'category' = 'service') =>
  queryOptions<OfferEffects>({
    queryKey: ['offer-effects', id],
    queryFn: ({ signal }) =>
      teamCall(kind === 'service' ? 'readOfferEffects' : 'readCategoryEffects', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** What follows from the publication of these drafts. A device does not store it. */
export const consequencesQuery = (drafts: OfferPublicationForm['drafts']) =>
  queryOptions<OfferConsequences>({
    queryKey: ['offer-publication', drafts],
    queryFn: ({ signal }) => teamCall('previewOfferPublication', { body: { drafts }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Shows the offer as a change has left it; the catalogue is read again when it is next shown. */
export function showOffer(client: QueryClient, offer: Offer): void {
  client.setQueryData(offerQuery().queryKey, offer);
  for (const queryKey of [keyOf('listServices'), keyOf('listCategories'), teamKeyOf('listActs')])
    void client.invalidateQueries({ queryKey });
}

/** The present offer, which a refusal carries if somebody has changed it since; `null` for another error. */
export const currentOf = (error: unknown): Offer | null =>
  error instanceof ApiError && error.status === 409 ? ((error.current as Offer | undefined) ?? null) : null;

/** The services of these categories whose name or search words contain the text; categories without any are left out. */
export function findIn(categories: readonly OfferCategory[], text: string): OfferCategory[] {
  const sought = plain(text);
  if (!sought) return [...categories];
  return categories
    .map((category) => ({
      ...category,
      services: category.services.filter((one) =>
        [one.name, one.searchWords].some((words) => plain(words).includes(sought)),
      ),
    }))
    .filter(({ services }) => services.length > 0);
}
