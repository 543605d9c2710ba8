import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { photoLimits, photoTypes } from '../rules/photos.ts';
import {
  Offer,
  OfferCategoryForm,
  OfferDraftForm,
  OfferEffects,
  OfferOrder,
  OfferPicture,
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
  orderOffer: call({
    ...paths.orderOffer,
    summary: 'Puts the categories, or the services of one, into another order',
    body: OfferOrder,
    OfferPicture,
    answer: Offer,
    errors: ['not_found', 'conflict'],
  }),
} as const;
