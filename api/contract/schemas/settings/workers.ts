import * as z from 'zod/mini';
import { timeLimits, workerColours, workerLimits } from '../../rules/business/worker-terms.ts';
import { bookingStatuses } from '../bookings.ts';
import { Postcode, Postcodes } from '../business.ts';
import { emailAddress, oneLine, text } from '../forms.ts';
import { Id, Instant } from '../primitives.ts';

const most = (rows: number) => z.maxLength(rows, `Please keep at most ${rows}`);
const Day = z.iso.date('Please choose a day');
const paceWords = `Please give a pace from ${workerLimits.pace.min} to ${workerLimits.pace.max} percent`;
const Pace = z
  .int(paceWords)
  .check(z.minimum(workerLimits.pace.min, paceWords), z.maximum(workerLimits.pace.max, paceWords));

const minute = z.int().check(z.minimum(0), z.maximum(24 * 60), z.multipleOf(15));
const span = { from: minute, until: minute };
const lasts = z.refine<{ from: number; until: number }>(
  ({ from, until }) => from < until,
  'Please let the work begin before it ends',
);

/** What a worker does: a category, or one service, which goes before its category. */
const Skill = z
  .object({
    categoryId: z.nullable(Id),
    serviceId: z.nullable(Id),
    /** Percent of the estimate; `null`: the worker's own. */
    pace: z.nullable(Pace),
    /** The licence that must be valid on the day of the visit. */
    licenceId: z.nullable(Id),
  })
  .check(
    z.refine(
      ({ categoryId, serviceId }) => (categoryId === null) !== (serviceId === null),
      'Please choose a category or a service',
    ),
  );
export type WorkerSkill = z.infer<typeof Skill>;

const Licence = z.object({
  id: Id,
  name: text(workerLimits.name).check(oneLine(), z.minLength(1, 'Please name the licence')),
  number: text(workerLimits.name).check(oneLine()),
  /** The last valid day; `null`: for good. */
  expiresOn: z.nullable(Day),
});
export type WorkerLicence = z.infer<typeof Licence>;

