declare module '../../../db/database.ts' {
  interface Database {
    card_changes: CardChangeTable;
  }
}

/** A change of a person's cards under way. The provider does not know our rules, so there is one at a time. */
export interface CardChangeTable {
  user_id: string;
  /** The id of the change. */
  id: string;
  /** The time after which the change counts as lost with its process. */
  until: string;
}
