import * as z from 'zod/mini';
import { bookingStatuses, Id, Instant } from './entities.ts';

/** A booking as it stands in the team's calendar. */
export const ScheduledBooking = z.object({
  id: Id,
  status: z.enum(bookingStatuses),
  startsAt: Instant,
  /** How long it takes, or, once it is known, has taken. */
  minutes: z.int(),
  /** Whether that is still the estimate. */
  estimated: z.boolean(),
  service: z.string(),
  category: z.object({ id: Id, name: z.string(), color: z.string(), icon: z.string() }),
  customer: z.object({ id: Id, name: z.string() }),
});
export type ScheduledBooking = z.infer<typeof ScheduledBooking>;

export const Schedule = z.object({
  /** In the order in which they begin. */
  bookings: z.array(ScheduledBooking),
  /** Whether there are more than these: the last ones are left out. */
  more: z.boolean(),
});
export type Schedule = z.infer<typeof Schedule>;

/** Work that is under way. */
export const WorkInProgress = z.extend(ScheduledBooking, {
  /** When the team began, by the last time that it was set in progress. */
  startedAt: Instant,
});
export type WorkInProgress = z.infer<typeof WorkInProgress>;

/** What the team is doing at this moment; each list holds at most 100. */
export const LiveWork = z.object({
  /** The server's clock, so that a device whose own is wrong counts right. */
  at: Instant,
  /** What was to begin first stands first. */
  inProgress: z.array(WorkInProgress),
  /** Not begun, and its time has passed: the latest to pass first. */
  late: z.array(ScheduledBooking),
  /** Begins within two hours. */
  soon: z.array(ScheduledBooking),
  /** Lists that hold only the first 100 of what there is. */
  cut: z.array(z.enum(['inProgress', 'late', 'soon'])),
  /** Completed since midnight, where the business is. */
  completedToday: z.int(),
});
export type LiveWork = z.infer<typeof LiveWork>;
