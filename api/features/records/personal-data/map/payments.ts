import type { DataMap } from '../map.types.ts';
import { allOurs, emptied, hidden, keptHidden } from './answers.ts';

/** The description of a deleted customer's payment, here and at the card provider. */
export const emptiedDescription = 'A service';

/** The tables of payments and the card provider. */
export const paymentsAnswers = {
  payments: {
    why: 'The law asks for the books of payments; they are kept without a name, an address and what was described.',
    whose: { column: 'user_id' },
    order: ['created_at', 'id'],
    columns: {
      id: 'kept',
      user_id: keptHidden,
      service_id: 'kept',
      service_minutes: 'kept',
      quote_id: 'kept',
      past_booking_id: 'kept',
      intent_id: 'kept',
      amount_cents: 'kept',
      currency: 'kept',
      // A custom service has its customer's own title.
      description: emptied(emptiedDescription),
      status: 'kept',
      refunded_cents: 'kept',
      refund_trouble: keptHidden,
      refund_tries: keptHidden,
      refund_by_hand: 'kept',
      by_hand_cents: 'kept',
      details: emptied('{}'),
      client_id: keptHidden,
      paid_at: 'kept',
      created_at: 'kept',
      updated_at: 'kept',
    },
  },
  refunds: {
    why: 'What the team refunded of a payment: part of the books, kept without the words. Who of the team decided is hidden.',
    whose: { column: 'user_id' },
    order: ['created_at', 'id'],
    columns: {
      id: 'kept',
      user_id: keptHidden,
      charge_kind: 'kept',
      charge_id: 'kept',
      amount_cents: 'kept',
      reason: emptied(''),
      state: 'kept',
      trouble: keptHidden,
      tries: keptHidden,
      by_hand: 'kept',
      decided_by: keptHidden,
      client_id: keptHidden,
      created_at: 'kept',
    },
  },
  disputes: {
    why: 'What was disputed at a bank: part of the books of payments.',
    whose: { column: 'user_id' },
    order: ['created_at', 'id'],
    columns: {
      id: 'kept',
      provider_id: 'kept',
      intent_id: 'kept',
      user_id: keptHidden,
      payment_id: 'kept',
      booking_id: 'kept',
      invoice_id: 'kept',
      amount_cents: 'kept',
      reason: 'kept',
      state: 'kept',
      answer_by: 'kept',
      created_at: 'kept',
      updated_at: 'kept',
      closed_at: 'kept',
    },
  },
  webhook_events: {
    why: 'Ids of the card provider’s events.',
    whose: null,
    columns: allOurs('id', 'type', 'received_at'),
  },
  card_keys: {
    why: 'The mode of the installation’s own keys.',
    whose: null,
    columns: allOurs('id', 'mode'),
  },
  card_changes: {
    why: 'A change of a person’s cards that is under way, for seconds: machinery.',
    whose: { column: 'user_id' },
    columns: { user_id: hidden, id: hidden, until: hidden },
  },
  unclear_at_provider: {
    why: 'What the product does not know of somebody’s objects at the card provider, for the team.',
    whose: { column: 'user_id' },
    columns: {
      id: hidden,
      read_by: hidden,
      user_id: hidden,
      kind: hidden,
      object_id: hidden,
      what: hidden,
      said: hidden,
      noted_at: hidden,
      settled_at: hidden,
    },
  },
} satisfies Partial<DataMap>;
