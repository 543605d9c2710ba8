declare module '../../../db/database.ts' {
  interface Database {
    roles: RoleTable;
    users: UserTable;
    user_words: UserWordTable;
    stale_customers: StaleCustomerTable;
    sessions: SessionTable;
    gone_sessions: GoneSessionTable;
    logout_tokens: LogoutTokenTable;
  }
}

/** A role of the team: built in, under a name as its id, or made by the team. */
export interface RoleTable {
  id: string;
  name: string;
  /** Names of permissions, as a JSON list; empty for the administrator, who has all of them. */
  permissions: string;
  is_built_in: 0 | 1;
  created_at: string;
  updated_at: string;
}

export interface UserTable {
  id: string;
  /** Issuer and subject identify a person; the sandbox issuer is called 'sandbox' whatever its address. */
  issuer: string;
  subject: string;
  email: string;
  /** Whether the issuer vouches for the address; anybody may have claimed an unverified one. */
  email_verified: 0 | 1;
  first_name: string;
  last_name: string;
  profile_image_url: string | null;
  /** The role in the team; `null` for a customer. */
  role_id: string | null;
  /** Whether ADMIN_EMAILS made the person an administrator; the list can then also end the role. */
  admin_by_list: 0 | 1;
  /** The card provider's customer id. */
  customer_id: string | null;
  /** The telephone number of this member's own concierge. */
  concierge_contact: string | null;
  created_at: string;
  updated_at: string;
}

/** A person whose name or address the card provider has not been told since it changed. */
export interface StaleCustomerTable {
  user_id: string;
  /** The time of the last change. */
  since: string;
}

/** A word under which a person is found: of the name or address (`people-words.ts`), or of a telephone number of theirs. */
export interface UserWordTable {
  word: string;
  user_id: string;
}

/** An issuer's logout token, kept for as long as it could be repeated. */
export interface LogoutTokenTable {
  /** SHA-256 of issuer and token id. */
  id: string;
  heard_at: string;
  /**
   * Seals, under our secret, of the person and the session that the token named; `null` for one that it did not
   * name.
   */
  subject_digest: string | null;
  session_digest: string | null;
}

export interface SessionTable {
  /** SHA-256 of the cookie's value, hex: a leaked table opens no session. */
  id_hash: string;
  user_id: string;
  /**
   * A seal, under our secret, of the issuer that opened the session. A change of either makes the session invalid.
   */
  opened_under: string;
  /** The issuer's name for its own session (`sid`), if it gave one. */
  issuer_session: string | null;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  /** The idle limit, moved by use. */
  expires_at: string;
  /** The absolute limit, never moved. */
  ends_at: string;
}

/** A session that an account's deletion has ended; its device is told to erase everything. */
export interface GoneSessionTable {
  id_hash: string;
  ended_at: string;
}
