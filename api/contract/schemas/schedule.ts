import * as z from 'zod/mini';
import { bookingStatuses } from './bookings.ts';
import { ListedCustomer } from './people.ts';
import { Id, Instant } from './primitives.ts';
import { WorkerFace, WorkerLeave } from './settings/workers.ts';

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

/** A booking in the calendar, with those who come. */
export const CalendarBooking = z.extend(ScheduledBooking, {
  /** The length of the arrival window that was promised with its time; left out without one. */
  windowMinutes: z.optional(z.int()),
  /** The workers whom it needs at once; left out for one. */
  needed: z.optional(z.int()),
  /** '' if it is unknown. */
  suburb: z.string(),
  /** One for each worker; none: nobody is assigned. */
  visits: z.array(
    z.object({
      workerId: Id,
      /** The end of the time that is kept for it, at the worker's pace. */
      endsAt: Instant,
      /** The minutes of the way from the worker's visit before; `null` for the first, or if a place is unknown. */
      wayMinutes: z.nullable(z.int()),
      /** Whether the time after the worker's visit before is too short for the way. */
      isTight: z.boolean(),
    }),
  ),
});
export type CalendarBooking = z.infer<typeof CalendarBooking>;

const Times = z.array(z.object({ startsAt: Instant, endsAt: Instant }));

/** A worker in the calendar, with the times that touch its span; those of a span of more than 25 hours are left out. */
export const Lane = z.object({
  worker: WorkerFace,
  /** When the worker works: without breaks and leave. */
  hours: Times,
  /** Granted leave. */
  leave: Times,
  /** Times that customers hold while they choose. */
  held: Times,
});
export type Lane = z.infer<typeof Lane>;

export const Schedule = z.object({
  /** In the order of their beginning. */
  bookings: z.array(CalendarBooking),
  /** Whether later bookings are left out. */
  more: z.boolean(),
  /** The workers who are switched on, and those who have a visit, by name. */
  lanes: z.array(Lane),
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

/** Whether the customer's plan puts them before others. */
const hasPriority = z.boolean();

/** Somebody who waits for the team's answer. */
export const WaitingForTeam = z.object({
  /** A custom request without a quote, a live chat, a booking's thread, or a disputed payment. */
  kind: z.enum(['request', 'chat', 'thread', 'dispute']),
  /** The booking's id for a request and a thread, the customer's for a chat, the dispute's own. */
  id: Id,
  since: Instant,
  /** The time until which an answer is promised, or the bank's deadline; `null` without one. */
  answerBy: z.nullable(Instant),
  /** The service, or the payment's description; empty for a chat. */
  title: z.string(),
  /** The beginning of the last message; empty without one. */
  words: z.string(),
  /** A thread's last message, by which the team says that it needs no answer; left out for all others. */
  messageId: z.optional(Id),
  customer: ListedCustomer,
  hasPriority,
});
export type WaitingForTeam = z.infer<typeof WaitingForTeam>;

/** A pending booking that the team can confirm. */
export const ToConfirm = z.object({
  id: Id,
  scheduledDate: z.nullable(Instant),
  createdAt: Instant,
  estimatedHours: z.number(),
  service: z.string(),
  customer: ListedCustomer,
  hasPriority,
});
export type ToConfirm = z.infer<typeof ToConfirm>;

/** A visit to come for which nobody is assigned. */
export const Unassigned = z.object({
  id: Id,
  scheduledDate: Instant,
  estimatedHours: z.number(),
  service: z.string(),
  customer: ListedCustomer,
});
export type Unassigned = z.infer<typeof Unassigned>;

/** A visit to come that its worker cannot make, or hardly. */
export const Troubled = z.object({
  id: Id,
  scheduledDate: Instant,
  service: z.string(),
  customer: ListedCustomer,
  /** The worker's name. */
  worker: z.string(),
  /** Switched off, on leave, or with too little time to come from the visit before. */
  why: z.enum(['off', 'leave', 'tight']),
});
export type Troubled = z.infer<typeof Troubled>;

/** Leave that waits for the team's answer. */
const AskedLeave = z.extend(WorkerLeave, { workerId: Id, worker: z.string() });
export type AskedLeave = z.infer<typeof AskedLeave>;

/**
 * The team's day. A booking stands in one of the lists at most, as a request, late or to confirm; one without a worker
 * may also begin soon.
 */
export const Today = z.extend(LiveWork, {
  /**
   * Members with priority come first, and then those who wait longest; disputes and chats for those who may read them.
   */
  waiting: z.array(WaitingForTeam),
  /** Those of members with priority come first, and then the oldest. */
  toConfirm: z.array(ToConfirm),
  /**
   * Scheduled visits of the next two weeks without a worker, the next first; left out by servers from before February
   * 2027, whose answers a device may still have. None while the business has no workers.
   */
  unassigned: z.optional(z.array(Unassigned)),
  /** Leave that workers ask for, for those who decide it, the one that was asked for first at the top. */
  leave: z.optional(z.array(AskedLeave)),
  /** Visits of the next two weeks whose worker is away, and of the next three days with a tight way; the next first. */
  troubled: z.optional(z.array(Troubled)),
  /** Lists that show only their beginning. */
  cut: z.array(
    z.enum(['inProgress', 'late', 'soon', 'waiting', 'toConfirm', 'unassigned', 'leave', 'troubled']),
  ),
  /** The numbers of the team's dashboard; customers for those who may read them. */
  figures: z.object({
    totalBookings: z.int(),
    todayBookings: z.int(),
    activeCustomers: z.optional(z.int()),
    pendingReviews: z.int(),
  }),
});
export type Today = z.infer<typeof Today>;
