import { answerMs, graceMinutes } from '../../../../contract/rules/overtime-terms.ts';

/** The end of the time in which a question can be answered. */
export const answerByOf = ({ asked_at }: { asked_at: string }): string =>
  new Date(Date.parse(asked_at) + answerMs).toISOString();

/** The minutes that a question asks for. */
export const askedMinutes = (of: { from_minutes: number; to_minutes: number }): number =>
  of.to_minutes - of.from_minutes;

/**
 * Divides minutes of work into those used at once and those that the customer is asked about. Nobody is asked for up
 * to the estimate plus a quarter of an hour, nor for up to the minutes that stand: those used already, or agreed to
 * if that is more. So small steps within the quarter never add up to more than one quarter.
 */
export function splitMinutes(
  wanted: number,
  { estimated, stands }: { estimated: number; stands: number },
): { used: number; waiting: number } {
  if (wanted <= Math.max(estimated + graceMinutes, stands)) return { used: wanted, waiting: 0 };
  const used = Math.max(estimated, stands);
  return { used, waiting: wanted - used };
}

/**
 * The part of the asked minutes that is paid by card: minutes that no hours cover, without those of this booking
 * that were uncovered before.
 * @param work.free the member's free hours, including those that the booking uses already
 * @param work.uncovered minutes of the booking paid by card or past the balance before
 */
export const cardMinutes = (work: {
  extra: number;
  total: number;
  free: number;
  uncovered: number;
}): number => Math.min(work.extra, Math.max(0, work.total - Math.max(0, work.free) - work.uncovered));
