import type { auditActs, auditSubjects } from '../../contract/customers.ts';

declare module '../../db/database.ts' {
  interface Database {
    audit_acts: AuditActTable;
  }
}

/** What an administrator did; rows are added, never changed. */
export interface AuditActTable {
  id: string;
  actor_id: string;
  act: AuditAct;
  /** What it was done to. */
  subject_kind: (typeof auditSubjects)[number];
  /** That thing's own id; of an export, what it was of. */
  subject_id: string;
  /** The customer whom it concerns; `null` where it concerns none. */
  user_id: string | null;
  /** JSON: what it was before and is now. No message's text. */
  details: string;
  created_at: string;
}

export type AuditAct = (typeof auditActs)[number];
