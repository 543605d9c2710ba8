import { graceMinutes } from '../../contract/extra-hours-terms.ts';

/**
 * What of work is used as it is, and what its customer is asked about, in minutes. Up to the estimate and a quarter of
 * an hour nobody is asked, nor up to what stands: what is used of it already, and was agreed to where it is more. So small steps that
 * each stay within the quarter never add up to more than one.
 */
export function splitMinutes(
  wanted: number,
  { estimated, stands }: { estimated: number; stands: number },
): { used: number; asked: number } {
  if (wanted <= Math.max(estimated + graceMinutes, stands)) return { used: wanted, asked: 0 };
  const used = Math.max(estimated, stands);
  return { used, asked: wanted - used };
}

/**
 * What of more hours is paid by card, in minutes: what no hours cover, but for what of the work none covered before.
 * @param work.free of the member's hours, those that the booking uses already among them
 * @param work.uncovered of the booking, paid by card or past the balance before
 */
export const cardMinutes = (work: {
  asked: number;
  total: number;
  free: number;
  uncovered: number;
}): number => Math.min(work.asked, Math.max(0, work.total - Math.max(0, work.free) - work.uncovered));
