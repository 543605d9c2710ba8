declare module '../../../db/database.ts' {
  interface Database {
    webhook_events: WebhookEventTable;
  }
}

/** Provider events whose effect is in our books, stored in the same transaction as the effect. */
export interface WebhookEventTable {
  id: string;
  type: string;
  received_at: string;
}
