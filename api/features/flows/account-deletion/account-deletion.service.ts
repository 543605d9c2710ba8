import { acts, type Changes } from '../../../bus/changed.ts';
import { lowerEmail } from '../../../contract/rules/email-address.ts';
import type { AccountDeletion } from '../../../contract/schemas/account-deletion.ts';
import type { CustomerData } from '../../../contract/schemas/customer-data.ts';
import { daysAfter } from '../../../core/durations.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { requireUser } from '../../records/account/account.service.ts';
import {
  insertDeletion,
  removeDeletion,
  selectDeletion,
} from '../../records/account/deletion/deletion.repository.ts';
import { isLastAdmin, requirePermission } from '../../records/administrators/roles.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { readBalance } from '../../records/hours/hours.service.ts';
import { listOwed } from '../../records/hours/overage/agreements.service.ts';
import { announceAccount, takeBackNotice } from '../../records/notices/notices.service.ts';
import { readPlan } from '../../records/subscription/subscription.service.ts';
import { termsOfLeaving } from '../booking-changes/call-off-all.service.ts';
import { settlePlanOfLeaver } from '../plan-changes/leavers.service.ts';
import { waitOf } from './waiting.service.ts';

/** The days in which a request can be taken back. */
export const graceDays = 7;

/** Tells the change to the person's open apps, and to the team's apps that show the person and their plan. */
export function deletionChanged(changes: Changes, userId: string): void {
  changes.tell({ people: [userId], keys: ['/api/account-deletion', '/api/subscription'] });
  const theirs = `/api/admin/users/${userId}`;
  changes.tell({ admins: true, keys: [acts, theirs, `${theirs}/data`, `${theirs}/deletion`] });
}

type Reading = Pick<Deps, 'db' | 'clock' | 'env'>;
type Parts = Reading & Parameters<typeof settlePlanOfLeaver>[0];

/** The effects of deleting a person's account, as of the day of the deletion. */
export async function readAccountDeletion(
  { db, clock, env }: Reading,
  userId: string,
): Promise<AccountDeletion> {
  const [row] = await selectDeletion(db, { userId });
  const at = row ? new Date(row.planned_at) : daysAfter(clock.now(), graceDays);
  const bookings = await termsOfLeaving({ db, env }, userId, { planned: at, now: clock.now() });
  const plan = await readPlan(db, userId);
  const { remainingMinutes } = await readBalance(db, userId, at.toISOString());
  return {
    at: at.toISOString(),
    requestedAt: row?.requested_at ?? null,
    mayKeep: row !== undefined && row.begun_at === null,
    waitsFor: row ? await waitOf({ db, env }, row, clock.now()) : null,
    obstacle: await obstacleOf({ db, env }, userId),
    bookings: bookings.map(({ terms, ...booking }) => ({ ...booking, ...terms })),
    plan: plan && {
      tier: plan.version.tier,
      name: plan.version.name,
      endsAt: endOf(plan.currentPeriodEnd, at),
      hoursLeft: remainingMinutes / 60,
    },
  };
}

/** The end of a plan that is not renewed: with its period, or earlier with the account. */
function endOf(periodEnd: string | null, at: Date): string {
  return periodEnd !== null && Date.parse(periodEnd) < at.getTime() ? periodEnd : at.toISOString();
}

const requestedOccasion = (userId: string, requestedAt: string): string =>
  `deletion:${userId}:${requestedAt}`;

async function obstacleOf(
  deps: Pick<Deps, 'db' | 'env'>,
  userId: string,
): Promise<AccountDeletion['obstacle']> {
  const { db, env } = deps;
  if (await isLastAdmin(db, env, userId)) return 'last_admin';
  return (await listOwed(db, userId)).length ? 'owed' : null;
}

const refusals = {
  last_admin: 'You are the last administrator. Make somebody else one first.',
  owed: 'Work that was done is not paid yet. Please pay it first, under Billing.',
};

