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
