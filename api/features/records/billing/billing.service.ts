import { disputesChanged, planChanged } from '../../../bus/changed.ts';
import type { BillingHistoryItem } from '../../../contract/schemas/payments.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { pageOf, readCursor } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import type { PlanInvoice } from '../../../providers/payments/payments.ts';
import { settleRefundedHours } from '../hours/withdrawn/withdrawn.service.ts';
import { noteUnclear, refundsOf } from '../payments/disputes/unclear/unclear.service.ts';
import { completed, listRefundsOf, noteParts, readLeftBeside } from '../payments/refunds/refunds.service.ts';
import type { PlanVersion } from '../plans/plans.rules.ts';
import { presentBillingItem } from './billing.presenter.ts';
import {
  addRefunded,
  dateUndated,
  findInvoice,
  keepHoursOf,
  lockInvoice,
  noteRefunded,
  selectBillingHistory,
  selectOpenInvoice,
  upsertInvoice,
} from './billing.repository.ts';
import type { InvoiceTable } from './billing.table.ts';

const pageLength = 100;
const attempts = 5;

/** A person's payments from our own mirror, which never waits for the provider. */
export async function listBillingHistory(
  db: Db,
  person: Pick<Person, 'id'>,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ items: BillingHistoryItem[]; next: string | null }> {
  const limit = page.limit ?? pageLength;
  const { rows, next } = pageOf(
    await selectBillingHistory(db, person.id, readCursor(page.cursor), limit + 1),
    limit,
  );
  const refunds = await listRefundsOf(
    db,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((row) => presentBillingItem(row, refunds.get(row.id))), next };
}

/**
 * A process of the release before `paid_at`, running beside this one, leaves the column empty, and no month would
 * count the invoice.
 */
export const datePaidInvoices = (deps: Pick<Deps, 'db'>): Promise<void> => {
  const { db } = deps;
  return dateUndated(db);
};

/** Finds an invoice of ours by the provider's id. */
export async function findOwnInvoice(
  db: Db,
  id: string,
): Promise<{ userId: string; description: string } | null> {
  const row = await findInvoice(db, id);
  return row ? { userId: row.user_id, description: row.description } : null;
}

/** An invoice of ours by the provider's id, as a charge that a part may be refunded of. */
export const readInvoice = (db: Db, id: string): Promise<InvoiceTable | undefined> => findInvoice(db, id);

/** The same, locked until the transaction ends. */
export const holdInvoice = (db: Tx, id: string): Promise<InvoiceTable> => lockInvoice(db, id);

/** Notes a part of an invoice that a person has refunded in another way. */
export const noteRefundedByHand = (db: Tx, id: string, cents: number): Promise<void> =>
  addRefunded(db, id, cents);

/** The unpaid invoice of a plan in our books. */
export const readOpenInvoice = async (db: Db, subscriptionId: string): Promise<InvoiceTable | null> =>
  (await selectOpenInvoice(db, subscriptionId)) ?? null;

/** An invoice of the provider in a state that we know. */
type KnownInvoice = PlanInvoice & { status: Exclude<PlanInvoice['status'], 'unknown'> };
/** Has refunds up to the present sum take none of an invoice's hours. @returns that sum; `null` if it is not theirs */
export const keepHours = (db: Tx, invoice: { id: string; userId: string }): Promise<number | null> =>
  keepHoursOf(db, invoice);

/** Stores an invoice of a plan as the provider has it now. @returns whether anything changed. */
export function mirrorInvoice(
  db: Tx,
  {
    userId,
    subscriptionId,
    version: { name, minutes },
    invoice,
  }: { userId: string; subscriptionId: string; version: PlanVersion; invoice: KnownInvoice },
): Promise<boolean> {
  return upsertInvoice(db, {
    id: invoice.id,
    user_id: userId,
    subscription_id: subscriptionId,
    amount_paid_cents: invoice.amountPaidCents,
    amount_due_cents: invoice.amountDueCents,
    refunded_cents: 0,
    refund_state: null,
    refund_trouble: null,
    refund_tries: 0,
    refund_by_hand: 0,
    by_hand_cents: null,
    hours_kept_cents: 0,
    next_attempt_at: invoice.nextAttemptAt,
    currency: invoice.currency,
    description:
      invoice.billingReason === 'subscription_update'
        ? `Upgrade to ${name} Plan`
        : `${name} Plan – ${minutes / 60} hours`,
    status: invoice.status,
    billing_reason: invoice.billingReason,
    hosted_invoice_url: invoice.hostedInvoiceUrl,
    period_start: invoice.periodStart,
    period_end: invoice.periodEnd,
    created_at: invoice.created,
    // A paid invoice always has a date, because no month would count it without one.
    paid_at: invoice.status === 'paid' ? (invoice.paidAt ?? invoice.created) : null,
  });
}

/**
 * Reads the refunds of an invoice that an intent paid, and stores them with the mirrored invoice. It reads again if
 * another write came in between. The refunded share of the invoice's unused hours goes with the money.
 * @param also runs in the transaction of the effect, or alone if the invoice is not in our books
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function syncInvoiceRefunds(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'changes'>,
  { id, intentId }: { id: string; intentId: string },
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const { db, clock, payments, log, changes } = deps;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const seen = await findInvoice(db, id);
    if (!seen) return db.transaction().execute(also);
    const read = await completed(db, id, await payments.readRefunds(intentId));
    const { givenCents, leftCents, pendingCents, failed, unclear } = read;
    const isDue =
      seen.refund_state === 'made'
        ? (await readLeftBeside(db, id, read)) > 0
        : leftCents > 0 || pendingCents > 0;
    const state = seen.refund_state && (isDue ? 'due' : 'made');
    const noted = await db.transaction().execute(async (tx) => {
      const isStored = await noteRefunded(tx, seen, { refunded_cents: givenCents, refund_state: state });
      if (!isStored) return null;
      const by = { readBy: refundsOf(intentId), userId: seen.user_id, now: instant(clock) };
      const isTeamsNews = await noteUnclear(tx, by, unclear);
      const isMade = state === 'made' && seen.refund_trouble !== null;
      const isChanged = isMade || givenCents !== seen.refunded_cents || state !== seen.refund_state;
      const isNews = (await noteParts(tx, id, read)) || isChanged;
      if (givenCents !== seen.refunded_cents)
        await settleRefundedHours(tx, { userId: seen.user_id, now: by.now });
      await also(tx);
      return { isNews, isTeamsNews: isTeamsNews || isMade };
    });
    if (!noted) continue;
    if (noted.isNews) planChanged(changes, seen.user_id);
    if (noted.isTeamsNews) disputesChanged(changes);
    if (givenCents < seen.refunded_cents)
      log.warn({ invoice: id, failed }, 'a refund came back from the bank');
    return;
  }
  throw new Error(`An invoice changed ${attempts} times while its refunds were read`);
}