/** The deletion as the team sees it, also once it is done; `null` if nobody has asked for it. */
export async function readPlannedDeletion(
  { db, clock, env }: Reading,
  userId: string,
): Promise<CustomerData['deletion']> {
  const [row] = await selectDeletion(db, { userId });
  return row
    ? {
        requestedAt: row.requested_at,
        byTeam: row.by_team === 1,
        at: row.planned_at,
        mayKeep: row.begun_at === null,
        waitsFor: await waitOf({ db, env }, row, clock.now()),
        doneAt: row.done_at,
      }
    : null;
}

/**
 * Schedules the deletion of a person's account for a week from now. An earlier request stays as it is. The person is
 * told, and their plan is not renewed.
 * @param typed the person's address, as typed
 * @param actorId the one who asks: the person, or an administrator for a person outside the team
 * @throws Refusal `invalid_input` if the address differs, `conflict` if something prevents the deletion
 */
export async function requestAccountDeletion(
  deps: Parts,
  userId: string,
  typed: string,
  actorId = userId,
): Promise<AccountDeletion> {
  const { db, clock, changes } = deps;
  const user = await requireUser(db, userId);
  const isByTeam = actorId !== userId;
  if (isByTeam && user.role_id !== null)
    throw new Refusal('conflict', 'They belong to the team. Make them a customer first.');
  if (lowerEmail(typed) !== lowerEmail(user.email)) {
    const message = `This is not the e-mail address of ${isByTeam ? 'this' : 'your'} account`;
    throw new Refusal('invalid_input', message, { fields: { email: message } });
  }
  const obstacle = await obstacleOf(deps, userId);
  if (obstacle && isByTeam) throw new Refusal('conflict', 'Work that was done for them is not paid yet.');
  if (obstacle) throw new Refusal('conflict', refusals[obstacle]);
  const now = clock.now().toISOString();
  const planned = daysAfter(clock.now(), graceDays).toISOString();
  await db.transaction().execute(async (tx) => {
    if (isByTeam) await requirePermission(tx, actorId, 'people.erase');
    const isNew = await insertDeletion(tx, {
      user_id: userId,
      requested_at: now,
      by_team: isByTeam ? 1 : 0,
      planned_at: planned,
      attempts: 0,
      due_at: planned,
      told_at: null,
      begun_at: null,
      done_at: null,
    });
    if (!isNew) return;
    const news = { what: 'deletion_planned', at: planned, byTeam: isByTeam } as const;
    await announceAccount(tx, { occasion: requestedOccasion(userId, now), userId, news, now });
    const subject = { kind: 'user', id: userId } as const;
    if (isByTeam) await recordAct(tx, { actorId, act: 'deletion_requested', subject, userId, now });
  });
  await settlePlanOfLeaver(deps, userId);
  deletionChanged(changes, userId);
  return readAccountDeletion(deps, userId);
}

/**
 * Takes the request back and continues the plan; without a request, nothing changes.
 * @param actorId the one who acts: the person, or an administrator for them
 * @throws Refusal `conflict` if the deletion has begun
 */
export async function keepAccount(deps: Parts, userId: string, actorId = userId): Promise<AccountDeletion> {
  const { db, clock, changes } = deps;
  const now = clock.now().toISOString();
  const removed = await db.transaction().execute(async (tx) => {
    if (actorId !== userId) await requirePermission(tx, actorId, 'people.erase');
    const row = await removeDeletion(tx, userId);
    if (!row) return undefined;
    // A request that its person was not told of needs no second letter.
    if (!(await takeBackNotice(tx, requestedOccasion(userId, row.requested_at)))) {
      const news = { what: 'deletion_taken_back' } as const;
      await announceAccount(tx, { occasion: `kept:${userId}:${row.requested_at}`, userId, news, now });
    }
    const subject = { kind: 'user', id: userId } as const;
    if (actorId !== userId)
      await recordAct(tx, { actorId, act: 'deletion_taken_back', subject, userId, now });
    return row;
  });
  const [left] = removed ? [] : await selectDeletion(db, { userId });
  if (left) throw new Refusal('conflict', 'The account is being deleted already.');
  await settlePlanOfLeaver(deps, userId);
  deletionChanged(changes, userId);
  return readAccountDeletion(deps, userId);
}
