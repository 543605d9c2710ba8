declare module '../../../../db/database.ts' {
  interface Database {
    invitations: InvitationTable;
  }
}

/** An invitation to the team, bound to an address for which the issuer must vouch. It is open until it expires. */
export interface InvitationTable {
  /** Also the letter's id. */
  id: string;
  /** In small letters. */
  email: string;
  role_id: string;
  created_at: string;
  created_by: string;
  expires_at: string;
  accepted_at: string | null;
  accepted_by: string | null;
  revoked_at: string | null;
  /** The time of the letter's next attempt; `null` once nothing is left to do. */
  letter_due_at: string | null;
  letter_attempts: number;
  letter_sent_at: string | null;
}
