import type { Db, Tx } from '../../../db/database.ts';
import type { Place } from '../../../db/keyset.ts';
import { locked } from '../../../db/open.ts';
import { leftByHand } from '../payments/refunds/refunds.service.ts';
import type { InvoiceTable } from './billing.table.ts';

const invoiceStatuses = ['paid', 'open', 'uncollectible'] as const;
const paymentStatuses = ['booked', 'refunding', 'refunded'] as const;

export interface BillingRow {
  id: string;
  created_at: string;
  amount_cents: number;
  refunded_cents: number;
  description: string;
  status: (typeof invoiceStatuses)[number] | (typeof paymentStatuses)[number];
  hosted_invoice_url: string | null;
}

/**
 * Invoices of plans and one-time payments, merged, newest first. The first invoice of a plan counts once it is paid:
 * until then nothing was bought.
 */
export function selectBillingHistory(
  db: Db,
  userId: string,
  after: Place,
  rows: number,
): Promise<BillingRow[]> {
  const invoices = db
    .selectFrom('invoices')
    .select((eb) => [
      'id',
      'created_at',
      eb
        .case()
        .when('status', '=', 'paid')
        .then(eb.ref('amount_paid_cents'))
        .else(eb.ref('amount_due_cents'))
        .end()
        .as('amount_cents'),
      'refunded_cents',
      'description',
      eb.cast<BillingRow['status']>('status', 'text').as('status'),
      'hosted_invoice_url',
    ])
    .where('user_id', '=', userId)
    .where('status', 'in', invoiceStatuses)
    .where((eb) => eb.or([eb('status', '=', 'paid'), eb('billing_reason', '!=', 'subscription_create')]))
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.created_at, after.id)));
  const payments = db
    .selectFrom('payments')
    .select((eb) => [
      'id',
      'created_at',
      'amount_cents',
      'refunded_cents',
      'description',
      eb.cast<BillingRow['status']>('status', 'text').as('status'),
      eb.cast<string | null>(eb.val(null), 'text').as('hosted_invoice_url'),
    ])
    .where('user_id', '=', userId)
    .where('status', 'in', paymentStatuses)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.created_at, after.id)));
  return db
    .selectFrom(invoices.unionAll(payments).as('history'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows)
    .execute();
}

/** The fields in which the provider's invoice can change. */
const mirrored = [
  'amount_paid_cents',
  'amount_due_cents',
  'next_attempt_at',
  'status',
  'hosted_invoice_url',
  'period_start',
  'period_end',
  'paid_at',
] as const;

/**
 * A paid or void invoice never changes back, because a later write may come from an earlier read.
 * @returns whether the invoice is new or changed
 */
export async function upsertInvoice(db: Tx, row: InvoiceTable): Promise<boolean> {
  const written = await db
    .insertInto('invoices')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          amount_paid_cents: row.amount_paid_cents,
          amount_due_cents: row.amount_due_cents,
          next_attempt_at: row.next_attempt_at,
          status: row.status,
          hosted_invoice_url: row.hosted_invoice_url,
          period_start: row.period_start,
          period_end: row.period_end,
          paid_at: row.paid_at,
        })
        .where('invoices.status', 'not in', ['paid', 'void'])
        .where((e) => e.or(mirrored.map((name) => e(`invoices.${name}`, 'is distinct from', row[name])))),
    )
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Gives paid invoices without a payment date the date of their creation. */
export async function dateUndated(db: Db): Promise<void> {
  await db
    .updateTable('invoices')
    .set((e) => ({ paid_at: e.ref('created_at') }))
    .where('paid_at', 'is', null)
    .where('status', '=', 'paid')
    .execute();
}

/** The newest unpaid invoice of a plan. */
export function selectOpenInvoice(db: Db, subscriptionId: string): Promise<InvoiceTable | undefined> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findInvoice(db: Db, id: string): Promise<InvoiceTable | undefined> {
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The invoice, locked until the transaction ends. */
export function lockInvoice(db: Tx, id: string): Promise<InvoiceTable> {
  return locked(db, db.selectFrom('invoices').selectAll().where('id', '=', id)).executeTakeFirstOrThrow();
}

/** Adds a sum that was refunded in another way than by the provider. */
export async function addRefunded(db: Tx, id: string, cents: number): Promise<void> {
  await db
    .updateTable('invoices')
    .set((e) => ({ refunded_cents: e('refunded_cents', '+', cents) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Stores the refunded sum, unless the row has changed since it was read. A refund that was made waits for no person.
 * @returns whether it was stored
 */
export async function noteRefunded(
  db: Tx,
  seen: Pick<InvoiceTable, 'id' | 'refunded_cents' | 'refund_state'>,
  now: Pick<InvoiceTable, 'refunded_cents' | 'refund_state'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invoices')
    .set({ ...now, ...(now.refund_state === 'made' && { refund_trouble: null }) })
    .where('id', '=', seen.id)
    .where('refunded_cents', '=', seen.refunded_cents)
    .where('refund_state', 'is not distinct from', seen.refund_state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Leaves the hours of a member's invoice to them, up to its refunded sum.
 * @returns that sum; `null` if the member has no such invoice
 */
export async function keepHoursOf(
  db: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<number | null> {
  const row = await db
    .updateTable('invoices')
    .set((e) => ({ hours_kept_cents: e.ref('refunded_cents') }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('refunded_cents')
    .executeTakeFirst();
  return row?.refunded_cents ?? null;
}

/** Decides that the rest of a paid invoice is refunded. @returns whether the decision is new, and something is left */
export async function markRefundDue(db: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invoices')
    .set({ refund_state: 'due' })
    .where('id', '=', id)
    .where('refund_state', 'is', null)
    .whereRef('refunded_cents', '<', 'amount_paid_cents')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Invoices after `after` that are to be refunded and do not wait for a person; in order of ids. */
export function selectRefundsDue(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<InvoiceTable, 'id'>[]> {
  return db
    .selectFrom('invoices')
    .select('id')
    .where('refund_state', '=', 'due')
    .where('refund_trouble', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function noteRefundTrouble(db: Db, id: string, trouble: string): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ refund_trouble: trouble })
    .where('id', '=', id)
    .where('refund_state', '=', 'due')
    .execute();
}

/** Invoices whose refund waits for a person. */
export function selectStuckInvoices(db: Db, limit: number) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.id', 'i.user_id', 'i.description', 'i.refund_trouble'])
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .select(leftByHand('i', 'amount_paid_cents'))
    .where('i.refund_trouble', 'is not', null)
    .orderBy('i.id')
    .limit(limit)
    .execute();
}

/** Ends the waiting of a refund; the caller holds the invoice's lock. */
export async function settleTrouble(
  db: Tx,
  id: string,
  change: Pick<InvoiceTable, 'refund_tries'> | Pick<InvoiceTable, 'refunded_cents' | 'by_hand_cents'>,
): Promise<void> {
  const byHand = 'by_hand_cents' in change && ({ refund_by_hand: 1, refund_state: 'made' } as const);
  await db
    .updateTable('invoices')
    .set({ ...change, ...byHand, refund_trouble: null })
    .where('id', '=', id)
    .execute();
}
