import { hoursAfter } from '../../../../core/durations.ts';
import { sameTime } from '../../../../core/wall-clock.ts';
import type { Deps } from '../../../../deps.ts';
import { addNotice } from '../notices.service.ts';
import { reminderOccasion, selectUnreminded } from './reminders.repository.ts';

/** The visit's time that a reminder is about. */
export interface ReminderContent {
  scheduledDate: string;
}

/** A day before by local time: 9 o'clock for 9 o'clock, also if the clocks change in between. */
export function remindAt(scheduledDate: string, timeZone: string): string {
  return sameTime(scheduledDate, { days: -1 }, timeZone);
}

/** The hours before a visit in which its reminder can be due, longer than the longest day. */
const horizonHours = 26;

/**
 * Writes the reminders that have become due. A time agreed within the day before it gets none: the person has just
 * agreed to it.
 */
export async function planReminders(deps: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<void> {
  const { db, clock, env } = deps;
  const at = clock.now();
  const now = at.toISOString();
  const visits = await selectUnreminded(db, now, hoursAfter(at, horizonHours).toISOString());
  for (const { id, user_id, scheduled_date, agreed_at } of visits) {
    if (!scheduled_date) continue;
    const due = remindAt(scheduled_date, env.BUSINESS_TIME_ZONE);
    if (due > now || agreed_at > due) continue;
    const content: ReminderContent = { scheduledDate: scheduled_date };
    const notice = {
      kind: 'reminder',
      occasion: reminderOccasion(id, scheduled_date),
      bookingId: id,
      userId: user_id,
      content,
      now,
    } as const;
    // The notice and its deliveries are stored together or not at all.
    await db.transaction().execute((tx) => addNotice(tx, notice));
  }
}
