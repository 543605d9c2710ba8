import { bookingChanged, disputesChanged, planChanged } from '../../../bus/changed.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import { instant } from '../../../core/clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { PaymentRefused, type Refunds } from '../../../providers/payments/payments.ts';
import { cameBackTooOften, refundAttempt } from '../../records/billing/refund-attempt.rules.ts';
import { findPaidBooking } from '../../records/bookings/bookings.service.ts';
import { noteUnclear, refundsOf } from '../../records/payments/disputes/unclear/unclear.service.ts';
import {
  findByIntent,
  findPayment,
  lockPayment,
  selectStuckPayments,
  updatePayment,
} from '../../records/payments/payments.repository.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { restOf } from '../../records/payments/refunds/refunds.rules.ts';
import {
  completed,
  endByHand,
  noteParts,
  readAsked,
  readLeftBeside,
  readRest,
} from '../../records/payments/refunds/refunds.service.ts';
import { noteStuckRefund } from '../../records/team-notices/failed-jobs.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'changes'>;
export type PaymentState = NonNullable<BookingDetail['payment']>;

const states: Partial<Record<PaymentTable['status'], PaymentState['status']>> = {
  booked: 'paid',
  refunding: 'refunding',
  refunded: 'refunded',
};

const nothing = async (_: Tx): Promise<void> => {};
const attempts = 5;
const mostStuck = 200;

/**
 * The state of a payment, and the sum that a whole refund would still return, without the parts that are on their
 * way; `null` if it was not made.
 */
export async function readPaymentState(
  db: Db,
  id: string,
): Promise<{ payment: PaymentState; leftCents: number } | null> {
  const row = await findPayment(db, id);
  return row ? stateOf(row, await readRest(db, row)) : null;
}

/** The same for a payment's row that a list has read already, beside `partsOnTheWay`; all `null` without one. */
export function paymentStateOf(row: {
  payment_status: PaymentTable['status'] | null;
  amount_cents: number | null;
  refunded_cents: number | null;
  on_the_way_cents: number;
}): { payment: PaymentState; leftCents: number } | null {
  const { payment_status: status, amount_cents, refunded_cents, on_the_way_cents } = row;
  if (status === null || amount_cents === null || refunded_cents === null) return null;
  const paid = { amount_cents, refunded_cents };
  return stateOf({ status, ...paid }, restOf({ ...paid, on_the_way_cents }));
}

function stateOf(
  row: Pick<PaymentTable, 'status' | 'amount_cents' | 'refunded_cents'>,
  rest: number,
): { payment: PaymentState; leftCents: number } | null {
  const status = states[row.status];
  if (!status) return null;
  const amountCents = row.amount_cents;
  if (status !== 'paid' || rest > 0)
    return { payment: { amountCents, status }, leftCents: status === 'paid' ? rest : 0 };
  const isMade = row.refunded_cents >= amountCents;
  return { payment: { amountCents, status: isMade ? 'refunded' : 'refunding' }, leftCents: 0 };
}

/**
 * Makes a decided refund of the rest of a payment. The attempt is named by the payment and by the number of failed
 * refunds. So repeated calls refund once, and a failed refund is made again.
 * @param also runs in the transaction that stores the result
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function makeRefund(
  deps: Parts,
  id: string,
  also: (tx: Tx) => Promise<void> = nothing,
): Promise<void> {
  const { db, payments, log } = deps;
  const decided = await findPayment(db, id);
  if (decided?.status !== 'refunding') {
    await db.transaction().execute(also);
    return;
  }
  if (!decided.intent_id) throw new Error('A payment was made without an intent');
  const read = await payments.readRefunds(decided.intent_id);
  const { leftCents, failed } = await completed(db, id, read);
  const askedCents = await readAsked(db, id, read);
  if (leftCents > 0 && askedCents !== 0 && decided.refund_trouble === null) {
    if (failed) log.warn({ payment: id, failed }, 'a refund that failed is made again');
    const part = askedCents === null ? undefined : { amountCents: askedCents };
    await refundOrStop(deps, { ...decided, intent_id: decided.intent_id }, failed, part);
  }
  await syncRefunds(deps, decided.intent_id, also);
}

/**
 * Asks for a refund. One that is refused, or has failed as often as allowed, then waits for a person.
 * @param part the rest, if a part was refunded in a way that the provider does not know
 */
async function refundOrStop(
  deps: Parts,
  { id, intent_id, refund_tries: tries }: PaymentTable & { intent_id: string },
  failed: number,
  part: { amountCents: number } | undefined,
): Promise<void> {
  const { db, clock, payments, log, changes } = deps;
  try {
    if (cameBackTooOften(failed, tries))
      throw new PaymentRefused('The bank has sent the refund back.', 'refund_failed');
    const attempt = refundAttempt(id, failed, tries);
    await payments.refund({ paymentIntentId: intent_id, attempt, ...(part && { part }) });
  } catch (err) {
    if (!(err instanceof PaymentRefused)) throw err;
    log.error({ err, payment: id }, 'a refund was refused: it needs a person');
    const now = instant(clock);
    await db.transaction().execute(async (tx) => {
      await updatePayment(tx, id, { refund_trouble: err.message, updated_at: now });
      await noteStuckRefund(tx, { id, tries, now });
    });
    disputesChanged(changes);
  }
}

