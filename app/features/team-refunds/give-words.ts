import { givenHours, givenReason } from '../../../api/contract/rules/given-hours-terms.ts';
import type { HoursNow } from '../../../api/contract/schemas/hours.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import { inHours } from '../../shared/hours/hours-line.ts';

export interface GiveFields {
  hours: number;
  /** A day of the business's zone; '' before one is chosen. */
  expiresOn: string;
  reason: string;
}
export type GiveProblems = Partial<Record<keyof GiveFields, string>>;

const isGivable = (hours: number): boolean =>
  hours >= givenHours.min && hours <= givenHours.max && Number.isInteger(hours / givenHours.step);

/** What keeps hours from being given; empty if nothing does. @param days the first and the last possible day */
export function problemsOf(
  { hours, expiresOn, reason }: GiveFields,
  days: { first: string; last: string },
): GiveProblems {
  const problems: GiveProblems = {};
  if (!isGivable(hours)) problems.hours = 'Please enter 0.25 to 24 hours, in quarters of an hour';
  if (!expiresOn || expiresOn < days.first) problems.expiresOn = 'Please choose a day to come';
  else if (expiresOn > days.last) problems.expiresOn = 'Please choose a day within a year from now';
  if (reason.trim().length < givenReason.min)
    problems.reason = 'Please say in a few words why; the customer reads it';
  return problems;
}

/** The words of the button. */
export const giveText = (hours: number): string =>
  isGivable(hours) ? `Give ${inHours(hours)}` : 'Give Hours';

/** The effects of giving hours, a line each; none before hours and a day are chosen. */
export function effectsOf(
  { hours, expiresOn }: GiveFields,
  has: Pick<HoursNow, 'grants' | 'heldHours'>,
  { name, now = new Date() }: { name: string; now?: Date },
): string[] {
  if (!isGivable(hours) || !expiresOn) return [];
  const left = has.grants.reduce((sum, { remainingHours }) => sum + remainingHours, 0);
  const round = (sum: number) => Math.round(sum * 100) / 100;
  const day = formatDayMonth(`${expiresOn}T12:00:00.000Z`, 'UTC', now);
  return [
    `${inHours(hours)} from now until the end of ${day}.`,
    oneText`${name} has ${inHours(round(left))} now, and ${inHours(round(left + hours))} then. Hours that expire first are used first.`,
    'Work that is done already stays as it is.',
    oneText`${name} is told by mail and notification, with the reason. The audit log keeps that you did this.`,
  ];
}
