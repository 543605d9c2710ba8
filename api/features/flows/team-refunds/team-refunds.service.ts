import { randomUUID } from 'node:crypto';
import { disputesChanged } from '../../../bus/changed.ts';
import type { ChargeDetail } from '../../../contract/schemas/refunds.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { nameOf } from '../../../core/person-name.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Refunds } from '../../../providers/payments/payments.ts';
import { requireUser } from '../../records/account/account.service.ts';
import { gone } from '../../records/account/deletion/deletion.rules.ts';
import { hasGone, holdGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { asRefusal } from '../../records/payments/provider-refusal.ts';
import {
  findByAttempt,
  insertRefund,
  selectOfCharges,
  selectWithDecider,
} from '../../records/payments/refunds/refunds.repository.ts';
import { unknownCents } from '../../records/payments/refunds/refunds.rules.ts';
import { completed, presentRefund } from '../../records/payments/refunds/refunds.service.ts';
import { bookingOf, findCharge, intentOf, lockCharge, type MadeCharge } from './charges.service.ts';
import { type Parts, tellCharge, tryPart } from './make.service.ts';

/** The sums of a charge, by which a refund is shown and decided. */
interface Sums {
  pendingCents: number;
  leftCents: number;
  blocked: ChargeDetail['blocked'];
}

/**
 * A payment or an invoice, with what can still be refunded of it; the contract asks for the permission.
 * @throws Refusal `not_found` (also for one that was never paid), `payment_unavailable`
 */
export async function readCharge(deps: Parts, id: string): Promise<ChargeDetail> {
  const charge = await requireCharge(deps.db, id);
  return detailOf(deps, charge, await readAtProvider(deps, charge));
}

async function detailOf(deps: Parts, charge: MadeCharge, atProvider: Refunds): Promise<ChargeDetail> {
  const { db } = deps;
  const { id } = charge;
  const read = await completed(db, id, atProvider);
  const [refunds, sums, bookingId, customer] = await Promise.all([
    selectWithDecider(db, id),
    sumsOf(db, charge, read),
    bookingOf(db, charge),
    requireUser(db, charge.userId),
  ]);
  const { kind, description, amountCents, paidAt } = charge;
  return {
    id,
    kind,
    description,
    amountCents,
    refundedCents: Math.max(charge.refundedCents, read.givenCents),
    paidAt,
    bookingId,
    customer: { id: charge.userId, name: nameOf(customer) },
    card: read.card,
    ...sums,
    refunds: refunds.map((row) => ({
      ...presentRefund(row),
      trouble: row.trouble,
      by: { id: row.decided_by, name: nameOf(row) },
    })),
  };
}

/**
 * Decides to refund a part of a charge, notifies the customer, and makes the refund. The booking or the plan stays as
 * it is. If the provider does not answer, the reconciler makes the refund.
 * @param form.leftCents the rest that the administrator saw
 * @param key the attempt's own id: a repeat with the same content returns the charge as it is now
 * @throws Refusal `not_found`, `terms_changed` (the rest differs from the one seen), `invalid_input` (more than is
 * left), `disputed`, `conflict` (all is refunded; the account was deleted), `key_reused`, `payment_unavailable`
 */
export async function refundCharge(
  deps: Parts,
  person: Person,
  id: string,
  form: { amountCents: number; reason: string; leftCents: number },
  key: string | null,
): Promise<ChargeDetail> {
  const { db, clock, changes } = deps;
  const seen = await requireCharge(db, id);
  const read = await readAtProvider(deps, seen);
  const decided = await db.transaction().execute(async (tx) => {
    const isGone = await holdGone(tx, seen.userId);
    const charge = await lockCharge(tx, seen);
    const earlier = key && (await findByAttempt(tx, person.id, key));
    if (earlier) {
      const isSame =
        earlier.charge_id === id &&
        earlier.amount_cents === form.amountCents &&
        earlier.reason === form.reason;
      if (!isSame) throw new Refusal('key_reused', 'This Idempotency-Key was used for another refund');
      return null;
    }
    if (isGone) throw gone();
    if (!charge) throw notFound('Charge');
    // Under the lock, because a person may just have refunded a part in another way.
    refuseOther(await sumsOf(tx, charge, await completed(tx, id, read)), form);
    const refundId = randomUUID();
    const now = instant(clock);
    await insertRefund(tx, {
      id: refundId,
      user_id: charge.userId,
      charge_kind: charge.table,
      charge_id: id,
      amount_cents: form.amountCents,
      reason: form.reason,
      state: 'due',
      trouble: null,
      tries: 0,
      by_hand: 0,
      decided_by: person.id,
      client_id: key,
      created_at: now,
    });
    const { amountCents, reason } = form;
    const news = {
      what: 'refunded_part',
      refundId,
      description: charge.description,
      amountCents,
      reason,
      takesHours: charge.table === 'invoice',
    } as const;
    await announceBilling(tx, { occasion: `part:${refundId}`, userId: charge.userId, news, now });
    await recordAct(tx, {
      actorId: person.id,
      act: 'charge_refunded',
      subject: { kind: 'refund', id: refundId },
      userId: charge.userId,
      details: { amountCents, kind: charge.kind, chargeId: id },
      now,
    });
    return refundId;
  });
  if (decided) {
    await tryPart(deps, decided);
    disputesChanged(changes);
    await tellCharge(deps, seen);
  }
  const charge = await requireCharge(db, id);
  // It is decided, whether the provider answers now or not.
  return detailOf(deps, charge, await readAtProvider(deps, charge).catch(() => read));
}

async function requireCharge(db: Db, id: string): Promise<MadeCharge> {
  const charge = await findCharge(db, id);
  if (!charge) throw notFound('Charge');
  return charge;
}

const nothingLeft: Refunds = {
  givenCents: 0,
  pendingCents: 0,
  leftCents: 0,
  failed: 0,
  unclear: [],
  parts: [],
  isDisputed: false,
  card: null,
};

/** @throws Refusal `payment_unavailable` */
const readAtProvider = (deps: Parts, charge: MadeCharge): Promise<Refunds> =>
  asRefusal(async () => {
    const intentId = await intentOf(deps, charge);
    // A credit at the provider may have covered an invoice: then no card was charged.
    if (!intentId) return nothingLeft;
    return deps.payments.readRefunds(intentId);
  });

/**
 * The most that can be refunded: the provider's rest, less the parts that were decided and are not there yet. Under
 * the charge's lock, no other part can be decided meanwhile.
 */
async function sumsOf(db: Db, charge: MadeCharge, read: Refunds): Promise<Sums> {
  const decided = unknownCents(await selectOfCharges(db, [charge.id]), read);
  const rest = Math.max(0, read.leftCents - decided);
  const blocked = (await hasGone(db, charge.userId))
    ? 'deleted'
    : read.isDisputed
      ? 'disputed'
      : charge.isGivenBack || rest === 0
        ? 'nothing_left'
        : null;
  return {
    pendingCents: read.pendingCents + Math.min(decided, read.leftCents),
    leftCents: blocked ? 0 : rest,
    blocked,
  };
}

/** @throws Refusal, with nothing decided */
function refuseOther({ leftCents, blocked }: Sums, form: { amountCents: number; leftCents: number }): void {
  if (blocked === 'disputed')
    throw new Refusal('disputed', 'This payment is disputed at the bank, which decides about the money.');
  if (blocked === 'nothing_left') throw new Refusal('conflict', 'Nothing of this payment is left to refund.');
  if (leftCents !== form.leftCents)
    throw new Refusal(
      'terms_changed',
      'What is left of this payment has changed since you looked. Nothing was refunded. Please look again.',
    );
  if (form.amountCents > leftCents) {
    const message = 'This is more than is left to refund';
    throw new Refusal('invalid_input', message, { fields: { amountCents: message } });
  }
}
