import { randomUUID } from 'node:crypto';
import type { OfferServiceForm } from '../../contract/schemas/offer.ts';
import { aService } from '../builders/builders.ts';
import { aServiceForm } from '../builders/offer.ts';
import { admin, db, noAct, nobody, type Scenarios } from './scene.ts';

export const offerActs: Scenarios = {
  putOfferService: {
    act: 'service_edited',
    async given() {
      const service = await aService(db);
      const form = aServiceForm(service);
      const put =
        (given: Partial<OfferServiceForm>, of = service.id) =>
        () =>
          admin.call('putOfferService', { params: { id: of }, body: { ...form, ...given } });
      return {
        effect: put({ priceCents: 20_000 }),
        nothing: [
          put({ priceCents: 20_000 }),
          put({ priceCents: 21_000 }),
          put({ priceCents: 0, version: 2 }),
          put({}, nobody.id),
        ],
      };
    },
  },
  // Nobody sees a picture before a service has it.
  addOfferPicture: noAct,
  putOfferDraft: {
    act: 'service_drafted',
    async given() {
      const service = await aService(db);
      const form = { ...aServiceForm(service), publishOn: null, draft: null };
      const put = (given: object) => () =>
        admin.call('putOfferDraft', { params: { id: service.id }, body: { ...form, ...given } });
      return {
        effect: put({ priceCents: 20_000 }),
        nothing: [put({ priceCents: 20_000 }), put({ priceCents: 21_000 }), put({ draft: 1 })],
      };
    },
  },
  dropOfferDraft: {
    act: 'service_draft_dropped',
    async given() {
      const service = await aService(db);
      const params = { id: service.id };
      const form = { ...aServiceForm(service), publishOn: null, draft: null };
      await admin.call('putOfferDraft', { params, body: { ...form, priceCents: 20_000 } });
      const drop = (draft: number) => () => admin.call('dropOfferDraft', { params, query: { draft } });
      return { effect: drop(1), nothing: [drop(1), drop(2)] };
    },
  },
  putOfferCategory: {
    act: 'category_added',
    async given() {
      const id = randomUUID();
      const form = { description: '', color: 'sky', icon: 'drop', isOffered: true, version: null } as const;
      const put = (name: string) => () =>
        admin.call('putOfferCategory', { params: { id }, body: { ...form, name } });
      return { effect: put(id), nothing: [put(id), put('Other'), put('')] };
    },
  },
  putOfferCategoryDraft: {
    act: 'category_drafted',
    async given() {
      const params = { id: randomUUID() };
      const form = { description: '', color: 'sky', icon: 'drop', isOffered: true, version: null } as const;
      const put = (name: string) => () =>
        admin.call('putOfferCategoryDraft', {
          params,
          body: { ...form, name, publishOn: null, draft: null },
        });
      return { effect: put(params.id), nothing: [put(params.id), put('Other'), put('')] };
    },
  },
  dropOfferCategoryDraft: {
    act: 'category_draft_dropped',
    async given() {
      const params = { id: randomUUID() };
      const form = { description: '', color: 'sky', icon: 'drop', isOffered: true, version: null } as const;
      await admin.call('putOfferCategoryDraft', {
        params,
        body: { ...form, name: params.id, publishOn: null, draft: null },
      });
      const drop = (draft: number) => () =>
        admin.call('dropOfferCategoryDraft', { params, query: { draft } });
      return { effect: drop(1), nothing: [drop(1), drop(2)] };
    },
  },
  publishOffer: {
    act: 'offer_published',
    // The change of the service.
    parts: 1,
    async given() {
      const service = await aService(db);
      const { id } = service;
      const body = { ...aServiceForm(service), priceCents: 20_000, publishOn: null, draft: null };
      await admin.call('putOfferDraft', { params: { id }, body });
      const publish = (key: string, draft: number) => () =>
        admin.call('publishOffer', {
          body: { key, publishOn: null, drafts: [{ id, draft, version: 1 }] },
        });
      const key = randomUUID();
      return { effect: publish(key, 1), nothing: [publish(key, 1), publish(randomUUID(), 1)] };
    },
  },
  // Nothing is stored.
  previewOfferPublication: noAct,
  orderOffer: {
    act: 'offer_ordered',
    async given() {
      const { category_id: categoryId, id } = await aService(db, { position: 1 });
      const { id: other } = await aService(db, { category_id: categoryId, position: 2 });
      const order = (before: string[], after: string[]) => () =>
        admin.call('orderOffer', { body: { categoryId, before, after } });
      return {
        effect: order([id, other], [other, id]),
        nothing: [
          order([id, other], [other, id]),
          order([id, other], [id, other]),
          order([other, id], [id, nobody.id]),
        ],
      };
    },
  },
};