/** A part of a weekday; a break is the time between two of them. Minutes from midnight. */
const Hours = z
  .object({
    weekday: z.int().check(z.minimum(0), z.maximum(6)),
    ...span,
    /** The first and the last day for which it holds; `null`: from the beginning, for good. */
    startsOn: z.nullable(Day),
    endsOn: z.nullable(Day),
  })
  .check(
    lasts,
    z.refine(
      ({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn,
      'Please choose a last day that is not before the first',
    ),
  );
export type WorkerHours = z.infer<typeof Hours>;

/** The hours of a single day in place of the weekly ones; none: no work. */
const DayHours = z.object({
  day: Day,
  hours: z.array(z.object(span).check(lasts)).check(most(10)),
  note: text(workerLimits.note).check(oneLine()),
});
export type WorkerDay = z.infer<typeof DayHours>;

const isOnce = <T>(keyOf: (one: T) => unknown, message: string) =>
  z.refine<T[]>((all) => new Set(all.map(keyOf)).size === all.length, message);

/** All that the team says about a worker; a change may leave parts out, which then stay. */
const parts = {
  name: text(workerLimits.name).check(oneLine(), z.minLength(1, 'Please name the worker')),
  /** Empty without one, as the e-mail and the home base. */
  phone: text(40).check(oneLine()),
  email: z.union([z.literal(''), emailAddress]),
  colour: z.enum(workerColours),
  /** Of the home base. */
  postcode: z.union([z.literal(''), Postcode]),
  /** The id of an uploaded picture. */
  picture: z.nullable(Id),
  /** Whether they get new visits. */
  isActive: z.boolean(),
  /** The time that they need, in percent of the estimate. */
  pace: Pace,
  skills: z.array(Skill).check(
    most(workerLimits.skills),
    isOnce(({ categoryId, serviceId }) => categoryId ?? serviceId, 'Please name each skill once'),
  ),
  /** Where they work; none: everywhere. */
  postcodes: Postcodes,
  hours: z.array(Hours).check(most(workerLimits.hours)),
  days: z.array(DayHours).check(
    most(workerLimits.days),
    isOnce(({ day }) => day, 'Please name a day once'),
  ),
  licences: z.array(Licence).check(
    most(workerLimits.licences),
    isOnce(({ id }) => id, 'Please name each licence once'),
  ),
};

const WorkerFacts = z.object(parts);
export type WorkerFacts = z.infer<typeof WorkerFacts>;

/** A change of a worker, or a new one, who needs a name. */
export const WorkerForm = z.extend(z.partial(WorkerFacts), {
  /** The version that its author saw; `null` for a new worker. */
  version: z.nullable(z.int()),
});
export type WorkerForm = z.infer<typeof WorkerForm>;

export const leaveStates = ['asked', 'granted', 'refused'] as const;

const leaveSpan = {
  starts: z.union([Day, Instant], 'Please choose when it begins'),
  ends: z.union([Day, Instant], 'Please choose when it ends'),
  reason: text(workerLimits.note).check(oneLine()),
};
const ofOneKind = z.refine<{ starts: string; ends: string }>(
  ({ starts, ends }) => starts.length === ends.length,
  { path: ['ends'], error: 'Please give two days or two times' },
);
const inThatOrder = z.refine<{ starts: string; ends: string }>(
  ({ starts, ends }) =>
    starts.length !== ends.length || (starts.length > 10 ? starts < ends : starts <= ends),
  { path: ['ends'], error: 'Please let it end after it begins' },
);

/** Leave that a worker asks for: days ('2026-12-24'), both included, or instants; of one kind. */
export const LeaveRequest = z.object(leaveSpan).check(ofOneKind, inThatOrder);
export type LeaveRequest = z.infer<typeof LeaveRequest>;

/** Leave that the team enters or decides. */
export const LeaveForm = z
  .object({
    ...leaveSpan,
    state: z.enum(['granted', 'refused']),
    /** The team's own words to the worker; left out, those before stay. */
    answer: z.optional(text(workerLimits.note).check(oneLine())),
    /**
     * With granted leave: `free` takes the visits to come in it away, which then wait for another worker; they are kept
     * otherwise, and listed as ones that the worker can no longer make.
     */
    visits: z.optional(z.enum(['keep', 'free'])),
    /** The state in which the team saw the leave that it decides: refused if it is gone or another one now. */
    seen: z.optional(z.enum(leaveStates)),
  })
  .check(ofOneKind, inThatOrder);
export type LeaveForm = z.infer<typeof LeaveForm>;

export const WorkerLeave = z.object({
  id: Id,
  /** Days, both included, or instants. */
  starts: z.string(),
  ends: z.string(),
  /** Whether it is of whole days. */
  wholeDays: z.boolean(),
  state: z.enum(leaveStates),
  /** Whether the worker asked for it. */
  byWorker: z.boolean(),
  reason: z.string(),
  /** The team's own words; '' without any. */
  answer: z.string(),
});
export type WorkerLeave = z.infer<typeof WorkerLeave>;

/** The account of a worker: none, invited to it, or linked. */
export const workerAccounts = ['none', 'invited', 'linked'] as const;

/** A worker in the list. */
export const WorkerSummary = z.object({
  id: Id,
  name: z.string(),
  phone: z.string(),
  colour: z.enum(workerColours),
  picture: z.nullable(Id),
  isActive: z.boolean(),
  account: z.enum(workerAccounts),
  /** How many categories and services they do, and postcodes they work in (0: everywhere). */
  skills: z.int(),
  postcodes: z.int(),
  /** Minutes of a week from today on. */
  weeklyMinutes: z.int(),
  /** The end of the leave that they are on now: a day, or an instant; `null` if none. */
  onLeaveUntil: z.nullable(z.string()),
  /** Leave that waits for an answer. */
  leaveToDecide: z.int(),
  /** Licences that are over, or will be within 30 days. */
  licencesToRenew: z.int(),
});
export type WorkerSummary = z.infer<typeof WorkerSummary>;
export const Workers = z.array(WorkerSummary);

export const Worker = z.object({
  id: Id,
  /** To be sent with a change. */
  version: z.int(),
  ...parts,
  /** The address of the account is not shown, which is its person's own. */
  account: z.enum(workerAccounts),
  /** Leave that has not ended, in order. */
  leave: z.array(WorkerLeave),
});
export type Worker = z.infer<typeof Worker>;

/** What others may see of a worker. */
export const WorkerFace = z.object({
  id: Id,
  name: z.string(),
  colour: z.enum(workerColours),
  picture: z.nullable(Id),
});
export type WorkerFace = z.infer<typeof WorkerFace>;

/** A worker for a booking, with the reason for the place among the others, or against them. */
export const Candidate = z.extend(WorkerFace, { isFree: z.boolean(), reason: z.string() });
export type Candidate = z.infer<typeof Candidate>;

export const Candidates = z.object({
  /** Each with the reason, if they can no longer make the visit, or hardly. */
  assigned: z.array(z.extend(WorkerFace, { problem: z.optional(z.string()) })),
  /** The others, the best first; none for a booking without a time, or one that is over. */
  candidates: z.array(Candidate),
  /** The people whom the work needs at once. */
  needed: z.int(),
});
export type Candidates = z.infer<typeof Candidates>;

export const AssignmentForm = z.object({
  /** `null` takes the visit from everybody, or from `insteadOf` alone. One of several keeps the others. */
  workerId: z.optional(z.nullable(Id)),
  /** All who come, where the work needs several. */
  workerIds: z.optional(
    z.array(Id).check(z.minLength(1, 'Please choose somebody'), most(workerLimits.atOnce)),
  ),
  /** The assigned worker who gives the visit away, where several make it. */
  insteadOf: z.optional(Id),
  /** The reason for which it is planned over an obstacle; left out, an obstacle refuses it. */
  anyway: z.optional(text(workerLimits.note).check(oneLine(), z.minLength(1, 'Please give a reason'))),
});
export type AssignmentForm = z.infer<typeof AssignmentForm>;

/** A worker's own visits of a week. */
export const OwnWeek = z.object({
  /** The Monday, '2026-12-21'. */
  from: z.string(),
  /** In order. */
  visits: z.array(
    z.object({
      id: Id,
      startsAt: Instant,
      endsAt: Instant,
      /** The length of the arrival window that its customer was promised; left out without one. */
      windowMinutes: z.optional(z.int()),
      status: z.enum(bookingStatuses),
      service: z.string(),
      /** `null` if it is unknown. */
      suburb: z.nullable(z.string()),
    }),
  ),
});
export type OwnWeek = z.infer<typeof OwnWeek>;

/** A worker's own leave that has not ended, in order. */
export const OwnLeave = z.object({ leave: z.array(WorkerLeave) });
export type OwnLeave = z.infer<typeof OwnLeave>;

/** A visit to come that a worker can no longer make, with the reason and the thing to do. */
export const ConcernedVisit = z.object({
  bookingId: Id,
  service: z.string(),
  status: z.enum(bookingStatuses),
  startsAt: Instant,
  reason: z.string(),
  todo: z.string(),
});
export type ConcernedVisit = z.infer<typeof ConcernedVisit>;

export const Concerned = z.object({
  /** The next first. */
  visits: z.array(ConcernedVisit),
  /** Whether there may be others, later. */
  more: z.boolean(),
});
export type Concerned = z.infer<typeof Concerned>;

const minutesOf = ({ min, max, step }: { min: number; max: number; step: number }) => {
  const words = `Please choose from ${min} to ${max} minutes, in steps of ${step}`;
  return z.int(words).check(z.minimum(min, words), z.maximum(max, words), z.multipleOf(step, words));
};
const peopleWords = `Please choose from 1 to ${workerLimits.atOnce} people`;

/** What a service needs of its times. */
export const ServiceTimesForm = z.object({
  /** Whether customers choose among times; otherwise they wish for one. */
  isOffered: z.boolean(),
  /** The arrival window. */
  windowMinutes: minutesOf(timeLimits.window),
  /** Kept free after the work. */
  bufferMinutes: minutesOf(timeLimits.buffer),
  /** The people whom it needs at once. */
  workers: z.int(peopleWords).check(z.minimum(1, peopleWords), z.maximum(workerLimits.atOnce, peopleWords)),
});
export type ServiceTimesForm = z.infer<typeof ServiceTimesForm>;

export const ServiceTimes = z.extend(ServiceTimesForm, {
  serviceId: Id,
  name: z.string(),
  category: z.string(),
});
export type ServiceTimes = z.infer<typeof ServiceTimes>;
/** Of all services on offer, by category. */
export const AllServiceTimes = z.array(ServiceTimes);
