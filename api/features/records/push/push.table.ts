declare module '../../../db/database.ts' {
  interface Database {
    push_keys: PushKeyTable;
    push_subscriptions: PushSubscriptionTable;
  }
}

/** The one pair of keys by which push services recognise this installation (VAPID, RFC 8292). */
export interface PushKeyTable {
  id: 1;
  /** Both base64url. */
  public_key: string;
  private_key: string;
  created_at: string;
}

/** A browser that receives push messages for as long as its session lasts. */
export interface PushSubscriptionTable {
  id: string;
  /** SHA-256 of the endpoint, hex: addresses are too long for an index. */
  endpoint_hash: string;
  endpoint: string;
  /** The browser's key and secret, base64url: only this browser can read the messages. */
  p256dh: string;
  auth: string;
  /** Our public key of the subscription; messages under another are rejected. */
  server_key: string;
  user_id: string;
  /** The session's id in `sessions`. */
  session: string;
  created_at: string;
}
