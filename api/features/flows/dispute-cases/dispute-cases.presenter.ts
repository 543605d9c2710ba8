import type { Dispute } from '../../../contract/schemas/disputes.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import type { Payments } from '../../../providers/payments/payments.ts';
import type { DisputeRow } from '../../records/payments/disputes/disputes.repository.ts';

export function presentDispute(row: DisputeRow, payments: Pick<Payments, 'addressOf'>): Dispute {
  return {
    id: row.id,
    state: row.state,
    amountCents: row.amount_cents,
    reason: row.reason,
    openedAt: row.created_at,
    answerBy: row.answer_by,
    closedAt: row.closed_at,
    paymentId: row.intent_id,
    // A payment's page shows its disputes.
    address: payments.addressOf('payment', row.intent_id),
    about: {
      kind: row.invoice_id ? 'plan' : 'booking',
      bookingId: row.booking_id,
      description: row.description ?? '',
    },
    customer: listedCustomer(row),
  };
}
