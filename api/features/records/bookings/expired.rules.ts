import { missingMinutes } from '../../../contract/rules/overage.ts';

/** A booking's need of its plan's hours. */
export interface Cover {
  /** The minutes that the plan covers: the estimate without those to be paid by card. */
  minutes: number;
  /** The booking's time. */
  visit: string | null;
  /** The member's free minutes for a visit at another time, including those that this booking holds. */
  freeAt(visit: string | null): number;
}

/** Minutes of the plan that cover a booking now and expire before another time. */
export const minutesLostBy = ({ minutes, visit, freeAt }: Cover, to: string): number =>
  Math.max(0, missingMinutes(freeAt(to), minutes) - missingMinutes(freeAt(visit), minutes));
