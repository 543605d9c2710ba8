import type { auditActs, auditSubjects } from '../../../contract/schemas/customers.ts';

declare module '../../../db/database.ts' {
  interface Database {
    audit_acts: AuditActTable;
  }
}

/** An act of an administrator; rows are added, never changed. */
export interface AuditActTable {
  id: string;
  actor_id: string;
  act: AuditAct;
  /** The kind of thing that it changed. */
  subject_kind: (typeof auditSubjects)[number];
  /** The id of that thing; for an export, the kind of content. */
  subject_id: string;
  /** The customer concerned; `null` if there is none. */
  user_id: string | null;
  /** JSON: the values before and after. Never a message's text. */
  details: string;
  created_at: string;
}

export type AuditAct = (typeof auditActs)[number];
