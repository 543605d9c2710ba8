import type { leftKinds } from '../../../../contract/schemas/account-deletion.ts';

declare module '../../../../db/database.ts' {
  interface Database {
    account_deletions: AccountDeletionTable;
    left_at_provider: LeftAtProviderTable;
  }
}

/** A person's request to delete their account, and its completion. */
export interface AccountDeletionTable {
  user_id: string;
  requested_at: string;
  /** 1 if an administrator made the request. */
  by_team: 0 | 1;
  /** The end of the time in which it can be taken back. */
  planned_at: string;
  attempts: number;
  /** The time of the deletion, or of its next attempt if the process at work has died; `null` once it is done. */
  due_at: string | null;
  /** The time of the last letter to the person. */
  told_at: string | null;
  /** The time since which it cannot be taken back. */
  begun_at: string | null;
  done_at: string | null;
}

/** An object that the card provider has refused to delete or rename for a day. The team must handle it there. */
export interface LeftAtProviderTable {
  /** The provider's own id of the object. */
  provider_id: string;
  user_id: string;
  kind: (typeof leftKinds)[number];
  /** The provider's code of its refusal. */
  trouble: string;
  noted_at: string;
}
