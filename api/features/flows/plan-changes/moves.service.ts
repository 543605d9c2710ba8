import { planChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import { Refusal } from '../../../core/refusal.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { readSentAt } from '../../records/notices/notices.service.ts';
import {
  selectCalledOff,
  selectDueMoves,
  selectPlanned,
  selectToMove,
  selectUntold,
  updateMove,
} from '../../records/subscription/moves/moves.repository.ts';
import { beginsAt, isInTime } from '../../records/subscription/moves/moves.rules.ts';
import { callOffMoves, moveOccasion, planMove } from '../../records/subscription/moves/moves.service.ts';
import { lockSubscription } from '../../records/subscription/subscription.repository.ts';
import { findOpenChange } from './plan-changes.repository.ts';
import { claim, elsewhere, perform, type Running } from './plan-steps.service.ts';
import { type PlanParts, syncSubscription } from './sync.service.ts';

const dayMs = 86_400_000;
/** The days before a renewal from which the provider is told of the new price: as few as an outage may last. */
const aheadMs = 3 * dayMs;
/** The time for which the old price stays at the provider after the terms of an upgrade were shown. */
const heldMs = 35 * 60_000;
/** The end of a period, within which the provider must have the price of the next one. */
const lastMs = 45 * 60_000;
const batch = 50;

/**
 * Moves running members to the new versions of their plans: plans each move with its letter, and gives the provider the
 * new price before the renewal that the letter names. A letter that was not sent in time moves nobody; another one
 * names another day. A later publication with *keep* calls off the moves
 * that the provider does not have yet.
 * @throws PaymentsUnavailable
 */
export async function moveMembers(deps: PlanParts, stopping: AbortSignal): Promise<void> {
  await callOff(deps, stopping);
  await planMoves(deps, stopping);
  await noteLetters(deps, stopping);
  await giveNewPrices(deps, stopping);
}

async function callOff(deps: PlanParts, stopping: AbortSignal): Promise<void> {
  const { db, clock, changes } = deps;
  for (const { id, user_id } of await selectCalledOff(db, batch)) {
    if (stopping.aborted) return;
    await unlessRefused(deps, { subscription: id }, async () => {
      const isNew = await db.transaction().execute(async (tx) => {
        await lockSubscription(tx, id);
        return (await findOpenChange(tx, id)) ? false : callOffMoves(tx, id, instant(clock));
      });
      if (isNew) planChanged(changes, user_id);
    });
  }
}

async function planMoves(deps: PlanParts, stopping: AbortSignal): Promise<void> {
  const { db, clock, changes, env } = deps;
  const query = { now: instant(clock), issuer: env.ISSUER.name, limit: batch };
  for (const { id, user_id, wanted } of await selectToMove(db, query)) {
    if (stopping.aborted) return;
    const now = clock.now();
    await unlessRefused(deps, { subscription: id }, async () => {
      const isNew = await db.transaction().execute((tx) => planMove(tx, id, { versionId: wanted, now }));
      if (isNew) planChanged(changes, user_id);
    });
  }
}

async function noteLetters(deps: PlanParts, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const untold = await selectUntold(db, batch);
  const sent = await readSentAt(
    db,
    untold.map(({ id }) => moveOccasion(id)),
  );
  for (const { id, at, provider_id } of untold) {
    if (stopping.aborted) return;
    const letter_at = sent.get(moveOccasion(id)) ?? null;
    const now = instant(clock);
    if (isInTime(letter_at, at)) await updateMove(db, id, { letter_at, updated_at: now });
    else if (letter_at !== null || !isInTime(now, at)) {
      await updateMove(db, id, { status: 'dropped', updated_at: now });
      if (provider_id) await unlessRefused(deps, { move: id }, () => syncSubscription(deps, provider_id));
    }
  }
}

async function giveNewPrices(deps: PlanParts, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const until = new Date(clock.now().getTime() + aheadMs).toISOString();
  for (const { wanted, at, ...row } of await selectDueMoves(db, {
    now: instant(clock),
    until,
    limit: batch,
  })) {
    if (stopping.aborted) return;
    if (!isRunning(row) || !beginsAt(at, row.current_period_end)) continue;
    await unlessRefused(deps, { subscription: row.id }, () => switchTo(deps, row, wanted));
  }
}

/** One member's failure does not keep the others from their turn. @throws PaymentsUnavailable */
async function unlessRefused(
  deps: PlanParts,
  of: { subscription: string } | { move: string },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (err instanceof PaymentsUnavailable) throw err;
    deps.log.warn({ err, ...of }, 'a move to a new price failed for a member; it is tried again');
  }
}

const isRunning = (row: { provider_id: string | null; current_period_end: string | null }): row is Running =>
  row.provider_id !== null && row.current_period_end !== null;

/** Has the provider charge a version of the same plan from the next period on. */
async function switchTo(deps: PlanParts, row: Running, versionId: string): Promise<void> {
  const change = await claim(deps, row, { kind: 'switch', tier: row.tier, version_id: versionId });
  if (change) await perform(deps, row, change);
}

/**
 * Gives a plan that is about to move its own price at the provider again, which credits an upgrade by that price. The
 * move waits until the terms of the upgrade have expired.
 * @throws Refusal `conflict` while the plan changes elsewhere, and shortly before the renewal
 */
export async function holdMove(deps: PlanParts, row: Running): Promise<void> {
  const { db, clock } = deps;
  const [move] = await selectPlanned(db, row.id);
  if (!move || !beginsAt(move.at, row.current_period_end)) return;
  const now = clock.now().getTime();
  const left = Date.parse(row.current_period_end) - now;
  if (left > aheadMs + heldMs && move.at_provider === 0) return;
  if (left < lastMs)
    throw new Refusal('conflict', 'Your plan is being renewed. Please try again in an hour.');
  if (await findOpenChange(db, row.id)) throw elsewhere();
  const held_until = new Date(now + heldMs).toISOString();
  await updateMove(db, move.id, { held_until, updated_at: instant(clock) });
  if (move.at_provider === 1) await switchTo(deps, row, row.version_id);
}
