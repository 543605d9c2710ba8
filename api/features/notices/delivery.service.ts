import type { Preferences } from '../../contract/entities.ts';
import type { Deps } from '../../deps.ts';
import { type Mail, MailRefused, MailUnavailable } from '../../providers/mail/mail.ts';
import { readPreferences } from '../preferences/preferences.service.ts';
import { composeBilling } from './billing-letters.ts';
import { compose } from './letters.ts';
import {
  claimNotice,
  deleteNotice,
  type Facts,
  hasLaterUntold,
  type NoticeRow,
  selectDue,
  selectFacts,
  selectMember,
  updateNotice,
} from './notices.repository.ts';
import type { BillingNews, StatusContent } from './notices.service.ts';
import type { NoticeKind } from './notices.table.ts';
import type { ReminderContent } from './reminders.service.ts';

/** Longer than a letter can take: whoever has not answered for it by then has died. */
const claimMs = 10 * 60_000;
/** What is older is news no more. */
const staleMs = 24 * 3_600_000;
/** How long until the next attempt. */
const backoffMinutes = [1, 5, 15, 60, 240];
const batch = 100;

const choiceOf: Record<Exclude<NoticeKind, 'billing'>, keyof Preferences> = {
  reminder: 'serviceReminders',
  booking_update: 'bookingUpdates',
  team_message: 'teamMessages',
};

type Doing = Pick<Deps, 'db' | 'clock' | 'env' | 'log'>;

/**
 * Tells what is due. A notice is claimed before its letter goes, so that of several processes one sends it; should
 * that one die in between, the claim runs out, and the same letter goes again under the same id. What is told, and
 * whether, is decided now: by the member's choices and by what is so of the booking.
 */
export async function deliverNotices(deps: Doing & Pick<Deps, 'mail'>, stopping: AbortSignal): Promise<void> {
  const { db, clock, log, mail } = deps;
  if (!mail) return;
  for (const notice of await selectDue(db, clock.now().toISOString(), batch)) {
    if (stopping.aborted) return;
    const until = new Date(clock.now().getTime() + claimMs).toISOString();
    if (!(await claimNotice(db, notice, until))) continue;
    try {
      await deliver(deps, mail, notice);
    } catch (err) {
      const minutes = backoffMinutes[Math.min(notice.attempts, backoffMinutes.length - 1)] ?? 1;
      const again = new Date(clock.now().getTime() + minutes * 60_000).toISOString();
      await updateNotice(db, notice.id, { due_at: again });
      log.warn({ err, notice: notice.id, attempts: notice.attempts + 1 }, 'a notice could not be mailed');
      // The others would meet with the same.
      if (err instanceof MailUnavailable) return;
    }
  }
}

async function deliver(deps: Doing, mail: Mail, notice: NoticeRow): Promise<void> {
  const { db, clock, env } = deps;
  if (notice.kind === 'billing') {
    const member = await selectMember(db, notice.user_id);
    const news = JSON.parse(notice.content) as BillingNews;
    return send(deps, mail, notice, member.email, composeBilling(news, member, env));
  }
  const facts = notice.booking_id ? await selectFacts(db, notice.booking_id) : undefined;
  if (!facts || !notice.booking_id || (await isUntrue(deps, notice, facts)))
    return deleteNotice(db, notice.id);
  const now = clock.now();
  const isStale = now.getTime() - Date.parse(notice.created_at) > staleMs;
  const chosen = await readPreferences(db, notice.user_id);
  if (isStale || !chosen[choiceOf[notice.kind]]) return updateNotice(db, notice.id, { due_at: null });
  const letter = compose(notice.kind, { ...facts, bookingId: notice.booking_id }, env, now);
  await send(deps, mail, notice, facts.email, letter);
}

async function send(
  { db, clock, log }: Doing,
  mail: Mail,
  notice: NoticeRow,
  to: string,
  letter: { subject: string; text: string },
): Promise<void> {
  try {
    await mail.send({ id: notice.id, to, ...letter });
  } catch (err) {
    if (!(err instanceof MailRefused)) throw err;
    log.warn({ err, notice: notice.id }, 'a notice was refused for good');
    return updateNotice(db, notice.id, { due_at: null });
  }
  await updateNotice(db, notice.id, { due_at: null, sent_at: clock.now().toISOString() });
}

/** Whether it is no longer as it was when the notice was written, so that telling it would mislead. */
async function isUntrue({ db, clock }: Doing, notice: NoticeRow, facts: Facts): Promise<boolean> {
  if (notice.kind === 'reminder') {
    const { scheduledDate } = JSON.parse(notice.content) as ReminderContent;
    const isPast = scheduledDate <= clock.now().toISOString();
    return isPast || facts.status !== 'scheduled' || facts.scheduled_date !== scheduledDate;
  }
  if (notice.kind === 'booking_update')
    return facts.last_change !== (JSON.parse(notice.content) as StatusContent).changeId;
  // Several messages in a row are one letter.
  return hasLaterUntold(db, notice);
}
