import * as z from 'zod/mini';
import { bookingStatuses } from './bookings.ts';
import { ListedCustomer } from './people.ts';
import { Id, Instant } from './primitives.ts';

/** A booking in the team's calendar. */
export const ScheduledBooking = z.object({
  id: Id,
  status: z.enum(bookingStatuses),
  startsAt: Instant,
  /** The estimated minutes; once known, the actual ones. */
  minutes: z.int(),
  /** Whether `minutes` is an estimate. */
  estimated: z.boolean(),
  service: z.string(),
  category: z.object({ id: Id, name: z.string(), color: z.string(), icon: z.string() }),
  customer: ListedCustomer,
});
export type ScheduledBooking = z.infer<typeof ScheduledBooking>;

export const Schedule = z.object({
  /** In the order of their beginning. */
  bookings: z.array(ScheduledBooking),
  /** Whether later bookings are left out. */
  more: z.boolean(),
});
export type Schedule = z.infer<typeof Schedule>;

/** Work under way. */
export const WorkInProgress = z.extend(ScheduledBooking, {
  /** The last time that the booking was set in progress. */
  startedAt: Instant,
});
export type WorkInProgress = z.infer<typeof WorkInProgress>;

/** The team's present work; each list holds at most 100. */
export const LiveWork = z.object({
  /** The server's clock, so that a device with a wrong clock computes correctly. */
  at: Instant,
  /** Earliest scheduled time first. */
  inProgress: z.array(WorkInProgress),
  /** Bookings that have not begun although their time has passed: the most recent first. */
  late: z.array(ScheduledBooking),
  /** Bookings that begin within two hours. */
  soon: z.array(ScheduledBooking),
  /** Lists that show only their first 100. */
  cut: z.array(z.enum(['inProgress', 'late', 'soon'])),
  /** Bookings completed since midnight in the business's zone. */
  completedToday: z.int(),
});
export type LiveWork = z.infer<typeof LiveWork>;
