import type { Permission } from '../../../contract/access/permissions.ts';
import { type TeamNewsKind, teamNewsNeeds } from '../../../contract/access/team-news.ts';
import { permissionsOf } from '../../../core/person.ts';
import type { Tx } from '../../../db/database.ts';
import { addNotices } from '../notices/notices.service.ts';
import { selectTeam } from './team-notices.repository.ts';
import { delaysOf } from './team-notices.rules.ts';

/** News for the team: ids alone, whose present facts are read when it is sent. */
export type TeamNews =
  | { what: 'booking' | 'request' | 'late_cancellation'; bookingId: string }
  | { what: 'chat_waiting'; userId: string; since: string }
  /** Leave that a worker asks for, and the answer to it for the worker. */
  | { what: 'leave'; leaveId: string }
  | { what: 'leave_answer'; leaveId: string; state: 'granted' | 'refused' }
  | { what: 'dispute'; disputeId: string; amountCents: number }
  /** `permission` shows the page at which a person sees to it. */
  | { what: 'failed_job'; job: FailedJob; permission: Permission };

/** What has given up or keeps failing, and waits for a person. */
export type FailedJob = 'refund' | 'left_at_provider' | 'background';

/** The permissions of which a reader of this news needs one. */
export const needsOf = (news: TeamNews): readonly Permission[] =>
  news.what === 'failed_job' ? [news.permission] : teamNewsNeeds[news.what];

/**
 * Tells those of the team who may see it, once per occasion, by the ways that each has chosen; in the transaction of
 * the event.
 * @param key names the occasion within its kind
 */
export async function tellTeam(
  db: Tx,
  { news, key, now }: { news: TeamNews; key: string; now: string },
): Promise<void> {
  const needs = needsOf(news);
  const team = await selectTeam(db, {});
  const readers = team.filter(({ role_id, permissions }) => {
    const rights = permissionsOf(role_id, permissions);
    return needs.some((one) => rights.has(one));
  });
  const kind = `team_${news.what}` as const;
  await addNotices(
    db,
    readers.map(({ id }) => ({ kind, userId: id, occasion: `${kind}:${key}:${id}`, content: news, now })),
    delaysOf(news.what),
  );
}

/** Tells one member of the team what concerns them alone; in the transaction of the event. */
export async function tellMember(
  db: Tx,
  { userId, news, key, now }: { userId: string; news: TeamNews; key: string; now: string },
): Promise<void> {
  const kind = `team_${news.what}` as const;
  const notice = { kind, userId, occasion: `${kind}:${key}:${userId}`, content: news, now };
  await addNotices(db, [notice], delaysOf(news.what));
}

/** The news of a notice's kind. */
export const newsKindOf = (kind: `team_${TeamNewsKind}`): TeamNewsKind =>
  kind.slice('team_'.length) as TeamNewsKind;
