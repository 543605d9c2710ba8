import type { Deps } from '../../../deps.ts';
import { type Mail, MailRefused } from '../../../providers/mail/mail.ts';
import {
  claimNotice,
  type NoticeRow,
  selectGroup,
  updateNotice,
} from '../../records/notices/notices.repository.ts';
import type { TeamNoticeKind } from '../../records/notices/notices.table.ts';
import { againAt } from '../../records/notices/patience.ts';
import {
  type DeliveryRow,
  selectPushGroup,
  settleGroup,
} from '../../records/notices/pushes/pushes.repository.ts';
import { type Reader, readReader } from '../../records/team-notices/choices.service.ts';
import { quietUntil } from '../../records/team-notices/team-notices.rules.ts';
import { newsKindOf } from '../../records/team-notices/team-notices.service.ts';
import type { Flash } from './flash.ts';
import { greetingOf, type LetterParts, writeLetter } from './letter.ts';
import type { Item, LetterContent } from './letter-content.ts';
import { mailbox } from './news.service.ts';
import { aboutKind, readItems, titleOf } from './team-news.service.ts';

type Doing = LetterParts & Pick<Deps, 'clock'>;
export type TeamNotice = NoticeRow & { kind: TeamNoticeKind };

/** The most news in one letter or push message. */
const mostTogether = 50;

/**
 * Mails a member of the team all news of a kind that is still to be told, in one letter under the oldest one's id. In
 * their quiet hours it waits. The caller has claimed the notice.
 * @throws MailUnavailable, with the whole group due again together
 */
export async function deliverTeamLetter(deps: Doing, mail: Mail, notice: TeamNotice): Promise<void> {
  const { db, clock, env, log } = deps;
  const what = newsKindOf(notice.kind);
  const reader = await readReader(db, notice.user_id);
  const to = reader && mailbox(env, reader);
  if (!reader || !to || !reader.offered.has(what) || !reader.mail.has(what))
    return updateNotice(db, notice.id, { due_at: null });
  const now = clock.now();
  const until = quietUntil(what, reader.quiet, { now, timeZone: env.BUSINESS_TIME_ZONE });
  if (until) return updateNotice(db, notice.id, { due_at: until });
  const group = [notice, ...(await claimGroup(db, notice, now))];
  const { items, sent, settled } = await readItems(deps, reader, group);
  const settle = async (rows: readonly NoticeRow[], change: { due_at: string | null; sent_at?: string }) => {
    for (const { id } of rows) await updateNotice(db, id, change);
  };
  await settle(settled, { due_at: null });
  if (!items.length) return;
  try {
    const letter = composeTeam(what, items, { reader, replyTime: deps.texts.current().texts.replyTime });
    await mail.send({ id: notice.id, to, ...(await writeLetter(deps, letter)) });
  } catch (err) {
    if (!(err instanceof MailRefused)) {
      await settle(sent, { due_at: againAt(now, notice.attempts) });
      throw err;
    }
    log.warn({ err, notice: notice.id }, 'a notice was refused for good');
    return settle(sent, { due_at: null });
  }
  await settle(sent, { due_at: null, sent_at: clock.now().toISOString() });
}

/** The time of a claim, longer than a letter can take. */
const claimMs = 10 * 60_000;

async function claimGroup(db: Doing['db'], notice: NoticeRow, now: Date): Promise<NoticeRow[]> {
  const until = new Date(now.getTime() + claimMs).toISOString();
  const others = await selectGroup(db, notice, { now: now.toISOString(), rows: mostTogether - 1 });
  const claimed: NoticeRow[] = [];
  for (const other of others) if (await claimNotice(db, other, until)) claimed.push(other);
  return claimed;
}

/** A letter to a member of the team. It names who and when, which its readers may see in the app, too. */
export function composeTeam(
  what: keyof typeof aboutKind,
  items: readonly Item[],
  { reader, replyTime }: { reader: { first_name: string }; replyTime: string },
): LetterContent {
  const { sentence, label, path } = aboutKind[what];
  const [first] = items;
  return {
    subject: titleOf(what, items.length),
    greeting: greetingOf(reader),
    sentences: [sentence(items.length, replyTime)],
    items: items.map(({ inLetter, ...item }) => ({ ...item, detail: inLetter ?? item.detail })),
    action: items.length === 1 && first ? { label: 'Open it', path: first.path } : { label, path },
    choice: {
      sentence: 'You get this as a member of the team, outside of your quiet hours.',
      path: '/profile?tab=preferences',
    },
  };
}

/** A push message for a member of the team: sent, nothing to tell, or to wait for the end of the quiet hours. */
export type TeamPush =
  | { kind: 'nothing' }
  | { kind: 'later'; dueAt: string }
  | { kind: 'flash'; flash: Flash; settle: (sentAt: string) => Promise<void> };

/**
 * All news of a kind that is still to be sent to a browser, as one push message.
 * @returns with `settle`, which marks the others as sent with it; call it after sending
 */
export async function readTeamPush(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  delivery: DeliveryRow,
  notice: TeamNotice,
): Promise<TeamPush> {
  const { db, clock, env } = deps;
  const what = newsKindOf(notice.kind);
  const reader: Reader | null = await readReader(db, notice.user_id);
  if (!reader?.offered.has(what) || !reader.push.has(what)) return { kind: 'nothing' };
  const until = quietUntil(what, reader.quiet, { now: clock.now(), timeZone: env.BUSINESS_TIME_ZONE });
  if (until) return { kind: 'later', dueAt: until };
  const others = await selectPushGroup(db, delivery, { notice, rows: mostTogether - 1 });
  const { items, sent, settled } = await readItems(deps, reader, [...others, notice]);
  const idsOf = (rows: readonly NoticeRow[]) => rows.flatMap(({ id }) => (id === notice.id ? [] : id));
  await settleGroup(db, delivery, { noticeIds: idsOf(settled), sentAt: null });
  const [newest] = items;
  if (!newest) return { kind: 'nothing' };
  return {
    kind: 'flash',
    flash: {
      title: titleOf(what, items.length),
      body: [newest.title, newest.detail].join(' · '),
      href: items.length === 1 ? newest.path : aboutKind[what].path,
      tag: `team:${what}`,
    },
    settle: (sentAt) => settleGroup(db, delivery, { noticeIds: idsOf(sent), sentAt }),
  };
}
