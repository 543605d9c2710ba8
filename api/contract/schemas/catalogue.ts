import * as z from 'zod/mini';
import { Id } from './primitives.ts';

export const ServiceCategory = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** A name in the palette (`sky`, `leaf`, …), not a CSS value: each has its own light and dark pair. */
  color: z.string(),
  /** The name of one of the app's icons. */
  icon: z.string(),
  /** The name on its tab; left out if that is the whole name. */
  shortName: z.optional(z.string()),
  /** The uploaded picture that stands in place of its drawing; left out without one. */
  picture: z.optional(Id),
});
export type ServiceCategory = z.infer<typeof ServiceCategory>;

/** The ways in which a service may be booked. */
export const bookedBy = ['both', 'plan', 'card'] as const;
export type BookedBy = (typeof bookedBy)[number];

export const questionKinds = ['text', 'number', 'choice', 'photo'] as const;

/** A question that a customer answers when they book; its id names this version of its words. */
export const ServiceQuestion = z.object({
  id: Id,
  kind: z.enum(questionKinds),
  question: z.string(),
  /** The answers to choose from; none for another kind. */
  options: z.array(z.string()),
  isRequired: z.boolean(),
});
export type ServiceQuestion = z.infer<typeof ServiceQuestion>;

export const Service = z.object({
  id: Id,
  /** The service's name for programs, such as 'lawn-mowing'; it also names the drawing. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** In whole units of the currency; `null` if the service is not sold one by one. */
  price: z.nullable(z.number()),
  estimatedHours: z.number(),
  categoryId: Id,
  category: z.object({
    name: z.string(),
    color: z.string(),
    icon: z.string(),
    /** Its uploaded picture, for a service without one of its own; left out without one. */
    picture: z.optional(Id),
  }),
  /** What is included, in lines; left out without any. */
  included: z.optional(z.array(z.string())),
  /** Other words by which it is found; left out without any. */
  searchWords: z.optional(z.string()),
  /** The only way in which it can be booked; left out if there are both. */
  bookedBy: z.optional(z.enum(['plan', 'card'])),
  /** How long before the visit it must be booked; left out if at any time. */
  noticeHours: z.optional(z.int()),
  /** The slug that names its drawing; left out if that is its own. */
  drawing: z.optional(z.string()),
  /** The uploaded picture, which everybody may read; left out without one. */
  picture: z.optional(Id),
  /** What a customer is asked when they book; left out without questions. */
  questions: z.optional(z.array(ServiceQuestion)),
  /** The mean of its reviews, of 5, and their number; left out below five reviews. `count` is `null` in the sandbox. */
  rating: z.optional(z.object({ mean: z.number(), count: z.nullable(z.int()) })),
});
export type Service = z.infer<typeof Service>;
