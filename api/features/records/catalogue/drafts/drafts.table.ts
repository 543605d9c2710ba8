declare module '../../../../db/database.ts' {
  interface Database {
    offer_drafts: OfferDraftTable;
  }
}

/** A change of a service or a category, or a new one, that customers do not see yet. Each has one at most. */
export interface OfferDraftTable {
  /** The service or the category; of a new one, the id that it will have. */
  subject_id: string;
  kind: 'service' | 'category';
  /** JSON: the values of the owner's form that differ from the published ones; of a new one, all. */
  content: string;
  /** The day of the business on which it is published ('2027-03-01'); `null`: when somebody publishes it. */
  publish_on: string | null;
  /** Names the drafts that are published as one, all or none; they have one day. `null`: it is published alone. */
  together: string | null;
  /** The reason why it could not be published on its day; '' if there is none. It then waits for somebody. */
  problem: string;
  /** The owner who saved it last, in whose name it is published. */
  author_id: string;
  /** Counts the changes; a change names the version that its author saw. */
  version: number;
  created_at: string;
  updated_at: string;
}
