import { randomUUID } from 'node:crypto';
import { noDetails } from './details.ts';
import type { PaymentTable } from './payments.table.ts';

type Needed = 'user_id' | 'service_id' | 'amount_cents' | 'currency' | 'description';

/** A payment that the provider does not know yet: for a service, unless a quote or done work is given. */
export function newPayment(
  given: Pick<PaymentTable, Needed> & Partial<PaymentTable>,
  now: string,
): PaymentTable {
  return {
    id: randomUUID(),
    service_minutes: null,
    quote_id: null,
    past_booking_id: null,
    intent_id: null,
    status: 'starting',
    refunded_cents: 0,
    refund_trouble: null,
    refund_tries: 0,
    refund_by_hand: 0,
    by_hand_cents: null,
    details: noDetails,
    client_id: null,
    paid_at: null,
    created_at: now,
    updated_at: now,
    ...given,
  };
}
