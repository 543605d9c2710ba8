import { Refusal } from '../../../../core/refusal.ts';
import { dayOf } from '../../../../core/wall-clock.ts';

/** When members of a plan may have a visit, by the version that they pay. */
export interface Rights {
  /** How long before a visit it must be booked. */
  noticeHours: number;
  /** How far ahead a visit may lie; `null`: as far as anybody's. */
  horizonDays: number | null;
  sameDay: boolean;
}

const hourMs = 3_600_000;
/** Tolerance for slow clocks of phones, and for the time of filling in a form. */
const lateMs = 15 * 60_000;

/**
 * @param rights `null` for a person without a plan
 * @throws Refusal `invalid_input` on `scheduledDate` for a time that the plan does not allow
 */
export function requireRights(
  rights: Rights | null,
  scheduledDate: string,
  { now, timeZone }: { now: Date; timeZone: string },
): void {
  if (!rights) return;
  const { noticeHours, horizonDays, sameDay } = rights;
  const ahead = Date.parse(scheduledDate) - now.getTime();
  if (noticeHours > 0 && ahead < noticeHours * hourMs - lateMs)
    throw wrong(
      `Your plan needs ${noticeHours === 1 ? 'one hour’s' : `${noticeHours} hours’`} notice. Please choose a later time.`,
    );
  if (!sameDay && dayOf(new Date(scheduledDate), timeZone) === dayOf(now, timeZone))
    throw wrong('Your plan has no visits for the same day. Please choose a later day.');
  if (horizonDays !== null && ahead > horizonDays * 24 * hourMs + lateMs)
    throw wrong(
      `Your plan books ${horizonDays === 1 ? 'one day' : `${horizonDays} days`} ahead at most. Please choose an earlier time.`,
    );
}

const wrong = (message: string) =>
  new Refusal('invalid_input', message, { fields: { scheduledDate: message } });
