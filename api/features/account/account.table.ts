declare module '../../db/database.ts' {
  interface Database {
    users: UserTable;
    user_words: UserWordTable;
    sessions: SessionTable;
    gone_sessions: GoneSessionTable;
    logout_tokens: LogoutTokenTable;
  }
}

export interface UserTable {
  id: string;
  /** Identity is issuer and subject; the sandbox issuer is called 'sandbox' whatever its address. */
  issuer: string;
  subject: string;
  email: string;
  /** Whether the issuer vouches for it: nothing is entrusted to one that anybody may have claimed. */
  email_verified: 0 | 1;
  first_name: string;
  last_name: string;
  profile_image_url: string | null;
  role: 'customer' | 'admin';
  /** Whether ADMIN_EMAILS made them an administrator: it takes the role back too. */
  admin_by_list: 0 | 1;
  /** The card provider's customer. */
  customer_id: string | null;
  /** Telephone number of this member's own concierge. */
  concierge_contact: string | null;
  created_at: string;
  updated_at: string;
}

/** A word under which a person is found (`people-words.ts`). */
export interface UserWordTable {
  word: string;
  user_id: string;
}

/** What an issuer said of ended sessions, for as long as it might be repeated to us. */
export interface LogoutTokenTable {
  /** SHA-256 of issuer and token id. */
  id: string;
  heard_at: string;
  /** Seals, under our secret, of what it named: a person, one of its sessions, or both; `null` for neither of them. */
  subject_digest: string | null;
  session_digest: string | null;
}

export interface SessionTable {
  /** SHA-256 of the cookie's value, hex: a leaked table opens nothing. */
  id_hash: string;
  user_id: string;
  /** A seal of the issuer that opened it, under our secret: with either changed, it holds no more. */
  opened_under: string;
  /** The issuer's name for its own session (`sid`), where it says one. */
  issuer_session: string | null;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  /** Idle limit, moved by use. */
  expires_at: string;
  /** Absolute limit, never moved. */
  ends_at: string;
}

/** A session that the deletion of its person's account has ended: its device is told to forget everything. */
export interface GoneSessionTable {
  id_hash: string;
  ended_at: string;
}
