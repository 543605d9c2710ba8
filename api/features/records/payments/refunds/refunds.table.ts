declare module '../../../../db/database.ts' {
  interface Database {
    refunds: RefundTable;
  }
}

/** A refund of a part of a charge, decided by the team. */
export interface RefundTable {
  /** Also in the metadata of the provider's refund, by which it is found there. */
  id: string;
  user_id: string;
  charge_kind: 'payment' | 'invoice';
  /** The id of a payment of ours, or of the provider's invoice. */
  charge_id: string;
  amount_cents: number;
  /** The team's words to the customer. */
  reason: string;
  /** `due`: to be made at the provider, or made again after it failed. `under_way`: the provider is making it. */
  state: 'due' | 'under_way' | 'made';
  /** The reason why the provider does not make it. The refund waits for a person and is not retried automatically. */
  trouble: string | null;
  /** The number of retries that people asked for. */
  tries: number;
  /** 1: a person has refunded it in another way, whatever the provider says. */
  by_hand: number;
  decided_by: string;
  /** The attempt's own id (Idempotency-Key), unique per administrator. */
  client_id: string | null;
  created_at: string;
}
