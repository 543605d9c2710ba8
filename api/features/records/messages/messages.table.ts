declare module '../../../db/database.ts' {
  interface Database {
    messages: MessageTable;
  }
}

export interface MessageTable {
  id: string;
  booking_id: string;
  /**
   * The message's place in the thread: 1, 2, … It is given while the booking's row is locked, so it follows the
   * order of storing.
   */
  seq: number;
  sender_id: string;
  sender_type: 'customer' | 'admin';
  message: string;
  /** The device's own id of the message (Idempotency-Key), unique per sender. */
  client_id: string | null;
  created_at: string;
}
