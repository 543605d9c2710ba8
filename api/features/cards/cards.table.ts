declare module '../../db/database.ts' {
  interface Database {
    card_changes: CardChangeTable;
  }
}

/** A change of a person's cards that is under way: the provider knows no rule of ours, so one at a time. */
export interface CardChangeTable {
  user_id: string;
  /** The change's own. */
  id: string;
  /** When it counts as lost with its process. */
  until: string;
}
