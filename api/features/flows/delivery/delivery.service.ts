import { instant } from '../../../core/clock.ts';
import type { Deps } from '../../../deps.ts';
import { type Mail, MailRefused, MailUnavailable } from '../../../providers/mail/mail.ts';
import {
  claimNotice,
  countSent,
  dropNotice,
  hasLaterUntold,
  type NoticeRow,
  retireDue,
  retireStale,
  selectDue,
  updateNotice,
} from '../../records/notices/notices.repository.ts';
import {
  isChosen,
  isForCustomer,
  isForTeam,
  isTold,
  repeats,
} from '../../records/notices/notices.service.ts';
import { againAt, isStale, staleBillingMs, staleMs } from '../../records/notices/patience.ts';
import { type LetterParts, writeLetter } from './letter.ts';
import type { LetterContent } from './letter-content.ts';
import { dueBefore, readNews } from './news.service.ts';
import { readPaidFacts } from './paid-facts.service.ts';
import { deliverTeamLetter } from './team-delivery.service.ts';

/** The time of a claim, longer than a letter can take: a process that has not reported by then has died. */
const claimMs = 10 * 60_000;
/** The most letters of a round. */
const perRound = 100;
/** The letters that are chosen at once: one that becomes due in a round waits for one of another's more at most. */
const batch = 10;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** The most letters to one person within a day, beside those about money, which always go out. */
const mostADay = 100;

type Doing = LetterParts & Pick<Deps, 'clock'>;

/**
 * Mails the due notices. A notice is claimed before its letter is sent, so that one process sends it. If the process
 * dies, the claim expires, and the same letter is sent again under the same id. The content, and whether to send at
 * all, is decided now, from the member's preferences and the booking's present state. Without a mail provider, or
 * once a notice is outdated, no letter waits: it would delay the others.
 */
export async function deliverNotices(
  deps: Doing & Pick<Deps, 'mail' | 'payments'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log, mail } = deps;
  const at = clock.now();
  const now = at.toISOString();
  if (!mail) return retireDue(db, now);
  const ago = (ms: number) => new Date(at.getTime() - ms).toISOString();
  await retireStale(db, { now, before: ago(staleMs), billingBefore: ago(staleBillingMs) });
  const tried = new Set<string>();
  while (tried.size < perRound) {
    // Some that were tried may wait for another notice, and be due all the same.
    const due = await selectDue(db, instant(clock), batch + tried.size);
    const next = due.filter(({ id }) => !tried.has(id)).slice(0, batch);
    if (next.length === 0) return;
    for (const notice of next) {
      if (stopping.aborted) return;
      tried.add(notice.id);
      const until = new Date(clock.now().getTime() + claimMs).toISOString();
      if (!(await claimNotice(db, notice, until))) continue;
      try {
        await deliver(deps, mail, notice);
      } catch (err) {
        await updateNotice(db, notice.id, { due_at: againAt(clock.now(), notice.attempts) });
        log.warn({ err, notice: notice.id, attempts: notice.attempts + 1 }, 'a notice could not be mailed');
        // The other letters would fail in the same way.
        if (err instanceof MailUnavailable) return;
      }
    }
  }
}

async function deliver(deps: Doing & Pick<Deps, 'payments'>, mail: Mail, notice: NoticeRow): Promise<void> {
  const { db } = deps;
  if (isForTeam(notice)) return deliverTeamLetter(deps, mail, notice);
  if (!isForCustomer(notice)) return;
  const earlier = await dueBefore(deps, notice);
  if (earlier) return updateNotice(db, notice.id, { due_at: earlier });
  const news = await readNews(deps, notice, await readPaidFacts(deps, notice));
  // Several messages in a row become one letter.
  if (!news || (repeats(notice.kind) && (await hasLaterUntold(db, notice)))) return dropNotice(db, notice.id);
  if (news.to === null || (!news.isAboutMoney && (await isUnwanted(deps, notice))))
    return updateNotice(db, notice.id, { due_at: null });
  if (!news.isAboutMoney && (await isTooMuch(deps, notice)))
    return updateNotice(db, notice.id, { due_at: laterOrNever(deps, notice) });
  await send(deps, mail, notice, { to: news.to, letter: news.letter });
}

/** Whether its reader does not wish for such letters, or has seen by now what a booking update says. */
async function isUnwanted({ db, clock }: Doing, { user_id, kind, created_at }: NoticeRow): Promise<boolean> {
  if (kind === 'booking_update' && isStale(created_at, clock.now())) return true;
  return isChosen(kind) && !(await isTold(db, user_id, kind));
}

/** A letter about the account waits for its turn of the day; any other is dropped, since the app shows its news. */
const laterOrNever = ({ clock }: Doing, { kind }: NoticeRow): string | null =>
  kind === 'account' ? new Date(clock.now().getTime() + hourMs).toISOString() : null;

/** Whether a person has had as many letters within a day as anybody gets. */
async function isTooMuch({ db, clock, log }: Doing, notice: NoticeRow): Promise<boolean> {
  const since = new Date(clock.now().getTime() - dayMs).toISOString();
  if ((await countSent(db, { userId: notice.user_id, since })) < mostADay) return false;
  log.warn({ notice: notice.id, kind: notice.kind }, 'a person has reached the limit of letters for a day');
  return true;
}

async function send(
  deps: Doing,
  mail: Mail,
  notice: NoticeRow,
  { to, letter }: { to: string; letter: LetterContent },
): Promise<void> {
  const { db, clock, log } = deps;
  try {
    await mail.send({ id: notice.id, to, ...(await writeLetter(deps, letter)) });
  } catch (err) {
    if (!(err instanceof MailRefused)) throw err;
    log.warn({ err, notice: notice.id }, 'a notice was refused for good');
    return updateNotice(db, notice.id, { due_at: null });
  }
  await updateNotice(db, notice.id, { due_at: null, sent_at: clock.now().toISOString() });
}
