import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordStep, updateBooking } from '../../records/bookings/bookings.repository.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { openLedger, writeEntries } from '../../records/hours/ledger.service.ts';
import { readPaymentFacts } from '../../records/payments/payment-facts.service.ts';
import { updatePayment } from '../../records/payments/payments.repository.ts';
import type { FulfilmentParts } from '../checkout/fulfilment.service.ts';
import { tryRefund } from '../checkout/refunds.service.ts';
import { carryOut } from '../overage-charges/charges.service.ts';
import { applyOverage, readOverageFacts } from '../overage-charges/overage.service.ts';
import {
  type CallOffDecision,
  type CallOffFacts,
  type CallOffTerms,
  decideCallOff,
} from './call-off.decide.ts';

type Booking = Selectable<BookingTable>;

/**
 * Cancels a booking on these terms. The caller holds the booking's lock and the member's ledger, in the transaction
 * that computed the terms, and calls `carryOutCallOff` after it.
 */
export async function callOff(
  db: Tx,
  booking: Booking,
  terms: CallOffTerms,
  by: { actorId: string; now: string; key: string | null; currency: string },
): Promise<CallOffDecision> {
  const decision = decideCallOff(await readCallOffFacts(db, booking, terms, by), terms);
  await applyCallOff(db, booking, decision, by);
  return decision;
}

async function readCallOffFacts(
  db: Tx,
  booking: Booking,
  { cancel, stake, at: workedAt }: CallOffTerms,
  { now, currency }: { now: string; currency: string },
): Promise<CallOffFacts> {
  const { id: bookingId, user_id: userId, payment_id } = booking;
  const isLate = cancel.outcome === 'forfeit' && stake.late !== undefined;
  return {
    booking,
    now,
    currency,
    hours: isLate
      ? {
          ledger: await openLedger(db, { userId, bookingId, now }),
          overage: await readOverageFacts(db, booking, {
            workedAt,
            isGone: await hasGone(db, userId),
            locks: true,
          }),
        }
      : null,
    paid: cancel.outcome === 'refund' && payment_id ? await readPaymentFacts(db, payment_id, true) : null,
  };
}

async function applyCallOff(
  db: Tx,
  booking: Booking,
  { hours, overage, refunding }: CallOffDecision,
  { actorId, now, key }: { actorId: string; now: string; key: string | null },
): Promise<void> {
  await updateBooking(db, booking.id, { status: 'cancelled', updated_at: now });
  await recordStep(db, booking, 'cancelled', actorId, now, key ?? undefined);
  if (overage) await applyOverage(db, booking, overage, now);
  if (hours) await writeEntries(db, hours);
  if (refunding) await updatePayment(db, refunding, { status: 'refunding', updated_at: now });
}

/** Makes the decided refund and charge at the provider. */
export async function carryOutCallOff(
  deps: FulfilmentParts,
  { refund, overage }: CallOffDecision,
): Promise<void> {
  if (refund) await tryRefund(deps, refund);
  if (overage) await carryOut(deps, overage);
}
