import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { reasonLimits } from '../rules/overtime-terms.ts';
import { BookingDetail } from '../schemas/bookings.ts';
import { textFrom } from '../schemas/forms.ts';
import { ListedCustomer } from '../schemas/people.ts';
import { Id, Instant } from '../schemas/primitives.ts';
import { call, one, page } from './call.ts';

/** The reason why work took longer than estimated; its customer reads it. */
export const OvertimeReason = textFrom(
  reasonLimits.min,
  'Please say in a few words why it took longer',
  reasonLimits.max,
);

/** The terms that a member agrees to. The call is refused if they differ from the present ones. */
export const OvertimeAgreed = z.object({
  questionId: Id,
  planHours: z.number(),
  cardHours: z.number(),
  amountCents: z.int(),
});
export type OvertimeAgreed = z.infer<typeof OvertimeAgreed>;

/** A question that waits for a customer, in the team's list. */
export const WaitingHours = z.object({
  id: Id,
  bookingId: Id,
  service: z.string(),
  customer: ListedCustomer,
  hours: z.number(),
  /** The end of the time to answer. */
  answerBy: z.optional(Instant),
});
export type WaitingHours = z.infer<typeof WaitingHours>;

const question = z.object({ questionId: Id });

/** Calls about hours past an estimate: the customer agrees, or the estimate stands. */
export const overtimeCalls = {
  agreeToExtraHours: call({
    ...paths.agreeToExtraHours,
    uncounted: 'owed',
    cost: 'card',
    summary: 'Agrees to hours past the estimate: they are used, and what no hours cover is charged',
    params: one,
    body: OvertimeAgreed,
    answer: BookingDetail,
    errors: ['not_found', 'conflict', 'terms_changed', 'hours_short', 'disputed'],
  }),
  declineExtraHours: call({
    ...paths.declineExtraHours,
    uncounted: 'owed',
    summary: 'Declines hours past the estimate; the estimate stands',
    params: one,
    body: question,
    answer: BookingDetail,
    errors: ['not_found', 'conflict', 'terms_changed'],
  }),
  listExtraHours: call({
    ...paths.listExtraHours,
    summary: 'Hours past estimates that wait for customers, the newest first',
    cost: 'heavy',
    query: page,
    answer: z.array(WaitingHours),
  }),
  withdrawExtraHours: call({
    ...paths.withdrawExtraHours,
    uncounted: 'owed',
    summary: 'Takes such a question back; the estimate stands',
    params: one,
    query: question,
    answer: BookingDetail,
    errors: ['not_found', 'conflict'],
  }),
} as const;
