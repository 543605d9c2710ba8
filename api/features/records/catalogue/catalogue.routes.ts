import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listCategories, listServices, readService } from './catalogue.service.ts';
import { dropDraft, putCategoryDraft, putServiceDraft } from './drafts/drafts.service.ts';
import { previewPublication, publishTogether } from './drafts/publishing.service.ts';
import { readOffer } from './offer/changing.service.ts';
import { orderOffer, putCategory, putService, readEffects } from './offer/offer.service.ts';

type CatalogueCalls =
  | 'listCategories'
  | 'listServices'
  | 'readService'
  | 'readOffer'
  | 'readOfferEffects'
  | 'readCategoryEffects'
  | 'putOfferCategory'
  | 'putOfferService'
  | 'putOfferDraft'
  | 'dropOfferDraft'
  | 'putOfferCategoryDraft'
  | 'dropOfferCategoryDraft'
  | 'publishOffer'
  | 'previewOfferPublication'
  | 'orderOffer';

export function catalogueRoutes(deps: Deps): Pick<Handlers, CatalogueCalls> {
  const { db } = deps;
  return {
    listCategories: () => listCategories(db),
    listServices: () => listServices(deps),
    readService: ({ params }) => readService(deps, params.id),
    readOffer: () => readOffer(db),
    readOfferEffects: ({ params }) => readEffects(db, { kind: 'service', id: params.id }),
    readCategoryEffects: ({ params }) => readEffects(db, { kind: 'category', id: params.id }),
    putOfferCategory: ({ person, params, body }) => putCategory(deps, person, params.id, body),
    putOfferService: ({ person, params, body }) => putService(deps, person, params.id, body),
    putOfferDraft: ({ person, params, body }) => putServiceDraft(deps, person, params.id, body),
    dropOfferDraft: ({ person, params, query }) =>
      dropDraft(deps, person, { kind: 'service', id: params.id, version: query.draft }),
    putOfferCategoryDraft: ({ person, params, body }) => putCategoryDraft(deps, person, params.id, body),
    dropOfferCategoryDraft: ({ person, params, query }) =>
      dropDraft(deps, person, { kind: 'category', id: params.id, version: query.draft }),
    publishOffer: ({ person, body }) => publishTogether(deps, person, body),
    previewOfferPublication: ({ body }) => previewPublication(db, body.drafts),
    orderOffer: ({ person, body }) => orderOffer(deps, person, body),
  };
}
