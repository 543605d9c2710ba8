import { type VisitRights, whyNotByPlan } from '../../../../contract/rules/business/visit-rights.ts';
import { Refusal } from '../../../../core/refusal.ts';
import { dayOf } from '../../../../core/wall-clock.ts';

/** Tolerance for slow clocks of phones, and for the time of filling in a form. */
const lateMs = 15 * 60_000;

/**
 * @param rights `null` for a person without a plan
 * @throws Refusal `invalid_input` on `scheduledDate` for a time that the plan does not allow
 */
export function requireRights(
  rights: VisitRights | null,
  scheduledDate: string,
  { now, timeZone }: { now: Date; timeZone: string },
): void {
  const message =
    rights &&
    whyNotByPlan(rights, {
      aheadMs: Date.parse(scheduledDate) - now.getTime(),
      isToday: dayOf(scheduledDate, timeZone) === dayOf(now, timeZone),
      lateMs,
    });
  if (message) throw new Refusal('invalid_input', message, { fields: { scheduledDate: message } });
}
