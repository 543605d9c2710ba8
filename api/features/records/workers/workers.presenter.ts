import type { WorkerColour } from '../../../contract/rules/business/worker-terms.ts';
import type {
  Worker,
  WorkerDay,
  WorkerFacts,
  WorkerLeave,
  WorkerSummary,
  workerAccounts,
} from '../../../contract/schemas/settings/workers.ts';
import { dayOf, startOfDay } from '../../../core/wall-clock.ts';
import { hoursOn, type RosterWorker } from './roster.rules.ts';
import type { LeaveRow, WorkerRow, WorkerRows } from './workers.repository.ts';

export type Account = (typeof workerAccounts)[number];

/** The columns and rows of a worker as a change names them. */
export const factsOf = (row: WorkerRow, parts: WorkerRows): WorkerFacts => ({
  name: row.name,
  phone: row.phone,
  email: row.email,
  colour: row.colour as WorkerColour,
  postcode: row.postcode,
  picture: row.picture,
  isActive: row.active === 1,
  pace: row.pace,
  skills: parts.skills.map(({ category_id, service_id, pace, licence_id }) => ({
    ...{ categoryId: category_id, serviceId: service_id, pace, licenceId: licence_id },
  })),
  postcodes: parts.postcodes.map(({ postcode }) => postcode),
  hours: parts.hours.map(({ weekday, from_minute, until_minute, starts_on, ends_on }) => ({
    ...{ weekday, from: from_minute, until: until_minute, startsOn: starts_on, endsOn: ends_on },
  })),
  days: parts.days.map(({ day, hours, note }) => ({
    ...{ day, hours: JSON.parse(hours) as WorkerDay['hours'], note },
  })),
  licences: parts.licences.map(({ id, name, number, expires_on }) => ({
    ...{ id, name, number, expiresOn: expires_on },
  })),
});

/** Leave as days, both included, or as instants. */
export function presentLeave(row: LeaveRow, timeZone: string): WorkerLeave {
  const wholeDays = row.whole_days === 1;
  return {
    id: row.id,
    starts: wholeDays ? dayOf(row.starts_at, timeZone) : row.starts_at,
    ends: lastOf(row, timeZone),
    wholeDays,
    state: row.state,
    byWorker: row.by_worker === 1,
    reason: row.reason,
    answer: row.answer,
  };
}

/** The last day of leave of whole days, or the instant at which other leave ends. */
export const lastOf = (
  { ends_at, whole_days }: Pick<LeaveRow, 'ends_at' | 'whole_days'>,
  zone: string,
): string => (whole_days === 1 ? dayOf(new Date(Date.parse(ends_at) - 1), zone) : ends_at);

export const presentWorker = (
  row: WorkerRow,
  given: { parts: WorkerRows; leave: readonly LeaveRow[]; account: Account; timeZone: string },
): Worker => ({
  id: row.id,
  version: row.version,
  ...factsOf(row, given.parts),
  account: given.account,
  leave: given.leave.map((one) => presentLeave(one, given.timeZone)),
});

export function presentSummary(
  row: WorkerRow,
  given: {
    roster: RosterWorker | undefined;
    leave: readonly LeaveRow[];
    account: Account;
    licencesToRenew: number;
    timeZone: string;
    now: string;
  },
): WorkerSummary {
  const { roster, timeZone, now } = given;
  const today = dayOf(now, timeZone);
  const week = Array.from({ length: 7 }, (_, days) => dayOf(startOfDay(today, timeZone, days), timeZone));
  const minutes = (day: string) =>
    roster ? hoursOn(roster, day).reduce((sum, { from, until }) => sum + until - from, 0) : 0;
  const present = given.leave.filter(({ state }) => state === 'granted').at(-1);
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    colour: row.colour as WorkerColour,
    picture: row.picture,
    isActive: row.active === 1,
    account: given.account,
    skills: roster?.skills.length ?? 0,
    postcodes: roster?.postcodes.length ?? 0,
    weeklyMinutes: week.reduce((sum, day) => sum + minutes(day), 0),
    onLeaveUntil: present ? lastOf(present, timeZone) : null,
    leaveToDecide: given.leave.filter(({ state }) => state === 'asked').length,
    licencesToRenew: given.licencesToRenew,
  };
}

/** The order of weekdays, for rows that a form may send in any order. */
export const inWeek = <T extends { weekday: number; from: number; startsOn: string | null }>(
  rows: readonly T[],
): T[] =>
  rows.toSorted(
    (a, b) => (a.startsOn ?? '').localeCompare(b.startsOn ?? '') || a.weekday - b.weekday || a.from - b.from,
  );
