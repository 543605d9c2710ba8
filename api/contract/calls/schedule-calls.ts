import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { oneTimeDetails } from '../schemas/forms.ts';
import { Instant } from '../schemas/primitives.ts';
import { Report, reportMonth } from '../schemas/report.ts';
import { LiveWork, Schedule, ScheduledBooking } from '../schemas/schedule.ts';
import { AssignmentForm } from '../schemas/settings/workers.ts';
import { Slot } from '../schemas/visits/slots.ts';
import { call, one } from './call.ts';
import { slotDays } from './slot-calls.ts';

/** Calls of the team's calendar, its live work, and its monthly report. */
export const scheduleCalls = {
  readSchedule: call({
    ...paths.readSchedule,
    cost: 'heavy',
    summary: 'What is under way between two instants, at most 8 days apart, with the workers’ lanes',
    query: z.object({ from: Instant, to: Instant, cancelled: z.optional(z.literal('1')) }),
    answer: Schedule,
  }),
  listMoveSlots: call({
    ...paths.listMoveSlots,
    cost: 'heavy',
    summary:
      'The times to which a booking can move: at which its workers are free, or somebody if it has none; none where times are only wished for',
    params: one,
    query: z.object(slotDays),
    answer: z.array(Slot),
    errors: ['not_found'],
  }),
  moveBooking: call({
    ...paths.moveBooking,
    uncounted: 'owed',
    summary: 'Moves a booking, if it still is where it was seen; its customer is told',
    params: one,
    body: z.object({
      scheduledDate: oneTimeDetails.scheduledDate,
      /** The time that the team saw. If it has changed since, the call is refused. */
      expectedDate: z.nullable(Instant),
      /** Whether a pending booking becomes scheduled; otherwise it stays pending. */
      schedule: z.optional(z.boolean()),
      /** Who makes the visit at the new time; left out, it stays with its workers, or the move is refused. */
      assignment: z.optional(AssignmentForm),
    }),
    answer: ScheduledBooking,
    errors: ['not_found', 'conflict', 'plan_required', 'hours_short', 'disputed', 'slot_taken'],
  }),
  readLiveWork: call({ ...paths.readLiveWork, summary: 'What the team is doing now', answer: LiveWork }),
  readReport: call({
    ...paths.readReport,
    cost: 'heavy',
    summary: "What a month came to, by the business's calendar",
    query: z.object({ month: reportMonth }),
    answer: Report,
  }),
} as const;
