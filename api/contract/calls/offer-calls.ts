import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { photoLimits, photoTypes } from '../rules/photos.ts';
import {
  Offer,
  OfferCategoryDraftForm,
  OfferCategoryForm,
  OfferConsequences,
  OfferDraftForm,
  OfferEffects,
  OfferOrder,
  OfferPicture,
  OfferPublicationForm,
  OfferServiceForm,
} from '../schemas/offer.ts';
import { call, FileContent, one } from './call.ts';

/** Calls by which the owner changes the services. */
export const offerCalls = {
  readOffer: call({
    ...paths.readOffer,
    summary: 'All categories and services, also those that are not offered',
    answer: Offer,
  }),
  readOfferEffects: call({
    ...paths.readOfferEffects,
    summary: 'How many bookings and payments a change of this service concerns',
    params: one,
    answer: OfferEffects,
    errors: ['not_found'],
  }),
  readCategoryEffects: call({
    ...paths.readCategoryEffects,
    summary: 'How many bookings and payments a change of this category with its services concerns',
    params: one,
    answer: OfferEffects,
    errors: ['not_found'],
  }),
  putOfferCategory: call({
    ...paths.putOfferCategory,
    summary: 'Adds a category under this id, or changes it; a repeat changes nothing',
    params: one,
    body: OfferCategoryForm,
    answer: Offer,
    errors: ['conflict'],
  }),
  putOfferService: call({
    ...paths.putOfferService,
    summary: 'Adds a service under this id, or changes or retires it; a repeat changes nothing',
    params: one,
    body: OfferServiceForm,
    answer: Offer,
    errors: ['not_found', 'conflict'],
  }),
  addOfferPicture: call({
    ...paths.addOfferPicture,
    summary: 'Keeps a picture for a service to come; the same picture again is the same one',
    uncounted: 'weighed',
    upload: { types: photoTypes, maxBytes: photoLimits.bytes },
    answer: OfferPicture,
  }),
  readPicture: call({
    ...paths.readPicture,
    summary: 'The picture of a service, or its small copy; its address always gives the same',
    params: one,
    query: z.object({ size: z.optional(z.enum(['small'])) }),
    file: { type: 'image/webp', name: 'picture.webp', isPublic: true },
    answer: FileContent,
    errors: ['not_found'],
  }),
  putOfferDraft: call({
    ...paths.putOfferDraft,
    summary: 'Keeps a change of a service, or a new one, until it is published; a repeat changes nothing',
    params: one,
    body: OfferDraftForm,
    answer: Offer,
    errors: ['not_found', 'conflict'],
  }),
  dropOfferDraft: call({
    ...paths.dropOfferDraft,
    summary: 'Drops the draft of this version; the service stays as it is',
    params: one,
    query: z.object({ draft: z.coerce.number().check(z.int()) }),
    answer: Offer,
    errors: ['not_found', 'conflict'],
  }),
  putOfferCategoryDraft: call({
    ...paths.putOfferCategoryDraft,
    summary: 'Keeps a change of a category, or a new one, until it is published; a repeat changes nothing',
    params: one,
    body: OfferCategoryDraftForm,
    answer: Offer,
    errors: ['conflict'],
  }),
  dropOfferCategoryDraft: call({
    ...paths.dropOfferCategoryDraft,
    summary: 'Drops the draft of this version; the category stays as it is',
    params: one,
    query: z.object({ draft: z.coerce.number().check(z.int()) }),
    answer: Offer,
    errors: ['conflict'],
  }),
  publishOffer: call({
    ...paths.publishOffer,
    summary:
      'Publishes drafts as one, now or on a day, all or none; a repeat with the same key changes nothing',
    body: OfferPublicationForm,
    answer: Offer,
    errors: ['conflict'],
  }),
  previewOfferPublication: call({
    ...paths.previewOfferPublication,
    summary: 'What follows if these drafts are published now, from the code that does it; stores nothing',
    uncounted: 'seen',
    body: z.pick(OfferPublicationForm, { drafts: true }),
    answer: OfferConsequences,
    errors: ['conflict'],
  }),
  orderOffer: call({
    ...paths.orderOffer,
    summary: 'Puts the categories, or the services of one, into another order',
    body: OfferOrder,
    answer: Offer,
    errors: ['not_found', 'conflict'],
  }),
} as const;
