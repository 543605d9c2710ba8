import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listCategories, listServices, readService } from './catalogue.service.ts';
import { dropDraft, putDraft } from './drafts/drafts.service.ts';
import { readOffer } from './offer/changing.service.ts';
import { orderOffer, putCategory, putService, readEffects } from './offer/offer.service.ts';

type CatalogueCalls =
  | 'listCategories'
  | 'listServices'
  | 'readService'
  | 'readOffer'
  | 'readOfferEffects'
  | 'putOfferCategory'
  | 'putOfferService'
  | 'putOfferDraft'
  | 'dropOfferDraft'
  | 'orderOffer';

export function catalogueRoutes(deps: Deps): Pick<Handlers, CatalogueCalls> {
  const { db } = deps;
  return {
    listCategories: () => listCategories(db),
    listServices: () => listServices(deps),
    readService: ({ params }) => readService(deps, params.id),
    readOffer: () => readOffer(db),
    readOfferEffects: ({ params }) => readEffects(db, params.id),
    putOfferCategory: ({ person, params, body }) => putCategory(deps, person, params.id, body),
    putOfferService: ({ person, params, body }) => putService(deps, person, params.id, body),
    putOfferDraft: ({ person, params, body }) => putDraft(deps, person, params.id, body),
    dropOfferDraft: ({ person, params, query }) => dropDraft(deps, person, params.id, query.draft),
    orderOffer: ({ person, body }) => orderOffer(deps, person, body),
  };
}
