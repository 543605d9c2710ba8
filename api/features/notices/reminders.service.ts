import { TZDate } from '@date-fns/tz';
import { addHours } from 'date-fns/addHours';
import { subDays } from 'date-fns/subDays';
import type { Deps } from '../../deps.ts';
import { reminderOccasion, selectUnreminded } from './notices.repository.ts';
import { addNotice } from './notices.service.ts';

/** What a reminder was to remind of. */
export interface ReminderContent {
  scheduledDate: string;
}

/** A day before by the clock on the wall: 9 o'clock for 9 o'clock, also where the clocks change in between. */
export function remindAt(scheduledDate: string, timeZone: string): string {
  return new Date(subDays(new TZDate(scheduledDate, timeZone), 1).getTime()).toISOString();
}

/** More than the longest day has. */
const horizonHours = 26;

/**
 * Writes the reminders that have become due. There is none for a time that was agreed within its last day: whoever
 * agreed to it has just been told.
 */
export async function planReminders({ db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<void> {
  const at = clock.now();
  const now = at.toISOString();
  const visits = await selectUnreminded(db, now, addHours(at, horizonHours).toISOString());
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
    // With its ways to the browsers, or not at all.
    await db.transaction().execute((tx) => addNotice(tx, notice));
  }
}
