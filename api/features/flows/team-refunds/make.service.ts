import { bookingChanged, disputesChanged, planChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { PaymentRefused, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { cameBackTooOften, refundAttempt } from '../../records/billing/refund-attempt.rules.ts';
import {
  findRefund,
  selectOpen,
  selectStuck,
  updateRefund,
} from '../../records/payments/refunds/refunds.repository.ts';
import { failuresOf, standingOf } from '../../records/payments/refunds/refunds.rules.ts';
import { completed } from '../../records/payments/refunds/refunds.service.ts';
import type { RefundTable } from '../../records/payments/refunds/refunds.table.ts';
import { noteStuckRefund } from '../../records/team-notices/failed-jobs.service.ts';
import {
  addByHand,
  bookingOf,
  findCharge,
  intentOf,
  lockCharge,
  type MadeCharge,
  syncCharge,
} from './charges.service.ts';

export type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'changes'>;

const batch = 50;
const mostStuck = 200;

/**
 * Makes all decided refunds of parts that are not made yet, and looks at those under way; a failing one does not
 * delay the others.
 * @throws PaymentsUnavailable
 */
export async function makeParts(deps: Parts, stopping: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const open = await selectOpen(deps.db, { after, limit: batch });
    for (const { id } of open) {
      if (stopping.aborted) return;
      try {
        await makePart(deps, id);
      } catch (err) {
        if (err instanceof PaymentsUnavailable) throw err;
        deps.log.warn({ err, refund: id }, 'the refund of a part was not made');
      }
    }
    if (open.length < batch) return;
    after = open.at(-1)?.id ?? '';
    await letOthersGo();
  }
}

/** Makes one of them; a failure is left to the reconciler. */
export async function tryPart(deps: Parts, id: string): Promise<void> {
  try {
    await makePart(deps, id);
  } catch (err) {
    deps.log.warn({ err, refund: id }, 'the refund of a part was not made; the reconciler asks again');
  }
}

/**
 * Makes the decided refund of a part, once: it is looked for at the provider by our own id first, because the
 * provider forgets the keys of attempts after a day. A failed one is made again, as another attempt. A refusal of the
 * provider waits for a person. May run any number of times, also simultaneously.
 * @throws PaymentsUnavailable
 */
async function makePart(deps: Parts, id: string): Promise<void> {
  const { db, payments } = deps;
  const row = await findRefund(db, id);
  if (!row || row.state === 'made' || row.trouble !== null) return;
  const charge = await findCharge(db, row.charge_id);
  if (!charge) throw new Error('A charge with a refund is gone');
  try {
    const intentId = await intentOf(deps, charge);
    if (!intentId) throw new PaymentRefused('No payment of this invoice was found.', 'no_payment');
    const read = await completed(db, charge.id, await payments.readRefunds(intentId));
    if (!standingOf(id, read) && read.leftCents > 0 && !read.isDisputed)
      await ask(deps, row, intentId, failuresOf(id, read));
    await syncCharge(deps, charge, intentId);
  } catch (err) {
    if (!(err instanceof PaymentRefused)) throw err;
    deps.log.error({ err, refund: id }, 'a refund was refused: it needs a person');
    const isNoted = await db
      .transaction()
      .execute((tx) => noteTrouble(tx, charge, row, { trouble: err.message, now: instant(deps.clock) }));
    if (!isNoted) return;
    disputesChanged(deps.changes);
    await tellCharge(deps, charge);
  }
}

/**
 * Notes, under the charge's lock, that a refund needs a person; not if it has been made or was tried again meanwhile.
 * @returns whether it was noted
 */
async function noteTrouble(
  db: Tx,
  charge: MadeCharge,
  tried: RefundTable,
  { trouble, now }: { trouble: string; now: string },
): Promise<boolean> {
  await lockCharge(db, charge);
  const row = await findRefund(db, tried.id);
  if (!row || row.state === 'made' || row.trouble !== null || row.tries !== tried.tries) return false;
  await updateRefund(db, tried.id, { trouble });
  await noteStuckRefund(db, { id: tried.id, tries: tried.tries, now });
  return true;
}

async function ask(deps: Parts, row: RefundTable, intentId: string, failed: number): Promise<void> {
  const { payments, log } = deps;
  if (cameBackTooOften(failed, row.tries))
    throw new PaymentRefused('The bank has sent the refund back.', 'refund_failed');
  if (failed) log.warn({ refund: row.id, failed }, 'a refund that failed is made again');
  await payments.refund({
    paymentIntentId: intentId,
    attempt: refundAttempt(row.id, failed, row.tries),
    part: { amountCents: row.amount_cents, refundId: row.id },
  });
}

/** The refund shows on the booking, if there is one, in the billing history, and to the team. */
export async function tellCharge(deps: Pick<Parts, 'db' | 'changes'>, charge: MadeCharge) {
  const { db, changes } = deps;
  const bookingId = await bookingOf(db, charge);
  if (bookingId) bookingChanged(changes, { id: bookingId, userId: charge.userId });
  planChanged(changes, charge.userId);
}

/** The same after a person settled a refund: of a part, or of the charge with this id. */
export async function tellSettled(deps: Pick<Parts, 'db' | 'changes'>, id: string): Promise<void> {
  const charge = await findCharge(deps.db, (await findRefund(deps.db, id))?.charge_id ?? id);
  if (charge) await tellCharge(deps, charge);
}

/** Refunds of parts that wait for a person. */
export async function listStuckParts(db: Db) {
  const rows = await selectStuck(db, mostStuck);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      left_cents: row.amount_cents,
      refund_trouble: row.trouble,
      description: (await findCharge(db, row.charge_id))?.description ?? '',
    })),
  );
}

/**
 * The same as `settleStuckPayment`, for the refund of a part. A part of a charge that is being refunded whole goes
 * back with it, and waits for nobody.
 */
export async function settleStuckPart(
  db: Tx,
  id: string,
  how: 'again' | 'by_hand',
  now: string,
): Promise<string | null> {
  const found = await findRefund(db, id);
  const charge = found && (await findCharge(db, found.charge_id));
  const held = charge && (await lockCharge(db, charge));
  // Read again under the lock, because another administrator may have settled it.
  const row = held && (await findRefund(db, id));
  if (!row || row.trouble === null || held.isReturning) return null;
  if (how === 'again') await updateRefund(db, id, { trouble: null, tries: row.tries + 1 });
  else {
    await updateRefund(db, id, { trouble: null, by_hand: 1, state: 'made' });
    await addByHand(db, held, row.amount_cents, now);
  }
  return row.user_id;
}
