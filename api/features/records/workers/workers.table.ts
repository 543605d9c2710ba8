declare module '../../../db/database.ts' {
  interface Database {
    workers: WorkerTable;
    worker_licences: WorkerLicenceTable;
    worker_skills: WorkerSkillTable;
    worker_postcodes: WorkerPostcodeTable;
    worker_hours: WorkerHoursTable;
    worker_days: WorkerDayTable;
    worker_leave: WorkerLeaveTable;
  }
}

/**
 * A person who does the work. A change of their hours, leave, skills or licences, and of their planned visits, locks
 * this row first (`lockWorkers`); several are locked in the order of their ids.
 */
export interface WorkerTable {
  id: string;
  name: string;
  /** '' without one, as the e-mail and the postcode. */
  phone: string;
  email: string;
  /** A name of `workerColours`. */
  colour: string;
  /** The postcode of the home base, as it is compared (`plainPostcode`). */
  postcode: string;
  /** The photo; `null` without one. */
  picture: string | null;
  /** 0: switched off, gets no new visits. */
  active: 0 | 1;
  /** The time that the worker needs, in percent of the estimate. */
  pace: number;
  /** The account by which the worker signs in; `null` before the invitation is accepted. */
  user_id: string | null;
  /** The invitation by whose acceptance the account is linked. Invitations are deleted with time. */
  invitation_id: string | null;
  /** Counts the changes; a change names the version that its author saw. */
  version: number;
  created_at: string;
  updated_at: string;
}

export interface WorkerLicenceTable {
  id: string;
  worker_id: string;
  name: string;
  number: string;
  /** The last day on which it is valid; `null`: for good. */
  expires_on: string | null;
}

/** What a worker does: a category or one service. A service's own row goes before its category's. */
export interface WorkerSkillTable {
  id: string;
  worker_id: string;
  category_id: string | null;
  service_id: string | null;
  /** In percent, if it differs from the worker's. */
  pace: number | null;
  /** The licence without which the work is not allowed, valid on the day of the visit. */
  licence_id: string | null;
}

/** A postcode in which a worker works, as it is compared; without any they work everywhere. */
export interface WorkerPostcodeTable {
  worker_id: string;
  postcode: string;
}

/** Weekly working hours. A weekday has several rows if there is a break; a time of no row is no working time. */
export interface WorkerHoursTable {
  worker_id: string;
  position: number;
  /** 0 is Monday. */
  weekday: number;
  /** Minutes from midnight on the wall clock of the business's zone; `until_minute` is 1440 at most. */
  from_minute: number;
  until_minute: number;
  /** The first and the last day for which the row holds; `null`: from the beginning, for good. */
  starts_on: string | null;
  ends_on: string | null;
}

/** The hours of a single day, in place of the weekly ones. */
export interface WorkerDayTable {
  worker_id: string;
  day: string;
  /** JSON: `{from, until}[]` in minutes from midnight, in order; none: no work on this day. */
  hours: string;
  note: string;
}

export interface WorkerLeaveTable {
  id: string;
  worker_id: string;
  starts_at: string;
  ends_at: string;
  /** 1: whole days, from a midnight to a midnight of the business's zone. */
  whole_days: 0 | 1;
  /** Only granted leave takes time away. */
  state: 'asked' | 'granted' | 'refused';
  /** 1: asked for by the worker; 0: entered by the team. */
  by_worker: 0 | 1;
  reason: string;
  /** The team's own words to the worker; '' without any. */
  answer: string;
  /** Who of the team granted, refused or entered it. */
  decided_by: string | null;
  created_at: string;
  updated_at: string;
}
