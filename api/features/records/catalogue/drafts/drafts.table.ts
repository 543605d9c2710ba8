declare module '../../../../db/database.ts' {
  interface Database {
    service_drafts: ServiceDraftTable;
  }
}

/** A change of a service, or a new service, that customers do not see yet. A service has one at most. */
export interface ServiceDraftTable {
  /** The service; of a new one, the id that it will have. */
  service_id: string;
  /** JSON: the values of the owner's form that differ from the published ones; of a new service, all. */
  content: string;
  /** The day of the business on which it is published ('2027-03-01'); `null`: when somebody publishes it. */
  publish_on: string | null;
  /** The reason why it could not be published on its day; '' if there is none. It then waits for somebody. */
  problem: string;
  /** The owner who saved it last, in whose name it is published. */
  author_id: string;
  /** Counts the changes; a change names the version that its author saw. */
  version: number;
  created_at: string;
  updated_at: string;
}
