import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { oneTimeDetails } from '../schemas/forms.ts';
import { Id, Instant } from '../schemas/primitives.ts';
import { call, Done, one } from './call.ts';

/** A time at which somebody can come: the arrival window. The visit is reserved from its begin. */
const Slot = z.object({
  start: Instant,
  end: Instant,
  /** Whether the person who made my last visit is free then; left out where nobody wished for them, or they are not. */
  samePerson: z.optional(z.literal(true)),
});
export type Slot = z.infer<typeof Slot>;

/** A time that is kept for the person who chose it. */
const Hold = z.object({ id: Id, start: Instant, expiresAt: Instant });
export type Hold = z.infer<typeof Hold>;

/** Whether somebody made my last visit; their names if the business lets them be shown. */
const LastWorker = z.object({ hasCome: z.boolean(), names: z.array(z.string()) });
export type LastWorker = z.infer<typeof LastWorker>;

const Postcode = z.string().check(z.trim(), z.maxLength(12));

/** The most days of one answer: as far as times are offered. */
export const mostSlotDays = 62;

/** Calls about the times at which somebody can come. */
export const slotCalls = {
  listSlots: call({
    ...paths.listSlots,
    cost: 'heavy',
    summary: 'The times at which somebody can come, the earliest first; none where times are only wished for',
    query: z.object({
      serviceId: Id,
      /** The first day, on the business's calendar. */
      from: z.iso.date('Please choose a day'),
      days: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostSlotDays)),
      /** Of the place; without it, only times of people who work everywhere. */
      postcode: z.optional(Postcode),
      /** Marks the times at which the person who made my last visit is free. */
      samePerson: z.optional(z.literal('yes')),
    }),
    answer: z.array(Slot),
    errors: ['not_found'],
  }),
  readLastWorker: call({
    ...paths.readLastWorker,
    summary: 'Who made my last visit, for the wish that they come again',
    answer: LastWorker,
  }),
  createHold: call({
    ...paths.createHold,
    perAddress: 'holds',
    summary: 'Keeps one of those times for ten minutes; another one that I kept becomes free',
    body: z.object({ serviceId: Id, start: oneTimeDetails.scheduledDate, postcode: z.optional(Postcode) }),
    answer: Hold,
    errors: ['not_found', 'slot_taken', 'conflict'],
  }),
  endHold: call({
    ...paths.endHold,
    uncounted: 'ends',
    summary: 'Frees the time that I kept',
    params: one,
    answer: Done,
    errors: ['not_found'],
  }),
} as const;
