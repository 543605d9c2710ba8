declare module '../../db/database.ts' {
  interface Database {
    push_keys: PushKeyTable;
    push_subscriptions: PushSubscriptionTable;
  }
}

/** The one pair of keys by which push services know this installation (VAPID, RFC 8292). */
export interface PushKeyTable {
  id: 1;
  /** Both base64url. */
  public_key: string;
  private_key: string;
  created_at: string;
}

/** A browser that takes push messages, for as long as the session lasts that made it. */
export interface PushSubscriptionTable {
  id: string;
  /** SHA-256 of the endpoint, hex: addresses are too long for an index. */
  endpoint_hash: string;
  endpoint: string;
  /** The browser's key and secret, base64url: only it can read what is sent. */
  p256dh: string;
  auth: string;
  /** Our public key that it was made with: no other is heard there. */
  server_key: string;
  user_id: string;
  /** Of `sessions`. */
  session: string;
  created_at: string;
}
