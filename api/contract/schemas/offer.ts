import * as z from 'zod/mini';
import { categoryColors, categoryIcons, offerLimits } from '../rules/offer-terms.ts';
import { type BookedBy, bookedBy, questionKinds } from './catalogue.ts';
import { oneLine, text } from './forms.ts';
import { Id } from './primitives.ts';

const { included, cents, minutes } = offerLimits;
const named = (message: string) => text(offerLimits.name).check(oneLine(), z.minLength(1, message));
const priceWords = 'Please give a price from 1 to 999,999.99, or leave it out';
const lengthWords = 'Please give a length from a quarter of an hour to 100 hours, in quarters';
const noticeWords = 'Please give a notice of 0 to 720 whole hours';

const { questions } = offerLimits;
/** A question as its owner edits it. */
const OfferQuestion = z
  .object({
    kind: z.enum(questionKinds),
    question: text(questions.length).check(oneLine(), z.minLength(1, 'Please write the question')),
    options: z
      .array(text(questions.option).check(oneLine(), z.minLength(1, 'Please leave out empty answers')))
      .check(z.maxLength(questions.options, `Please offer ${questions.options} answers at most`)),
    isRequired: z.boolean(),
  })
  .check(
    z.refine(({ kind, options }) => kind !== 'choice' || new Set(options).size >= 2, {
      path: ['options'],
      error: 'Please offer two different answers or more',
    }),
  );
export type OfferQuestion = z.infer<typeof OfferQuestion>;

const service = {
  categoryId: Id,
  name: named('Please name the service'),
  description: text(offerLimits.description),
  /** `null`: not sold one by one. */
  priceCents: z.nullable(
    z.int(priceWords).check(z.minimum(cents.min, priceWords), z.maximum(cents.max, priceWords)),
  ),
  minutes: z
    .int(lengthWords)
    .check(
      z.minimum(minutes.min, lengthWords),
      z.maximum(minutes.max, lengthWords),
      z.multipleOf(minutes.step, lengthWords),
    ),
  included: z
    .array(text(included.length).check(oneLine(), z.minLength(1, 'Please leave out empty lines')))
    .check(z.maxLength(included.lines, `Please name ${included.lines} things at most`)),
  searchWords: text(offerLimits.searchWords).check(oneLine()),
  bookedBy: z.enum(bookedBy),
  /** How long before the visit it must be booked. */
  noticeHours: z
    .int(noticeWords)
    .check(z.minimum(0, noticeWords), z.maximum(offerLimits.noticeHours, noticeWords)),
  /** The slug that names its drawing; '' for its own, or its category's icon. */
  drawing: z.string().check(z.regex(/^[a-z0-9-]{0,60}$/)),
  /** The uploaded picture that stands in place of the drawing; left out, it stays. */
  picture: z.optional(z.nullable(Id)),
  /** What customers are asked when they book it. */
  questions: z.array(OfferQuestion).check(
    z.maxLength(questions.most, `Please ask ${questions.most} questions at most`),
    z.refine(
      (all) => new Set(all.map((one) => one.question)).size === all.length,
      'Please ask each question once',
    ),
  ),
  /** Whether it can be booked; a service that cannot is retired and keeps its bookings. */
  isOffered: z.boolean(),
};

const category = {
  name: named('Please name the category'),
  description: text(300).check(oneLine()),
  color: z.enum(categoryColors),
  icon: z.enum(categoryIcons),
  /** The name on the tab of the catalogue; '' for the whole name. Left out, it stays. */
  shortName: z.optional(text(40).check(oneLine())),
  /** The uploaded picture that stands in place of the drawing; left out, it stays. */
  picture: z.optional(z.nullable(Id)),
  /** Whether its services can be booked. */
  isOffered: z.boolean(),
};

/** Counts the changes of a row; a change of it names the one that its author saw, or `null` for a new row. */
const seen = { version: z.nullable(z.int()) };

const hasCardPrice = z.refine<{ bookedBy: BookedBy; priceCents: number | null }>(
  ({ bookedBy, priceCents }) => bookedBy !== 'card' || priceCents !== null,
  { path: ['priceCents'], error: 'A service that is booked by card needs a price' },
);

/** A service as its owner edits it. */
export const OfferServiceForm = z
  .object({
    ...service,
    ...seen,
    /** The version of the draft that is published with it, which then is gone; left out, a draft stays. */
    draft: z.optional(z.int()),
  })
  .check(hasCardPrice);
export type OfferServiceForm = z.infer<typeof OfferServiceForm>;

