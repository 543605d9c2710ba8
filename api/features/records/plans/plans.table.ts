declare module '../../../db/database.ts' {
  interface Database {
    plans: PlanTable;
    plan_versions: PlanVersionTable;
    plan_drafts: PlanDraftTable;
  }
}

/** A plan. What it costs and contains stands in its versions. */
export interface PlanTable {
  /** `[a-z0-9-]{1,40}`, and never `none`. */
  id: string;
  /** The plan's place in the order, the smallest plan first. */
  position: number;
  popular: number;
  premium: number;
  on_sale: number;
  /** The version on sale, or the last one that was; '' before the first publication. */
  version_id: string;
  /** Rises with each change of this row and of the plan's draft. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** What a version of a plan costs and contains. */
export interface PlanTermsColumns {
  name: string;
  /** The monthly price. */
  price_cents: number;
  /** The hours of a month, in minutes. */
  minutes: number;
  /** The plan's name for its concierge. */
  concierge: string;
  /** A list of texts as JSON. */
  features: string;
  /** How long before a visit its members must book it. */
  notice_hours: number;
  /** How far ahead its members may book; `null`: as far as anybody. */
  horizon_days: number | null;
  /** Whether its members may book a visit for the same day. */
  same_day: number;
  /** Whether its members come before others. */
  priority: number;
}

/** A published version of a plan. It never changes and is never deleted, because invoices and grants name it. */
export interface PlanVersionTable extends PlanTermsColumns {
  /**
   * The first version of the four first plans bears the plan's own id, which earlier releases have sold. The products
   * at the card provider are named by it.
   */
  id: string;
  plan_id: string;
  /** 1, 2, 3, … within a plan. */
  number: number;
  /** Whether the members on earlier versions keep them, or are moved to this one when they renew. */
  running: 'keep' | 'move';
  published_at: string;
}

/** The unpublished changes of a plan, and their planned publication. */
export interface PlanDraftTable extends PlanTermsColumns {
  plan_id: string;
  /** The id that the version gets; `null` without a planned publication, whose other columns are then unset, too. */
  version_id: string | null;
  publish_at: string | null;
  running: 'keep' | 'move' | null;
  /** The administrator who planned the publication. */
  publish_by: string | null;
  /** The reason why the last try failed. */
  problem: string | null;
  updated_at: string;
}