/** Refunds that wait for a person. */
export const listStuckPayments = (db: Db) => selectStuckPayments(db, mostStuck);

/**
 * A person's decision about a waiting refund: see `settleStuckRefund`.
 * @returns the payment's person; `null` if no refund waits under this id
 */
export async function settleStuckPayment(
  db: Tx,
  id: string,
  how: 'again' | 'by_hand',
  now: string,
): Promise<string | null> {
  const found = await findPayment(db, id);
  if (!found) return null;
  const row = await lockPayment(db, id);
  if (row.refund_trouble === null) return null;
  const change =
    how === 'again'
      ? { refund_tries: row.refund_tries + 1 }
      : { refund_by_hand: 1, status: 'refunded' as const, ...(await endByHand(db, row)) };
  await updatePayment(db, id, { ...change, refund_trouble: null, updated_at: now });
  return row.user_id;
}

/** A payment of ours by the provider's intent. */
export async function findOwnPayment(
  db: Db,
  intentId: string,
): Promise<{ id: string; userId: string; pastBookingId: string | null; description: string } | null> {
  const row = await findByIntent(db, intentId);
  if (!row) return null;
  const { id, user_id: userId, past_booking_id: pastBookingId, description } = row;
  return { id, userId, pastBookingId, description };
}

/**
 * Reads the refunds of a payment afresh and updates our books. May run any number of times, also simultaneously: it
 * reads again if another write came in between. A decided refund that failed becomes due again.
 * @param also runs in the transaction of the effect, if the payment is ours
 * @returns whether the payment is ours
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function syncRefunds(
  deps: Parts,
  intentId: string,
  also: (tx: Tx) => Promise<void> = nothing,
): Promise<boolean> {
  const { db, clock, payments, log } = deps;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const seen = await findByIntent(db, intentId);
    if (!seen) return false;
    const refunds = await completed(db, seen.id, await payments.readRefunds(intentId));
    const noted = await db.transaction().execute(async (tx) => {
      const row = await lockPayment(tx, seen.id);
      if (row.status !== seen.status || row.refunded_cents !== seen.refunded_cents) return null;
      const status = statusAfter(row.status, refunds, await readLeftBeside(tx, row.id, refunds));
      // The refund was made elsewhere, such as in the provider's dashboard, so no person needs to decide.
      const endsTrouble = status === 'refunded' && row.refund_trouble !== null;
      const isChanged = endsTrouble || status !== row.status || refunds.givenCents !== row.refunded_cents;
      if (isChanged)
        await updatePayment(tx, row.id, {
          status,
          refunded_cents: refunds.givenCents,
          ...(endsTrouble && { refund_trouble: null }),
          updated_at: instant(clock),
        });
      const by = { readBy: refundsOf(intentId), userId: row.user_id, now: instant(clock) };
      const isTeamsNews = (await noteUnclear(tx, by, refunds.unclear)) || endsTrouble;
      const isNews = (await noteParts(tx, row.id, refunds)) || isChanged;
      await also(tx);
      return { isNews, isTeamsNews };
    });
    if (!noted) continue;
    if (noted.isNews) await tellRefund(deps, seen);
    if (noted.isTeamsNews) disputesChanged(deps.changes);
    if (refunds.givenCents < seen.refunded_cents)
      log.warn({ payment: seen.id, failed: refunds.failed }, 'a refund came back from the bank');
    return true;
  }
  throw new Error(`A payment changed ${attempts} times while its refunds were read`);
}

/** The refund shows on the booking, if there is one, and in the billing history. */
async function tellRefund(deps: Parts, { id, user_id: userId }: PaymentTable): Promise<void> {
  const { db, changes } = deps;
  const bookingId = await findPaidBooking(db, id);
  if (bookingId) bookingChanged(changes, { id: bookingId, userId });
  planChanged(changes, userId);
}

function statusAfter(
  status: PaymentTable['status'],
  { leftCents, pendingCents, failed }: Refunds,
  besideCents: number,
): PaymentTable['status'] {
  if (status === 'refunding' && leftCents === 0 && pendingCents === 0) return 'refunded';
  if (status === 'refunded' && besideCents > 0 && failed > 0) return 'refunding';
  return status;
}

/** The same for a caller that has finished its own part; a failure is left to the reconciler. */
export async function tryRefund(deps: Parts, id: string): Promise<void> {
  try {
    await makeRefund(deps, id);
  } catch (err) {
    deps.log.warn({ err, payment: id }, 'a refund was not made; the reconciler asks again');
  }
}
