import { acts, planChanged } from '../../../bus/changed.ts';
import type { Customer } from '../../../contract/schemas/customers.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { refuseGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { keepHours } from '../../records/billing/billing.service.ts';
import { listRefundedHours, settleRefundedHours } from '../../records/hours/withdrawn/withdrawn.service.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { refuseFrozen } from '../../records/payments/disputes/frozen.service.ts';

/** The hours that refunds have taken from a member, by invoice; `undefined` without any. */
export async function readRefundedHours(
  db: Db,
  userId: string,
  now: string,
): Promise<Customer['refundedHours']> {
  const invoices = await listRefundedHours(db, userId, now);
  if (!invoices.length) return undefined;
  return invoices.map(({ minutes, ...invoice }) => ({ ...invoice, hours: inHours(minutes) }));
}

/** Hours are stored as minutes and presented as decimals. */
const inHours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

/**
 * Gives a member back the hours that refunds of an invoice took, and tells them. Later refunds of the invoice take
 * their own share.
 * @param asked.hours the hours that were shown to the administrator
 * @throws Refusal `not_found` (no such hours), `conflict` (they have changed since they were looked at; the account
 * is deleted), `disputed` (the hours are frozen, so the member could not use them)
 */
export async function giveBackHours(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  actor: Person,
  userId: string,
  { invoiceId, hours }: { invoiceId: string; hours: number },
): Promise<void> {
  const { db, clock, changes } = deps;
  await db.transaction().execute(async (tx) => {
    const now = instant(clock);
    await refuseGone(tx, userId);
    // Holds the invoice, so that no refund is read meanwhile.
    const keptCents = await keepHours(tx, { id: invoiceId, userId });
    const taken = (await listRefundedHours(tx, userId, now)).find((one) => one.invoiceId === invoiceId);
    if (keptCents === null || !taken) throw notFound('Refund');
    if (Math.round(hours * 60) !== taken.minutes)
      throw new Refusal('conflict', 'The hours of this refund have changed since you looked.');
    await refuseFrozen(tx, invoiceId);
    await settleRefundedHours(tx, { userId, now });
    await recordAct(tx, {
      actorId: actor.id,
      act: 'hours_given_back',
      subject: { kind: 'refund', id: invoiceId },
      userId,
      details: { givenMinutes: taken.minutes },
      now,
    });
    const { description, minutes } = taken;
    const news = { what: 'hours_given_back', description, hours: inHours(minutes) } as const;
    await announceBilling(tx, { occasion: `hours-given-back:${invoiceId}:${keptCents}`, userId, news, now });
  });
  planChanged(changes, userId);
  changes.tell({ admins: true, of: userId, keys: [acts] });
}
