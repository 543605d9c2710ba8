import type { leftKinds } from '../../contract/account-deletion.ts';

declare module '../../db/database.ts' {
  interface Database {
    account_deletions: AccountDeletionTable;
    left_at_provider: LeftAtProviderTable;
  }
}

/** A person's wish that their account be deleted, and that it was. */
export interface AccountDeletionTable {
  user_id: string;
  requested_at: string;
  /** 1 where an administrator asked for them. */
  by_team: 0 | 1;
  /** Until then it can be taken back. */
  planned_at: string;
  attempts: number;
  /** When it is done, or gone on with if whoever is at it has died; `null` once it is done. */
  due_at: string | null;
  /** When its person was written to for the last time. */
  told_at: string | null;
  /** Since when it can't be taken back. */
  begun_at: string | null;
  done_at: string | null;
}

/** What the card provider refused to delete, or to rename, for a day: a person of the team sees to it there. */
export interface LeftAtProviderTable {
  /** The provider's own id of it. */
  provider_id: string;
  user_id: string;
  kind: (typeof leftKinds)[number];
  /** The provider's code of its refusal. */
  trouble: string;
  noted_at: string;
}
