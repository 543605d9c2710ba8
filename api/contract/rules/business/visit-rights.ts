/** When members of a plan may have a visit, by the version that they pay. */
export interface VisitRights {
  /** How long before a visit it must be booked. */
  noticeHours: number;
  /** How far ahead a visit may lie; `null`: as far as anybody's. */
  horizonDays: number | null;
  sameDay: boolean;
}

const hourMs = 3_600_000;

/**
 * The reason why a plan does not allow a visit, and what to choose instead; `null` if it does. The one rule of the form
 * and the server.
 * @param visit how far ahead it lies in ms, whether it is on the present day of the business, and the ms by which it may
 * miss the plan's limits
 */
export function whyNotByPlan(
  { noticeHours, horizonDays, sameDay }: VisitRights,
  { aheadMs, isToday, lateMs = 0 }: { aheadMs: number; isToday: boolean; lateMs?: number },
): string | null {
  if (noticeHours > 0 && aheadMs < noticeHours * hourMs - lateMs)
    return `Your plan needs ${noticeHours === 1 ? 'one hour’s' : `${noticeHours} hours’`} notice. Please choose a later time.`;
  if (!sameDay && isToday) return 'Your plan has no visits for the same day. Please choose a later day.';
  if (horizonDays !== null && aheadMs > horizonDays * 24 * hourMs + lateMs)
    return `Your plan books ${horizonDays === 1 ? 'one day' : `${horizonDays} days`} ahead at most. Please choose an earlier time.`;
  return null;
}
