declare module '../../../db/database.ts' {
  interface Database {
    plans: PlanTable;
    plan_versions: PlanVersionTable;
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
  /** The version on sale, or the last one that was. */
  version_id: string;
  created_at: string;
  updated_at: string;
}

/** A published version of a plan. It never changes and is never deleted, because invoices and grants name it. */
export interface PlanVersionTable {
  /**
   * The first version of the four first plans bears the plan's own id, which earlier releases have sold. The products
   * at the card provider are named by it.
   */
  id: string;
  plan_id: string;
  /** 1, 2, 3, … within a plan. */
  number: number;
  name: string;
  /** The monthly price. */
  price_cents: number;
  /** The hours of a month, in minutes. */
  minutes: number;
  /** The plan's name for its concierge. */
  concierge: string;
  /** A list of texts as JSON. */
  features: string;
  published_at: string;
}
