declare module '../../db/database.ts' {
  interface Database {
    messages: MessageTable;
  }
}

export interface MessageTable {
  id: string;
  booking_id: string;
  /** Its place in the thread: 1, 2, … given while the booking's row is locked, so order is order of storing. */
  seq: number;
  sender_id: string;
  sender_type: 'customer' | 'admin';
  message: string;
  /** The writer's own id of it (Idempotency-Key), unique per sender. */
  client_id: string | null;
  created_at: string;
}
