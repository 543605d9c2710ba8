declare module '../../../../db/database.ts' {
  interface Database {
    plan_moves: PlanMoveTable;
  }
}

/** The move of a running member to a new version of their plan, at a renewal. */
export interface PlanMoveTable {
  id: string;
  subscription_id: string;
  /** The plan of both versions. */
  tier: string;
  /** The version that the member has until then. */
  from_version_id: string;
  version_id: string;
  /** The renewal that charges the new version first, as the letter names it. */
  at: string;
  /** `dropped`: the plan ended or changed, the letter was late, or the renewal charged the old version. */
  status: 'planned' | 'done' | 'dropped';
  /** The time of the letter; `null` until it was sent. */
  letter_at: string | null;
  /** 1 once the provider charges the new version next. */
  at_provider: number;
  /** Until then the provider keeps the old version's price, from which the terms of an upgrade are reckoned. */
  held_until: string | null;
  created_at: string;
  updated_at: string;
}
