import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../../../db/database.ts';
import { announceBilling } from '../../notices/notices.service.ts';
import type { PlanVersion } from '../../plans/plans.rules.ts';
import { readVersion } from '../../plans/plans.service.ts';
import { lockSubscription, updateSubscription } from '../subscription.repository.ts';
import { insertMove, isPlanned, selectPlanned, updateMove } from './moves.repository.ts';
import { beginsAt, moveDay, stateOf } from './moves.rules.ts';

/** The occasion of a move's letter. */
export const moveOccasion = (moveId: string): string => `${ofMove}${moveId}`;
const ofMove = 'plan-move:';

/** Whether the move of such a letter is still planned: it may have been dropped before the letter could be sent. */
export const isMovePlanned = (db: Db, occasion: string): Promise<boolean> =>
  isPlanned(db, occasion.slice(ofMove.length));

/**
 * Plans a member's move to a version of their plan, and their letter, which names the price before and after and the
 * day. Moves of earlier publications that would begin later than this one are dropped.
 * @returns whether the move was planned: the plan may have ended or changed since it was read
 */
export async function planMove(
  db: Tx,
  subscriptionId: string,
  { versionId, now }: { versionId: string; now: Date },
): Promise<boolean> {
  const row = await lockSubscription(db, subscriptionId);
  const end = row?.current_period_end;
  const runs = row?.status === 'active' || row?.status === 'past_due';
  const version = await readVersion(db, versionId);
  if (!row || !end || !runs || row.next_tier !== row.tier || row.tier !== version.tier) return false;
  const at = moveDay({ start: row.current_period_start, end }, now);
  const planned = await selectPlanned(db, row.id);
  if (planned.some((move) => move.version_id === versionId) || row.version_id === versionId) return false;
  const stamp = now.toISOString();
  for (const move of planned)
    if (move.at >= at) await updateMove(db, move.id, { status: 'dropped', updated_at: stamp });
  const earlier = planned.findLast((move) => move.at < at);
  const before = await readVersion(db, earlier?.version_id ?? row.version_id);
  const id = randomUUID();
  await insertMove(db, {
    id,
    subscription_id: row.id,
    tier: row.tier,
    from_version_id: before.id,
    version_id: versionId,
    at,
    status: 'planned',
    letter_at: null,
    at_provider: 0,
    held_until: null,
    created_at: stamp,
    updated_at: stamp,
  });
  const next = planned.filter((move) => move.at < at)[0]?.version_id ?? versionId;
  if (beginsAt(at, end) && row.next_version_id === row.version_id)
    await updateSubscription(db, row.id, { next_version_id: next, revision: row.revision + 1 });
  await announceBilling(db, {
    occasion: moveOccasion(id),
    userId: row.user_id,
    news: {
      what: 'price_moves',
      plan: before.name,
      before: figuresOf(before),
      after: figuresOf(version),
      at,
    },
    now: stamp,
  });
  return true;
}

/**
 * Calls off the planned moves of a plan that the provider does not have yet. Its member gets a letter that says so, if
 * the letters about them have reached anybody. A move that the provider has is made.
 * @returns whether a move was called off
 */
export async function callOffMoves(db: Tx, subscriptionId: string, now: string): Promise<boolean> {
  const row = await lockSubscription(db, subscriptionId);
  const planned = await selectPlanned(db, subscriptionId);
  const [first, ...others] = planned.filter(({ at_provider }) => at_provider === 0);
  if (!row || !first) return false;
  const off = [first, ...others].map(({ id }) => id);
  for (const id of off) await updateMove(db, id, { status: 'dropped', updated_at: now });
  const made = planned.findLast(({ at_provider }) => at_provider === 1);
  const stays = await readVersion(db, made?.version_id ?? row.version_id);
  const wasNext = planned.some((move) => move.at_provider === 0 && move.version_id === row.next_version_id);
  // The revision rises in any case: a process that is about to give the provider the price has read an older one.
  await updateSubscription(db, row.id, {
    ...(wasNext && row.next_tier === row.tier && { next_version_id: stays.id }),
    revision: row.revision + 1,
  });
  await announceBilling(db, {
    occasion: `plan-stays:${first.id}`,
    userId: row.user_id,
    news: { what: 'price_stays', plan: stays.name, stays: figuresOf(stays), at: first.at, moves: off },
    now,
  });
  return true;
}

const figuresOf = ({ priceCents, minutes }: PlanVersion) => ({
  amountCents: priceCents,
  hours: minutes / 60,
});

/**
 * Brings the planned moves of a plan up to what the provider says, in the transaction that writes it.
 * @returns the version to which the plan moves when its running period ends; `null` without a move then
 */
export async function settleMoves(
  db: Tx,
  subscriptionId: string,
  { periodEnd, now, ...plan }: Parameters<typeof stateOf>[1] & { periodEnd: string; now: string },
): Promise<PlanVersion | null> {
  let next: string | null = null;
  for (const move of await selectPlanned(db, subscriptionId)) {
    const { status, at_provider } = stateOf(move, plan);
    if (status !== move.status || at_provider !== move.at_provider)
      await updateMove(db, move.id, { status, at_provider, updated_at: now });
    if (status === 'planned' && beginsAt(move.at, periodEnd)) next ??= move.version_id;
  }
  return next === null ? null : readVersion(db, next);
}
