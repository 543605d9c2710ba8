import { bookingChanged } from '../../../bus/changed.ts';
import type { Tx } from '../../../db/database.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { recordStep } from '../../records/bookings/bookings.repository.ts';
import { changeBooking } from '../../records/bookings/writes.service.ts';
import { settleAsking } from '../../records/hours/overtime/ask.service.ts';
import { announceStatus } from '../../records/notices/notices.service.ts';
import { updatePayment } from '../../records/payments/payments.repository.ts';
import type { FulfilmentParts } from '../checkout/fulfilment.service.ts';
import { giveUpPayments } from '../checkout/quote-payments.service.ts';
import { tryRefund } from '../checkout/refunds.service.ts';
import { carryOut } from '../overage-charges/charges.service.ts';
import { applyHours } from '../overage-charges/overage.service.ts';
import type { StatusDecision, StatusWrites } from './status.decide.ts';

/** Writes a decision, in the transaction that holds the rows of its facts. */
export async function applyStatus(db: Tx, writes: StatusWrites): Promise<void> {
  const { booking, change, actorId, step, returned, hours, asking, refunding, details } = writes;
  const { id, user_id: userId } = booking;
  const { status, updated_at: now } = change;
  await changeBooking(db, booking, change);
  if (step) await recordStep(db, booking, status, actorId, now);
  if (hours) await applyHours(db, booking, hours, now);
  if (refunding) await updatePayment(db, refunding, { status: 'refunding', updated_at: now });
  await settleAsking(db, booking, asking, { actorId, now });
  if (step?.isAnnounced) await announceStatus(db, { bookingId: id, userId, status, actorId, returned, now });
  const subject = { kind: 'booking', id } as const;
  await recordAct(db, { actorId, act: 'booking_status_set', subject, userId, details, now });
}

/** Tells open apps, and makes the decided refund, charge and cancellations at the provider; after the transaction. */
export async function carryOutStatus(
  deps: FulfilmentParts,
  { writes, after }: StatusDecision,
): Promise<void> {
  if (writes) bookingChanged(deps.changes, { id: writes.booking.id, userId: writes.booking.user_id });
  if (after.refund) await tryRefund(deps, after.refund);
  if (after.overage) await carryOut(deps, after.overage);
  await giveUpPayments(deps, after.quotePayments);
}
