import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { oneTimeDetails, text } from '../schemas/forms.ts';
import { Id } from '../schemas/primitives.ts';
import { Hold, ServiceSlots, Slot } from '../schemas/visits/slots.ts';
import { call, Done, one } from './call.ts';

/** Whether somebody made my last visit; their names if the business lets them be shown. */
const LastWorker = z.object({ hasCome: z.boolean(), names: z.array(z.string()) });
export type LastWorker = z.infer<typeof LastWorker>;

const Postcode = text(12);

/** Where the visit is, by one of the person's homes or its postcode, and the booking that moves, which has its own place. */
const place = {
  postcode: z.optional(Postcode),
  homeId: z.optional(Id),
  bookingId: z.optional(Id),
};

/** The most days of one answer: as far as times are offered. */
export const mostSlotDays = 62;

/** The days of a search. */
export const slotDays = {
  /** The first day, on the business's calendar. */
  from: z.iso.date('Please choose a day'),
  days: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostSlotDays)),
};

/** Calls about the times at which somebody can come. */
export const slotCalls = {
  readServiceSlots: call({
    ...paths.readServiceSlots,
    summary: 'Whether the times of a service can be chosen; otherwise they are wished for',
    params: one,
    answer: ServiceSlots,
    errors: ['not_found'],
  }),
  listSlots: call({
    ...paths.listSlots,
    cost: 'heavy',
    summary: 'The times at which somebody can come, the earliest first; none where times are only wished for',
    query: z.object({
      serviceId: Id,
      ...slotDays,
      /** Without a place, only times of people who work everywhere. */
      ...place,
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
    body: z.object({ serviceId: Id, start: oneTimeDetails.scheduledDate, ...place }),
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