const publishOn = z.nullable(z.iso.date('Please choose a day'));
const later = {
  /** The day of the business on which it is published; `null`: when somebody publishes it. */
  publishOn,
  /** The version of the draft that its author saw; `null` if there was none. */
  draft: z.nullable(z.int()),
};

/** A change of a service, or a new one, for later. `version` is that of the service. */
export const OfferDraftForm = z.object({ ...service, ...seen, ...later }).check(hasCardPrice);
export type OfferDraftForm = z.infer<typeof OfferDraftForm>;

export const OfferCategoryForm = z.object({
  ...category,
  ...seen,
  /** The version of the draft that is published with it, which then is gone; left out, a draft stays. */
  draft: z.optional(z.int()),
});
export type OfferCategoryForm = z.infer<typeof OfferCategoryForm>;

/** A change of a category, or a new one, for later. `version` is that of the category. */
export const OfferCategoryDraftForm = z.object({ ...category, ...seen, ...later });
export type OfferCategoryDraftForm = z.infer<typeof OfferCategoryDraftForm>;

export const OfferService = z.object({
  id: Id,
  slug: z.string(),
  ...service,
  version: z.int(),
});
export type OfferService = z.infer<typeof OfferService>;

/** A category and its services, in the order in which customers see them. */
export const OfferCategory = z.object({
  id: Id,
  ...category,
  version: z.int(),
  services: z.array(OfferService),
});
export type OfferCategory = z.infer<typeof OfferCategory>;

const drafted = {
  /** Whether customers have never seen it. */
  isNew: z.boolean(),
  publishOn: z.nullable(z.iso.date()),
  /** Names the drafts that are published as one, all or none. */
  together: z.optional(z.nullable(Id)),
  /** The reason why it could not be published on its day; '' if there is none. */
  problem: z.string(),
  version: z.int(),
};

/** A change that waits: the service as it will be. */
export const OfferDraft = z.object({ serviceId: Id, ...service, ...drafted });
export type OfferDraft = z.infer<typeof OfferDraft>;

/** A change that waits: the category as it will be. */
export const OfferCategoryDraft = z.object({ categoryId: Id, ...category, ...drafted });
export type OfferCategoryDraft = z.infer<typeof OfferCategoryDraft>;

/** An uploaded picture, which a service may have. */
export const OfferPicture = z.object({ id: Id, width: z.int(), height: z.int() });
export type OfferPicture = z.infer<typeof OfferPicture>;

export const Offer = z.object({
  categories: z.array(OfferCategory),
  /** Left out by earlier releases. */
  drafts: z.optional(z.array(OfferDraft)),
  /** Left out by earlier releases. */
  categoryDrafts: z.optional(z.array(OfferCategoryDraft)),
});
export type Offer = z.infer<typeof Offer>;

/** The people whom a change of a service concerns, from the code that keeps their terms. */
export const OfferEffects = z.object({
  /** Bookings of it that are still to be done; they keep their price and their length. */
  openBookings: z.int(),
  /** Card payments of it that have begun; each pays the price of then, and is given back if the service is retired. */
  begunPayments: z.int(),
});
export type OfferEffects = z.infer<typeof OfferEffects>;

/** Drafts that are published as one. */
export const OfferPublicationForm = z.object({
  /** Made by the device, so that a repeat is the same publication. */
  key: Id,
  /** The day of the business on which they are published; `null`: now. */
  publishOn,
  drafts: z
    .array(
      z.object({
        /** The service or the category. */
        id: Id,
        /** The version of the draft that its author saw. */
        draft: z.int(),
        /** The version of the service or the category that its author saw; `null` for a new one. */
        ...seen,
      }),
    )
    .check(
      z.minLength(1, 'Please choose a change'),
      z.maxLength(offerLimits.together, `Please choose ${offerLimits.together} changes at most`),
      z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Please name each change once'),
    ),
});
export type OfferPublicationForm = z.infer<typeof OfferPublicationForm>;

/** What follows if these drafts are published now, from the code that publishes them. */
export const OfferConsequences = z.array(
  z.object({
    id: Id,
    ...OfferEffects.shape,
    /** The reason why it cannot be published, and with it none of them; '' if there is none. */
    problem: z.string(),
  }),
);
export type OfferConsequences = z.infer<typeof OfferConsequences>;

const ids = z.array(Id).check(z.maxLength(offerLimits.services));
/** A new order of the categories, or of one category's services. */
export const OfferOrder = z.object({
  /** `null`: of the categories. */
  categoryId: z.nullable(Id),
  /** The order that its author saw. */
  before: ids,
  after: ids,
});
export type OfferOrder = z.infer<typeof OfferOrder>;
